"""A damaged file is kept aside, and the tournament goes on from its last good event."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.domain.errors import Refused
from app.domain.events.order import Cursor, Entry, Key
from app.services.ports import Identity
from app.storage.tournament import open_tournament, tournament_path
from app.storage.verify import verify
from tests.storage.writer import DESK, JOURNAL, Writer, opened

EVENTS = 240


@pytest.fixture
def evening(tmp_path: Path) -> tuple[Path, tuple[Entry, ...]]:
    """A folder with an evening in it, the program ended, and its events."""
    writer, tablet = Writer(), Writer(device="T3")
    with opened(tmp_path) as store:
        for _ in range(EVENTS // 4):
            store.journal.append([*writer.batch(3), tablet.write()])
        store.outbox.acknowledge(1, 20)
        store.drafts.save("table 1", {"points": 49})
        store.meta.raise_term()
        return tmp_path, store.journal.read()


def goes_on(folder: Path, entries: tuple[Entry, ...]) -> int:
    """Open a damaged tournament, check what its promise is, and return how many events were saved."""
    damaged = tournament_path(folder, JOURNAL).read_bytes()
    with open_tournament(folder, JOURNAL) as store:
        salvaged = store.salvaged
        assert salvaged is not None
        assert salvaged.aside.read_bytes() == damaged
        assert salvaged.problems
        assert store.journal.read() == entries[: salvaged.saved]
        assert store.meta.identity() == Identity(DESK.device, 2, DESK.key)
        assert store.meta.term() == 3
        assert store.journal.append([Writer(epoch=2).write()]).n == salvaged.saved + 1
    assert verify(folder).ok
    with open_tournament(folder, JOURNAL) as store:
        assert store.salvaged is None
    return salvaged.saved


def test_a_good_file_is_opened_as_it_is(evening: tuple[Path, tuple[Entry, ...]]) -> None:
    folder, entries = evening
    with open_tournament(folder, JOURNAL) as store:
        assert store.salvaged is None
        assert store.journal.read() == entries
    assert [path.name for path in (folder / "tournaments").iterdir()] == [f"{JOURNAL}.db"]


@pytest.mark.parametrize("share", [0.6, 0.75, 0.9])
def test_a_truncated_file_gives_what_is_left(evening: tuple[Path, tuple[Entry, ...]], share: float) -> None:
    folder, entries = evening
    path = tournament_path(folder, JOURNAL)
    with path.open("rb+") as file:
        file.truncate(int(path.stat().st_size * share))
    assert 0 < goes_on(folder, entries) < EVENTS


def test_a_torn_page_costs_the_events_after_it_only(evening: tuple[Path, tuple[Entry, ...]]) -> None:
    folder, entries = evening
    path = tournament_path(folder, JOURNAL)
    whole = bytearray(path.read_bytes())
    place = whole.find(entries[60].sealed.payload)
    start = place - place % 512
    whole[start : start + 512] = bytes(512)
    path.write_bytes(whole)
    assert 50 <= goes_on(folder, entries) <= 60


def test_a_changed_byte_stops_before_its_event(evening: tuple[Path, tuple[Entry, ...]]) -> None:
    folder, entries = evening
    path = tournament_path(folder, JOURNAL)
    whole = bytearray(path.read_bytes())
    whole[whole.find(entries[60].sealed.payload) + 9] ^= 1
    path.write_bytes(whole)
    assert goes_on(folder, entries) == 60


@pytest.mark.parametrize("n", [1, 60, 61, 239, EVENTS])
@pytest.mark.parametrize(
    "change",
    [
        "id = cast(x'00' || substr(id, 2) AS BLOB)",
        "device = 'T4'",
        "epoch = epoch + 8",
        "seq = seq + 512",
    ],
)
def test_what_can_be_told_again_costs_no_event(evening: tuple[Path, tuple[Entry, ...]], change: str, n: int) -> None:
    folder, entries = evening
    with closing(sqlite3.connect(tournament_path(folder, JOURNAL))) as connection:
        connection.execute(f"UPDATE events SET {change} WHERE n = ?", (n,))
        connection.commit()
    assert goes_on(folder, entries) == EVENTS


@pytest.mark.parametrize("n", [1, 61, 62, 239])
def test_a_damaged_head_costs_no_event_that_its_device_has_sealed(
    evening: tuple[Path, tuple[Entry, ...]], n: int
) -> None:
    folder, entries = evening
    with closing(sqlite3.connect(tournament_path(folder, JOURNAL))) as connection:
        connection.execute("UPDATE events SET head = cast(x'00' || substr(head, 2) AS BLOB) WHERE n = ?", (n,))
        connection.commit()
    assert goes_on(folder, entries) == EVENTS


@pytest.mark.parametrize(
    ("change", "saved"),
    [
        ("UPDATE events SET mac = cast(x'00' || substr(mac, 2) AS BLOB) WHERE n = 61", 60),
        # One of a device whose key is not known: nothing says that it is its seal that is whole.
        ("UPDATE events SET head = cast(x'00' || substr(head, 2) AS BLOB) WHERE n = 60", 59),
        ("DELETE FROM events WHERE n = 240", 239),
        ("DELETE FROM events WHERE n = 60", 59),
        ("UPDATE events SET payload = cast(x'00' || substr(payload, 2) AS BLOB) WHERE n = 61", 60),
    ],
)
def test_what_nothing_vouches_for_ends_what_is_saved(
    evening: tuple[Path, tuple[Entry, ...]], change: str, saved: int
) -> None:
    folder, entries = evening
    with closing(sqlite3.connect(tournament_path(folder, JOURNAL))) as connection:
        connection.execute(change)
        connection.commit()
    assert goes_on(folder, entries) == saved


def test_a_damaged_index_costs_no_event(evening: tuple[Path, tuple[Entry, ...]]) -> None:
    folder, entries = evening
    path = tournament_path(folder, JOURNAL)
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'events_key'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with path.open("rb+") as file:
        file.seek((page - 1) * size)
        file.write(bytes(size))
    assert goes_on(folder, entries) == EVENTS


def test_a_wal_that_was_cut_gives_what_was_committed_in_it(tmp_path: Path) -> None:
    """A torn tail of the WAL is no damage: SQLite passes over it, and so do we, in silence."""
    writer = Writer()
    with opened(tmp_path / "live") as store:
        for _ in range(10):
            store.journal.append([writer.write()])
        shutil.copytree(tmp_path / "live", tmp_path / "cut")
        entries = store.journal.read()
    (tmp_path / "cut" / "tournaments" / f"{JOURNAL}.db-shm").unlink()  # nothing in it was safe yet
    (tmp_path / "cut" / "tournaments" / f"check-{JOURNAL}-1").mkdir()  # as a kill in the middle of a check leaves it
    wal = tmp_path / "cut" / "tournaments" / f"{JOURNAL}.db-wal"
    with wal.open("rb+") as file:
        file.truncate(wal.stat().st_size - 3000)
    with open_tournament(tmp_path / "cut", JOURNAL) as store:
        assert store.salvaged is None
        assert store.journal.read() == entries[:9]
        assert not list(store.path.parent.glob("check-*"))


def test_what_is_kept_beside_the_events_is_saved_too(evening: tuple[Path, tuple[Entry, ...]]) -> None:
    folder, entries = evening
    path = tournament_path(folder, JOURNAL)
    whole = bytearray(path.read_bytes())
    whole[whole.find(entries[60].sealed.payload) + 9] ^= 1
    path.write_bytes(whole)
    with open_tournament(folder, JOURNAL) as store:
        assert store.drafts.load("table 1") == {"points": 49}
        assert store.outbox.pending()[0].sealed.event.seq == 21
        assert store.meta.keys() == {DESK.device: (DESK.key,)}


def test_a_place_in_quarantine_after_a_lost_event_is_free_again(tmp_path: Path) -> None:
    tablet = Writer(device="T3")
    first, lost, stale, last = tablet.batch(4)
    with opened(tmp_path) as store:
        store.journal.append([first, lost])
        store.quarantine.hold(stale, place=Key("T3", 1, 3), reason="stale")
        store.journal.append([last])
    path = tournament_path(tmp_path, JOURNAL)
    whole = bytearray(path.read_bytes())
    whole[whole.find(lost.payload) + 9] ^= 1
    path.write_bytes(whole)
    with open_tournament(tmp_path, JOURNAL) as store:
        assert store.journal.last_seq("T3", 1) == 1
        assert [held.sealed for held in store.quarantine.held()] == [stale]
        store.journal.append([lost])
        store.quarantine.hold(stale, place=Key("T3", 1, 3), reason="stale")
        assert store.journal.append([last]).n == 3
    assert verify(tmp_path).ok


@pytest.mark.parametrize("moved", [1, 2])
def test_a_salvage_that_was_cut_off_is_taken_up_again(evening: tuple[Path, tuple[Entry, ...]], moved: int) -> None:
    folder, entries = evening
    path = tournament_path(folder, JOURNAL)
    whole = bytearray(path.read_bytes())
    whole[whole.find(entries[60].sealed.payload) + 9] ^= 1
    path.write_bytes(whole)
    path.rename(f"{path}.damaged-1")
    if moved == 2:
        path.with_suffix(".new").write_bytes(b"half a file")
    with open_tournament(folder, JOURNAL) as store:
        assert store.salvaged is not None
        assert (store.salvaged.saved, store.salvaged.known) == (60, EVENTS)


@pytest.mark.parametrize("left", [b"", b"not a database at all" * 500])
def test_a_file_with_nothing_in_it_is_kept_and_refused(evening: tuple[Path, tuple[Entry, ...]], left: bytes) -> None:
    folder, _entries = evening
    path = tournament_path(folder, JOURNAL)
    path.write_bytes(left)
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            open_tournament(folder, JOURNAL)
        assert refused.value.violations[0].key == "tournament.beyond_repair"
    assert Path(f"{path}.damaged-1").read_bytes() == left
    assert not Path(f"{path}.damaged-2").exists()


def test_each_damaged_file_is_kept(evening: tuple[Path, tuple[Entry, ...]]) -> None:
    folder, entries = evening
    path = tournament_path(folder, JOURNAL)
    for number, event in enumerate([60, 30], start=1):
        whole = bytearray(path.read_bytes())
        whole[whole.find(entries[event].sealed.payload) + 9] ^= 1
        path.write_bytes(whole)
        with open_tournament(folder, JOURNAL) as store:
            assert store.salvaged is not None
            assert store.salvaged.aside.name.endswith(f".damaged-{number}")
            assert store.salvaged.saved == event


@pytest.mark.parametrize("term", [1, 4])
def test_a_tablets_file_keeps_the_term_of_its_desk(tmp_path: Path, term: int) -> None:
    with opened(tmp_path) as store:
        store.journal.append(Writer().batch(EVENTS))
        store.mirror.restart(Cursor(1, view="tables 1"))
        if term > 1:
            store.meta.raise_term(term)
    path = tournament_path(tmp_path, JOURNAL)
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 3 // 4 // 4096 * 4096])
    with open_tournament(tmp_path, JOURNAL) as store:
        assert store.salvaged is not None
        assert 0 < store.salvaged.saved < EVENTS
        assert (store.meta.term(), store.meta.identity().epoch) == (term, 2)
