"""A real desk and a real tablet in one process: files, threads, TLS and a socket on the loopback."""

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from app.domain.events.tournoi import DeviceAdmitted, Role, TabletAssigned
from app.services.book import Book
from app.services.ports import Identity
from app.services.projection import Projection
from app.storage.devices import SqliteDevices
from app.storage.machine import MachineClock, MachineRandom
from app.storage.tournament import TournamentStore, create_tournament
from sync.certificate import keep_certificate, public_part
from sync.door import Door, DoorProtocol
from sync.inside import Inside
from sync.line import Pinned
from sync.link import Link, pair
from sync.pairing import Paired, PairingDesk
from sync.pin import fingerprint_of
from sync.serve import Serving, listen
from sync.tablet import TabletSync
from tests.sim.evening import DESK, JOURNAL, identity, next_epoch
from tests.sync.room import DeskAlone

HOST = "127.0.0.1"


class RealDesk:
    """A desk that can be switched off and on again at the same address."""

    def __init__(self, folder: Path, *, protocol: type[DoorProtocol] = DoorProtocol) -> None:
        self.protocol = protocol
        self.thread = ThreadPoolExecutor(1)
        self.store = create_tournament(folder, JOURNAL, identity(DESK))
        self.alone = self.thread.submit(DeskAlone, self.store).result()
        self.devices = SqliteDevices(folder)
        self.certificate = keep_certificate(folder)
        self.pairing = PairingDesk(fingerprint_of(public_part(self.certificate)), MachineRandom())
        self.port = 0
        self.switch_on()

    def admit(self, paired: Paired) -> None:
        """As somebody at the desk does, who gives the device its table."""
        self.devices.confirm(paired.device)
        self.store.meta.learn(paired.device, paired.key)
        self.alone.book.write(DeviceAdmitted(device=paired.device, role=paired.role, label=paired.label))
        if paired.role is Role.TABLE:
            epoch = next_epoch(self.alone.book.state, 1)
            self.alone.book.write(TabletAssigned(table=1, device=paired.device, epoch=epoch))

    def show(self, role: Role) -> str:
        return self.pairing.show(role, time.monotonic())

    def switch_on(self) -> None:
        self.door = Door(
            Inside(
                self.alone.sync,
                self.pairing,
                self.devices,
                self.thread,
                MachineClock(),
                on_paired=self.admit,
            )
        )
        listener = listen(HOST, self.port)
        self.serving = Serving(self.door.site, listener, protocol=self.protocol, certificate=self.certificate)
        self.port = self.serving.port

    def switch_off(self) -> None:
        self.door.close()
        self.serving.stop()
        self.serving.wait(10)
        assert not self.serving.running

    def close(self) -> None:
        self.switch_off()
        self.thread.shutdown()
        self.devices.close()
        self.store.close()


def paired_with(desk: RealDesk, device: str = "TAB9", *, port: int = 0) -> tuple[Pinned, Paired]:
    """Pair a device for a table with the code that the desk shows, at its own port or through another."""
    pinned, paired, _journal = pair(
        desk.show(Role.TABLE),
        host=HOST,
        port=port or desk.port,
        device=device,
        role=Role.TABLE,
        label="Table 1",
        entropy=os.urandom,
    )
    return pinned, paired


@contextmanager
def tablet_files(paired: Paired, folder: Path) -> Iterator[tuple[TournamentStore, Book]]:
    """What a tablet keeps, and the book that it writes in."""
    with create_tournament(folder, JOURNAL, Identity(paired.device, 1, paired.key)) as store:
        projection = Projection(store.mirror, store.journal, store.outbox, device=paired.device)
        clock, random = MachineClock(), MachineRandom()
        yield store, Book(store.journal, store.meta.identity(), clock=clock, random=random, prefix=projection)


def new_sync(store: TournamentStore) -> TabletSync:
    return TabletSync(store.journal, store.outbox, store.mirror, meta=store.meta, seed=1)


@contextmanager
def tablet(desk: RealDesk, folder: Path, *, port: int = 0) -> Iterator[tuple[TournamentStore, Book, Link, Pinned]]:
    """A tablet that was just paired, and pulls."""
    pinned, paired = paired_with(desk, port=port)
    with tablet_files(paired, folder) as (store, book):
        link = Link(lambda: new_sync(store), pinned, on_change=lambda: None, on_trouble=lambda what: None)
        try:
            yield store, book, link, pinned
        finally:
            link.close()


def eventually(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 60  # on a machine that does much else
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)
