"""What a tablet owes to tournaments that it follows no more, against a real desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.domain.errors import Refused
from app.services.ports import Identity
from app.storage.machine import MachineRandom
from app.storage.tournament import TournamentStore, create_tournament, open_tournament, tournament_path
from sync.arrears import Arrears
from sync.carried import label_of
from sync.line import Pinned
from sync.parcel import Carries, read_parcel
from tests.sim.evening import JOURNAL
from tests.storage.writer import Writer
from tests.sync.real import RealDesk, eventually, paired_with, tablet
from tests.sync.test_sync import DEALER, DONNE


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[RealDesk]:
    desk = RealDesk(tmp_path / "desk")
    yield desk
    desk.close()


@contextmanager
def arrears(folder: Path, where: Callable[[], Pinned | None]) -> Iterator[Arrears]:
    arrears = Arrears(folder, where=where, random=MachineRandom(), on_change=lambda: None)
    try:
        yield arrears
    finally:
        arrears.close()
        assert not any(path.is_relative_to(folder) for path in TournamentStore.written)


def write_elsewhere(folder: Path, identity: Identity, journal: str, events: int = 1) -> None:
    """Leave something in the tablet's folder that it owes to a tournament of which this desk knows nothing."""
    with create_tournament(folder, journal, identity) as store:
        writer = Writer(device=identity.device, key=identity.key)
        store.journal.append([writer.write(journal=journal) for _ in range(events)])


def test_what_is_owed_is_sent_once_a_desk_is_there(desk: RealDesk, tmp_path: Path) -> None:
    folder = tmp_path / "tablet"
    with tablet(desk, folder) as (store, book, _link, pinned):
        eventually(lambda: store.mirror.cursor().tip == desk.store.journal.tip())
        book.catch_up()
        desk.switch_off()
        book.write(DEALER, table=1)
        book.write(DONNE, table=1)
    places: list[Pinned] = []
    with arrears(folder, lambda: places[0] if places else None) as owed:
        owed.leave_alone("T2", "TAB9")
        assert owed.count == 2
        desk.switch_on()
        places.append(pinned)
        owed.nudge()
        eventually(lambda: owed.count == 0)
    assert desk.store.journal.last_seq("TAB9", 1) == 2
    with open_tournament(folder, JOURNAL) as store:
        assert store.outbox.waiting() == 0


def test_what_a_desk_does_not_know_stays_owed_and_keeps_nothing_else_back(desk: RealDesk, tmp_path: Path) -> None:
    folder = tmp_path / "tablet"
    with tablet(desk, folder) as (store, book, _link, pinned):
        eventually(lambda: store.mirror.cursor().tip == desk.store.journal.tip())
        book.catch_up()
        desk.switch_off()
        book.write(DEALER, table=1)
        identity = store.meta.identity()
    write_elsewhere(folder, identity, "A1", events=3)
    desk.switch_on()
    with arrears(folder, lambda: pinned) as owed:
        owed.leave_alone("T2", "TAB9")
        eventually(lambda: owed.count == 3)
        assert owed.find("a1") == owed.find()


def test_a_tournament_that_is_followed_is_left_alone_at_once(desk: RealDesk, tmp_path: Path) -> None:
    folder = tmp_path / "tablet"
    pinned, paired = paired_with(desk)
    write_elsewhere(folder, Identity(paired.device, 1, paired.key), "A1")
    with arrears(folder, lambda: pinned) as owed:
        owed.leave_alone("T2", paired.device)
        assert owed.count == 1
        for _ in range(20):  # whatever the sending is about
            owed.leave_alone("A1", paired.device)
            with open_tournament(folder, "A1"):
                assert owed.count == 0
            owed.leave_alone("T2", paired.device)
            assert label_of(read_parcel(owed.sheets_file("A1").data, Carries.SHEETS)).journal == "A1"
        owed.leave_alone("A1", paired.device)
        with pytest.raises(Refused):
            owed.sheets_file("A1")


def test_only_what_this_device_wrote_is_counted_and_a_damaged_file_keeps_nobody_from_the_others(
    desk: RealDesk, tmp_path: Path
) -> None:
    folder = tmp_path / "tablet"
    _pinned, paired = paired_with(desk)
    write_elsewhere(folder, Identity(paired.device, 1, paired.key), "A1")
    write_elsewhere(folder, Identity(paired.device, 1, paired.key), "B1")
    tournament_path(folder, "A1").write_bytes(b"no database" * 1000)
    with arrears(folder, lambda: None) as owed:
        owed.leave_alone("", "ANOTHER")
        assert owed.count == 0
        owed.leave_alone("", paired.device)
        assert [owed.count, owed.find("A1")] == [1, None]
