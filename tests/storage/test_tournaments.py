"""A desk's folder: what opening one of its tournaments costs."""

from pathlib import Path

from app.domain.fold import fold
from app.domain.fold.snapshot import FOLD_VERSION
from app.services.book import SNAPSHOT_EVERY
from app.services.create_tournament import PRESETS, create_tournament
from app.storage.machine import MachineClock, MachineRandom
from app.storage.tournament import open_tournament
from app.storage.tournaments import DeskTournaments
from tests.storage.writer import Writer


def test_what_devices_brought_is_folded_once_and_not_at_each_opening(tmp_path: Path) -> None:
    tournaments = DeskTournaments(tmp_path / "desk", tmp_path, clock=MachineClock(), random=MachineRandom())
    with tournaments.begin() as opened:
        create_tournament(opened.book, PRESETS["club"], name="Mardi")
        writer = Writer(device="TAB1")
        brought = [writer.write(journal=opened.journal.id) for _ in range(SNAPSHOT_EVERY)]
        opened.book.add(brought, fold(((one.id, one.event) for one in brought), opened.book.state))
        journal, tip = opened.journal.id, opened.journal.tip()
    with open_tournament(tmp_path / "desk", journal) as store:
        kept = store.snapshots.latest(FOLD_VERSION)
    assert kept is not None
    assert kept.tip == tip
    tournaments.close()


def test_a_tail_that_nobody_had_time_to_keep_is_kept_when_the_file_is_let_go(tmp_path: Path) -> None:
    tournaments = DeskTournaments(tmp_path / "desk", tmp_path, clock=MachineClock(), random=MachineRandom())
    with tournaments.begin() as opened:
        create_tournament(opened.book, PRESETS["club"], name="Mardi")
        journal = opened.journal.id
    with open_tournament(tmp_path / "desk", journal) as store:  # as a desk leaves it that loses its power
        writer = Writer(device="TAB1")
        store.journal.append([writer.write(journal=journal) for _ in range(SNAPSHOT_EVERY)])
        assert store.snapshots.latest(FOLD_VERSION) is None
    with tournaments.open(journal) as opened:
        state = opened.book.state
    with open_tournament(tmp_path / "desk", journal) as store:
        assert store.snapshots.latest(FOLD_VERSION) is not None
    with tournaments.open(journal) as opened:
        assert opened.book.state == state
    tournaments.close()
