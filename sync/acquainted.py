"""Whom a desk is acquainted with, beyond one tournament: the devices that it lets in, and who may take over from it."""

from __future__ import annotations

from app.services.ports import Devices, PairedDevice
from sync.wire import Acquaintance, Standby


class Acquainted:
    """A desk's devices, as far as they are told; nobody, where it keeps none."""

    def __init__(self, devices: Devices | None) -> None:
        self._devices = devices
        self._located: tuple[tuple[PairedDevice, ...], tuple[Standby, ...]] = (), ()

    @property
    def standbys(self) -> tuple[Standby, ...]:
        """The machines that may take over, where each will be found."""
        known = self._known()
        if known is not self._located[0]:  # the room is looked through when a device has changed, not for each page
            self._located = known, tuple(_standby(one) for one in known if one.is_confirmed and one.certificate)
        return self._located[1]

    def locate(self, device: str, standby: Standby) -> bool:
        """Note where a device will be found; tell whether that is news."""
        before = self.standbys
        if self._devices is not None:
            address = f"{standby.host}:{standby.port}"
            self._devices.locate(device, address=address, certificate=standby.certificate)
        return self.standbys != before

    def told(self) -> tuple[Acquaintance, ...]:
        """Return what a standby must know of the devices that are let in."""
        return tuple(Acquaintance.of(one) for one in self._known() if one.is_confirmed)

    def _known(self) -> tuple[PairedDevice, ...]:
        return () if self._devices is None else self._devices.known()


def _standby(device: PairedDevice) -> Standby:
    """Return where a device that has said so will be found."""
    host, _colon, port = device.address.rpartition(":")
    return Standby(host=host, port=int(port), certificate=device.certificate)
