"""A real tablet and a real desk: files, threads, TLS and a socket; paired by a code, cut off, and joined again."""

import os
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from app.domain.errors import Refused, Violation
from app.domain.events.tournoi import DeviceAdmitted, Role, TabletAssigned
from app.services.book import Book
from app.services.ports import Identity
from app.services.projection import Projection
from app.storage.devices import SqliteDevices
from app.storage.machine import MachineClock, MachineRandom
from app.storage.tournament import TournamentStore, create_tournament
from sync.certificate import keep_certificate, public_part
from sync.door import Door, DoorProtocol, Inside
from sync.link import Link, Pinned, pair
from sync.pairing import Paired, PairingDesk
from sync.pin import fingerprint_of, pinned_context
from sync.serve import Serving, listen
from sync.tablet import TabletSync
from sync.wire import MAX_BODY_BYTES
from tests.sim.evening import DESK, JOURNAL, identity
from tests.sync.room import DeskAlone
from tests.sync.test_sync import DEALER, DONNE

HOST = "127.0.0.1"


class RealDesk:
    """A desk that can be switched off and on again at the same address."""

    def __init__(self, folder: Path) -> None:
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
        self.store.meta.learn(paired.device, paired.key)
        self.alone.book.write(DeviceAdmitted(device=paired.device, role=paired.role, label=paired.label))
        if paired.role is Role.TABLE:
            self.alone.book.write(TabletAssigned(table=1, device=paired.device, epoch=2))

    def show(self, role: Role) -> str:
        return self.pairing.show(role, time.monotonic())

    def switch_on(self) -> None:
        self.door = Door(
            Inside(
                self.alone.sync,
                self.pairing,
                self.devices,
                JOURNAL,
                self.thread,
                MachineClock(),
                on_paired=self.admit,
            )
        )
        listener = listen(HOST, self.port)
        self.serving = Serving(self.door.site, listener, protocol=DoorProtocol, certificate=self.certificate)
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


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[RealDesk]:
    desk = RealDesk(tmp_path / "desk")
    yield desk
    desk.close()


@contextmanager
def tablet(desk: RealDesk, folder: Path) -> Iterator[tuple[TournamentStore, Book, Link, Pinned]]:
    """A tablet that was just paired, and pulls."""
    pinned, paired, journal = pair(
        desk.show(Role.TABLE),
        host=HOST,
        port=desk.port,
        device="TAB9",
        role=Role.TABLE,
        label="Table 1",
        entropy=os.urandom,
    )
    with create_tournament(folder, journal, Identity(paired.device, 1, paired.key)) as store:
        projection = Projection(store.mirror, store.journal, store.outbox, device=paired.device)
        book = Book(
            store.journal, store.meta.identity(), clock=MachineClock(), random=MachineRandom(), prefix=projection
        )
        link = Link(
            lambda: TabletSync(store.journal, store.outbox, store.mirror, meta=store.meta, seed=1),
            pinned,
            on_change=lambda: None,
            on_trouble=lambda what: None,
        )
        try:
            yield store, book, link, pinned
        finally:
            link.close()


def eventually(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_tablet_is_paired_writes_and_arrives_even_if_the_desk_is_away_for_a_while(
    desk: RealDesk, tmp_path: Path
) -> None:
    with tablet(desk, tmp_path / "tablet") as (store, book, link, _pinned):
        eventually(lambda: store.mirror.cursor().tip == desk.store.journal.tip())
        book.catch_up()
        book.write(DEALER, table=1)
        link.wrote()
        eventually(lambda: store.outbox.waiting() == 0)
        desk.switch_off()
        book.write(DONNE, table=1)
        link.wrote()
        time.sleep(0.3)
        assert store.outbox.waiting() == 1
        desk.switch_on()
        eventually(lambda: store.outbox.waiting() == 0)
        eventually(lambda: store.mirror.cursor().tip == desk.store.journal.tip())
        book.catch_up()
        feuille = desk.thread.submit(lambda: desk.alone.book.state.feuille(1, 1)).result()
        assert book.state.feuille(1, 1) == feuille
        assert len(feuille.donnes) == 1


def test_what_the_desk_writes_reaches_a_tablet_that_waits_for_it_at_once(desk: RealDesk, tmp_path: Path) -> None:
    with tablet(desk, tmp_path / "tablet") as (store, _book, _link, _pinned):
        eventually(lambda: store.mirror.cursor().tip == desk.store.journal.tip())
        assigned = TabletAssigned(table=2, device="TAB9", epoch=2)
        desk.thread.submit(lambda: desk.alone.book.write(assigned)).result()
        desk.door.grew()
        eventually(lambda: store.mirror.cursor().view == "tables 1 2")


def test_a_wrong_code_pairs_nobody_and_says_so(desk: RealDesk) -> None:
    code = desk.show(Role.TABLE)
    asked = {"host": HOST, "device": "X", "role": Role.TABLE, "label": "", "entropy": os.urandom}
    with pytest.raises(Refused) as refused:
        pair(f"{(int(code) + 1) % 10**8:08}", port=desk.port, **asked)  # type: ignore[arg-type]
    assert refused.value.violations[0].key == "pairing.wrong_code"
    assert desk.devices.known() == ()
    with socket.create_server((HOST, 0)) as nobody:
        port = nobody.getsockname()[1]
    with pytest.raises(Refused) as refused:
        pair(code, port=port, **asked)  # type: ignore[arg-type]
    assert refused.value.violations[0].key == "desk.unreachable"


def test_a_revoked_tablet_is_turned_away_at_the_door_and_told(desk: RealDesk, tmp_path: Path) -> None:
    with tablet(desk, tmp_path / "tablet") as (store, _book, _link, pinned):
        eventually(lambda: store.mirror.cursor().n > 0)
        desk.devices.revoke("TAB9")
        told: list[Violation] = []
        new_sync = lambda: TabletSync(store.journal, store.outbox, store.mirror, meta=store.meta, seed=2)  # noqa: E731
        again = Link(new_sync, pinned, on_change=lambda: None, on_trouble=told.append)
        eventually(lambda: bool(told))
        again.close()
        assert told[0].key == "sync.unknown_device"


def test_the_door_stores_nothing_of_strangers_and_bounds_what_it_reads(desk: RealDesk, tmp_path: Path) -> None:
    context = pinned_context(public_part(desk.certificate))
    with (
        tablet(desk, tmp_path / "tablet") as (_store, _book, _link, pinned),
        httpx.Client(base_url=f"https://{HOST}:{desk.port}", verify=context, trust_env=False) as stranger,
        pinned.client() as known,
    ):
        assert stranger.post("/sync", content=b"{}").status_code == 401
        assert stranger.get("/sync").status_code == 405
        assert stranger.get("/").status_code == 404
        assert b"sync.unreadable" in stranger.post("/pair/hello", content=b"{}").content
        assert b"sync.unreadable" in known.post("/sync", content=b"{}").content
        assert known.post("/sync", content=b" " * (MAX_BODY_BYTES + 1)).status_code == 413
