"""Where the other devices of the room find this machine."""

from __future__ import annotations

from ipaddress import IPv4Address

import ifaddr

# Networks inside the machine, which no tablet or phone can reach.
INSIDE = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet")


def lan_addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses on the networks around it; none when it is alone.

    Works without a way out to the internet: the interfaces are read, nothing is sent.
    """
    return tuple(
        ip.ip
        for adapter in ifaddr.get_adapters()
        if not adapter.nice_name.startswith(INSIDE)
        for ip in adapter.ips
        if isinstance(ip.ip, str) and _is_outward(IPv4Address(ip.ip))
    )


def _is_outward(address: IPv4Address) -> bool:
    return not (address.is_loopback or address.is_link_local or address.is_multicast or address.is_unspecified)
