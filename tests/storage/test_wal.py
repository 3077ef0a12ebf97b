"""One byte changed in the WAL after a crash is told, and costs no more than what it belongs to."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.events.order import Entry
from app.services.ports import Identity
from app.storage.tournament import open_tournament, tournament_path
from app.storage.verify import verify
from tests.storage.damage import flip
from tests.storage.writer import DESK, JOURNAL, Writer, opened

EVENTS = 12
HEADER, FRAME, PAGE = 32, 24, 4096


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[Entry, ...]]:
    """A folder as a kill leaves it, with the last events in the WAL, and all events that were called saved."""
    folder = tmp_path_factory.mktemp("evening")
    writer = Writer()
    with opened(folder / "live") as store:
        store.journal.append(writer.batch(EVENTS))
    with open_tournament(folder / "live", JOURNAL) as store:
        for _ in range(EVENTS):
            store.journal.append([writer.write()])
        shutil.copytree(folder / "live", folder / "left")
        return folder / "left", store.journal.read()


@pytest.fixture
def killed(left: tuple[Path, tuple[Entry, ...]], tmp_path: Path) -> tuple[Path, tuple[Entry, ...]]:
    """A copy of it to be damaged."""
    shutil.copytree(left[0], tmp_path / "killed")
    return tmp_path / "killed", left[1]


def wal_of(folder: Path) -> Path:
    return Path(f"{tournament_path(folder, JOURNAL)}-wal")


def frames_of(wal: Path) -> Iterator[int]:
    """Where each frame of a WAL begins."""
    return iter(range(HEADER, wal.stat().st_size, FRAME + PAGE))


def goes_on(folder: Path, entries: tuple[Entry, ...]) -> int:
    """Check that damage is told and kept, that a new epoch and term begin; return how many events were saved."""
    path = tournament_path(folder, JOURNAL)
    before = path.read_bytes(), wal_of(folder).read_bytes()
    assert "damage.wal" in {problem.what.key for problem in verify(folder).problems}
    assert (path.read_bytes(), wal_of(folder).read_bytes()) == before
    with open_tournament(folder, JOURNAL) as store:
        salvaged = store.salvaged
        assert salvaged is not None
        assert (salvaged.aside.read_bytes(), Path(f"{salvaged.aside}-wal").read_bytes()) == before
        assert salvaged.known == len(entries)
        assert store.journal.read() == entries[: salvaged.saved]
        assert (store.meta.identity(), store.meta.term()) == (Identity(DESK.device, 2, DESK.key), 2)
        assert store.journal.append([Writer(epoch=2).write()]).n == salvaged.saved + 1
    assert verify(folder).ok
    return salvaged.saved


def test_a_wal_that_a_kill_left_is_no_damage(killed: tuple[Path, tuple[Entry, ...]]) -> None:
    folder, entries = killed
    assert (verify(folder).ok, verify(folder).events) == (True, len(entries))
    with open_tournament(folder, JOURNAL) as store:
        assert store.salvaged is None
        assert store.journal.read() == entries


def test_a_changed_payload_in_the_wal_names_its_event(killed: tuple[Path, tuple[Entry, ...]]) -> None:
    folder, entries = killed
    wal = wal_of(folder)
    lost = entries[-1]
    flip(wal, wal.read_bytes().rfind(lost.sealed.payload) + 9)
    named = {dict(problem.where.params).get("n") for problem in verify(folder).problems if problem.where}
    assert lost.n in named
    assert goes_on(folder, entries) == lost.n - 1


def test_what_later_commits_have_written_again_is_not_lost(killed: tuple[Path, tuple[Entry, ...]]) -> None:
    folder, entries = killed
    wal = wal_of(folder)
    flip(wal, wal.read_bytes().find(entries[EVENTS].sealed.payload) + 9)  # its page is in every commit that follows
    assert goes_on(folder, entries) == len(entries)


@pytest.mark.parametrize("noted", [True, False], ids=["index", "no index"])
@pytest.mark.parametrize("byte", range(FRAME))
def test_a_changed_byte_in_the_head_of_a_frame_is_told(
    killed: tuple[Path, tuple[Entry, ...]], byte: int, noted: bool
) -> None:
    folder, entries = killed
    wal = wal_of(folder)
    if not noted:
        Path(f"{tournament_path(folder, JOURNAL)}-shm").unlink()
    flip(wal, list(frames_of(wal))[7] + byte)
    assert goes_on(folder, entries) >= EVENTS


@pytest.mark.parametrize("byte", range(HEADER))
def test_a_changed_byte_in_the_head_of_the_wal_is_told(killed: tuple[Path, tuple[Entry, ...]], byte: int) -> None:
    folder, entries = killed
    flip(wal_of(folder), byte)
    assert goes_on(folder, entries) == len(entries)


def test_a_bit_flipped_anywhere_in_the_wal_is_told(left: tuple[Path, tuple[Entry, ...]], tmp_path: Path) -> None:
    folder, entries = left
    chance = random.Random(4)
    for number, place in enumerate(chance.sample(range(wal_of(folder).stat().st_size), 60)):
        shutil.copytree(folder, copy := tmp_path / str(number))
        flip(wal_of(copy), place, chance.randrange(8))
        assert goes_on(copy, entries) >= EVENTS, place


@pytest.mark.parametrize("cut", [1, 3000, 5000, 20_000])
def test_a_wal_that_was_cut_is_told_where_the_index_knows_more(
    killed: tuple[Path, tuple[Entry, ...]], cut: int
) -> None:
    folder, entries = killed
    with wal_of(folder).open("rb+") as file:
        file.truncate(wal_of(folder).stat().st_size - cut)
    with open_tournament(folder, JOURNAL) as store:
        assert store.salvaged is not None
        assert EVENTS <= store.salvaged.saved < len(entries)
        assert store.journal.read() == entries[: store.salvaged.saved]


@pytest.mark.parametrize("size", [0, 31, HEADER, HEADER + 100])
def test_a_wal_with_nothing_left_in_it_is_told(killed: tuple[Path, tuple[Entry, ...]], size: int) -> None:
    folder, _entries = killed
    wal_of(folder).write_bytes(wal_of(folder).read_bytes()[:size])
    with open_tournament(folder, JOURNAL) as store:
        assert store.salvaged is not None
        assert store.salvaged.saved == EVENTS
        assert store.meta.identity().epoch == 2


@pytest.mark.parametrize("torn", range(1, 4))
def test_a_torn_end_after_a_power_cut_is_no_damage(killed: tuple[Path, tuple[Entry, ...]], torn: int) -> None:
    """The sectors of the last commit come to the disk in any order; nobody was told yet that it was saved."""
    folder, entries = killed
    Path(f"{tournament_path(folder, JOURNAL)}-shm").unlink()
    wal = wal_of(folder)
    whole = wal.read_bytes()
    starts = list(frames_of(wal))
    commits = [start for start in starts if whole[start + 4 : start + 8] != bytes(4)]
    last = [start for start in starts if start > commits[-2]]
    content = bytearray(whole)
    content[last[0] + 512 * torn : last[0] + 512 * (torn + 1)] = b"\xaa" * 512  # what lay there before
    wal.write_bytes(content)
    assert verify(folder).ok
    with open_tournament(folder, JOURNAL) as store:
        assert store.salvaged is None
        assert store.journal.read() == entries[:-1]
