"""A running desk: one thread that works on its tournaments, the door for devices, the hall's pages, its commands."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from ipaddress import IPv4Address
from pathlib import Path

from app.services.ports import Clock, Random
from app.services.tournaments import Tournaments
from sync.addresses import broadcast_addresses, lan_addresses
from sync.admin import AdminSocket, Asked, Told
from sync.beacon import Beacon
from sync.certificate import keep_certificate, public_part
from sync.control import ControlDesk
from sync.door import Door, DoorProtocol
from sync.hall.site import HallProtocol, hall_site
from sync.inside import Inside
from sync.pairing import PairingDesk
from sync.pin import fingerprint_of
from sync.serve import EVERYWHERE, Serving, listen

STOPPING_SECONDS = 10.0
LOOPBACK_BROADCAST = "127.255.255.255"

Run = Callable[[Tournaments, Asked], Told]
"""Run a command on the tournaments of a desk, and tell what it said."""


class RunningDesk:
    """Serves a desk's folder, which the caller holds, from construction until `stop` has been heard and `close` called.

    Raises `Refused`, with nothing left open, where a port is taken or the address is not this machine's.
    """

    def __init__(
        self,
        tournaments: Tournaments,
        folder: Path,
        *,
        host: str,
        hall_port: int,
        door_port: int,
        run: Run,
        clock: Clock,
        random: Random,
    ) -> None:
        self._host = host
        certificate = keep_certificate(folder)
        fingerprint = fingerprint_of(public_part(certificate))
        pairing = PairingDesk(fingerprint, random)

        def begin() -> ControlDesk:
            return ControlDesk(tournaments, pairing, folder=folder, addresses=self.door_addresses, clock=clock)

        with ExitStack() as unless_it_begins:  # a port may be taken, the tournament under way beyond repair
            hall = unless_it_begins.enter_context(listen(host, hall_port))
            door = unless_it_begins.enter_context(listen(host, door_port))
            self.hall_port: int = hall.getsockname()[1]
            self.door_port: int = door.getsockname()[1]
            self._thread = unless_it_begins.enter_context(ThreadPoolExecutor(1, thread_name_prefix="desk"))
            self._control = self._thread.submit(begin).result()
            unless_it_begins.pop_all()
        self._door = Door(
            Inside(
                sync=self._control,
                pairing=pairing,
                devices=tournaments.devices,
                thread=self._thread,
                clock=clock,
                on_paired=lambda _paired: None,  # it waits in the list of devices until somebody confirms it
            )
        )
        self._run = run
        self._doors = Serving(self._door.site, door, protocol=DoorProtocol, certificate=certificate)
        site = hall_site(lambda: next(iter(self.hall_addresses()), None))
        self._hall = Serving(site, hall, protocol=HallProtocol)
        self._beacon = Beacon(self.door_port, fingerprint, around=self._broadcasts, wanted=self._control.is_sought)
        self._admin = AdminSocket(folder, self._command)

    def hall_addresses(self) -> tuple[str, ...]:
        """Return where phones find the hall's pages now, without the scheme."""
        return self._addresses(self.hall_port)

    def door_addresses(self) -> tuple[str, ...]:
        """Return where tablets find this desk now."""
        return self._addresses(self.door_port)

    def _addresses(self, port: int) -> tuple[str, ...]:
        # Asked again each time: a laptop may change networks during an evening.
        names = lan_addresses() if self._host == EVERYWHERE else (self._host,)
        return tuple(f"{name}:{port}" for name in names)

    def _broadcasts(self) -> tuple[str, ...]:
        if self._host == EVERYWHERE:
            return broadcast_addresses()
        return (LOOPBACK_BROADCAST,) if IPv4Address(self._host).is_loopback else ()

    @property
    def running(self) -> bool:
        """Whether devices and phones can still be served."""
        return self._doors.running and self._hall.running

    @property
    def stopping(self) -> bool:
        """Whether `stop` was asked for."""
        return self._doors.stopping

    def stop(self) -> None:
        """Ask for the end; returns at once."""
        self._door.close()
        for serving in (self._doors, self._hall):
            serving.stop()

    def wait(self, seconds: float) -> None:
        """Return when the serving has ended, or after so many seconds."""
        self._doors.wait(seconds)

    def close(self) -> None:
        """Finish what is under way, and let go of everything."""
        self.stop()
        self._admin.close()
        self._beacon.close()
        for serving in (self._doors, self._hall):
            serving.wait(STOPPING_SECONDS)
        self._thread.submit(self._control.close).result()
        self._thread.shutdown()

    def _command(self, asked: Asked) -> Told:
        """Run a command on the desk's own thread, between two requests of devices."""
        told = self._thread.submit(self._run, self._control, asked).result()
        self._door.grew()
        return told
