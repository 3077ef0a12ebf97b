"""Where the other devices of the room find this machine."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Interface

import ifaddr

# Networks inside the machine, which no tablet or phone can reach.
INSIDE = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet")
MOST_PREFIX = 31  # from there on, nobody else is on the network


def lan_addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses on the networks around it; none when it is alone.

    Works without a way out to the internet: the interfaces are read, nothing is sent.
    """
    return tuple(str(one.ip) for one in _around())


def broadcast_addresses() -> tuple[str, ...]:
    """Return where everybody on those networks can be told something at once."""
    return tuple(str(one.network.broadcast_address) for one in _around() if one.network.prefixlen < MOST_PREFIX)


def _around() -> Iterator[IPv4Interface]:
    for adapter in ifaddr.get_adapters():
        if adapter.nice_name.startswith(INSIDE):
            continue
        for ip in adapter.ips:
            if isinstance(ip.ip, str) and _is_outward(IPv4Address(ip.ip)):
                yield IPv4Interface(f"{ip.ip}/{ip.network_prefix}")


def _is_outward(address: IPv4Address) -> bool:
    return not (address.is_loopback or address.is_link_local or address.is_multicast or address.is_unspecified)
