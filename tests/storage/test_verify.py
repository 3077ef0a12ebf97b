"""One byte changed anywhere is seen, and the event that it belongs to is named."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.domain.errors import Violation, violation
from app.domain.events.order import Key
from app.domain.fold import fold
from app.domain.fold.snapshot import FOLD_VERSION, write_state
from app.domain.fold.state import State
from app.services.ports import Snapshot
from app.storage.backup import back_up
from app.storage.check import Report
from app.storage.machine import MachineClock, MachineRandom
from app.storage.promote import demote
from app.storage.tournament import open_tournament, tournament_path
from app.storage.tournaments import DeskTournaments
from app.storage.verify import verify
from app.texts.catalogue import texts
from app.texts.refusals import refusal
from tests.storage.writer import JOURNAL, Writer, opened

COLUMNS = ("n", "id", "device", "epoch", "seq", "payload", "mac", "head")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small evening in it: two devices, one event in quarantine."""
    folder = tmp_path_factory.mktemp("evening")
    desk, tablet = Writer(), Writer(device="T3", key=b"t" * 32)
    with opened(folder) as store:
        store.meta.learn(tablet.device, tablet.key)
        for _ in range(5):
            store.journal.append([desk.write(), tablet.write()])
        store.quarantine.hold(tablet.write(), place=Key("T3", 1, 6), reason="stale")
        store.journal.append([tablet.write(), desk.write()])
    return folder


def rows(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as connection:
        connection.text_factory = bytes
        return connection.execute("SELECT * FROM events ORDER BY n").fetchall()


def after(folder: Path, copy: Path, change: str, *values: object) -> Report:
    """Verify a copy in which somebody changed the rows through SQLite."""
    shutil.copytree(folder, copy)
    with closing(sqlite3.connect(tournament_path(copy, JOURNAL))) as connection:
        connection.execute("PRAGMA ignore_check_constraints=ON")
        connection.execute("PRAGMA writable_schema=ON")
        # A strict table would refuse what bad memory or a bad disk does not.
        connection.execute("UPDATE sqlite_schema SET sql = replace(sql, ' STRICT', '') WHERE name = 'events'")
        connection.commit()
    with closing(sqlite3.connect(tournament_path(copy, JOURNAL))) as connection:
        connection.execute(change, values)
        connection.commit()
    return verify(copy)


def test_what_was_written_verifies(written: Path) -> None:
    before = sorted(path.name for path in written.rglob("*"))
    report = verify(written)
    assert report.as_json(lambda wrong: wrong.key) == {"ok": True, "events": 12, "problems": []}
    assert sorted(path.name for path in written.rglob("*")) == before


@pytest.mark.parametrize("n", [1, 6, 12])
@pytest.mark.parametrize("column", COLUMNS)
def test_a_changed_column_names_its_event(written: Path, tmp_path: Path, column: str, n: int) -> None:
    stored = rows(tournament_path(written, JOURNAL))[n - 1][COLUMNS.index(column)]
    if isinstance(stored, int):
        changed: object = stored + 100
    elif column == "device":
        changed = "T4"
    else:
        assert isinstance(stored, bytes)
        changed = stored[:-1] + bytes([stored[-1] ^ 1])
    report = after(written, tmp_path / "copy", f"UPDATE events SET {column} = ? WHERE n = ?", changed, n)
    shown = n + 100 if column == "n" else n
    assert shown in named(report)
    for problem in report.problems:
        told = problem.place(french), french(problem.what)
        assert "{" not in "".join(told)
        assert "event" not in "".join(told)


def french(said: Violation) -> str:
    return refusal(said, texts("fr"))


def named(report: Report) -> set[object]:
    """The numbers of the events that a report blames, and the key of each place that is none."""
    places = [problem.where for problem in report.problems]
    return {dict(place.params).get("n", place.key) for place in places if place is not None}


CHANGES = [
    *((column, f"cast(x'00' || substr({column}, 2) AS BLOB)") for column in ("payload", "mac", "id", "head")),
    ("device", "'T4'"),
    ("epoch", "epoch + 1"),
    ("seq", "seq + 100"),
    *((column, f"cast({column} AS TEXT)") for column in ("payload", "mac", "id", "head")),
    ("seq", "'three'"),
]


@pytest.mark.parametrize("n", [1, 2, 6, 11, 12])
@pytest.mark.parametrize(("column", "change"), CHANGES)
def test_one_change_is_told_of_one_event_alone(written: Path, tmp_path: Path, column: str, change: str, n: int) -> None:
    report = after(written, tmp_path / "copy", f"UPDATE events SET {column} = {change} WHERE n = {n}")
    assert named(report) - {"where.file"} == {n}


def test_a_changed_type_is_seen(written: Path, tmp_path: Path) -> None:
    report = after(written, tmp_path / "copy", "UPDATE events SET payload = cast(payload AS TEXT) WHERE n = 3")
    assert (violation("where.row", "row", n=3), "damage.type") in {(p.where, p.what.key) for p in report.problems}


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ("DELETE FROM events WHERE n = 12", "damage.tip"),
        ("DELETE FROM events WHERE n = 7", "damage.number"),
        ("DELETE FROM quarantine", "damage.gap"),
        ("UPDATE quarantine SET payload = x'00'", "damage.id"),
        ("UPDATE meta SET value = 'J2' WHERE name = 'journal'", "damage.fact_changed"),
        ("UPDATE meta SET value = '5 00' WHERE name = 'tip'", "damage.tip"),
        ("UPDATE meta SET value = replace(value, '74', '75') WHERE name = 'key T3'", "damage.fact_changed"),
        (f"UPDATE meta SET value = '12 {'0' * 64}' WHERE name = 'tip'", "damage.tip_head"),
        ("DELETE FROM meta", "damage.fact"),
    ],
)
def test_what_is_missing_or_was_forged_is_seen(written: Path, tmp_path: Path, change: str, key: str) -> None:
    report = after(written, tmp_path / "copy", change)
    assert key in {problem.what.key for problem in report.problems}


def test_two_events_that_changed_places_are_seen(written: Path, tmp_path: Path) -> None:
    change = "UPDATE events SET n = CASE n WHEN 3 THEN -4 WHEN 4 THEN -3 END WHERE n IN (3, 4)"
    copy = tmp_path / "copy"
    after(written, copy, change)
    with closing(sqlite3.connect(tournament_path(copy, JOURNAL))) as connection:
        connection.execute("UPDATE events SET n = -n WHERE n < 0")
        connection.commit()
    assert {problem.what.key for problem in verify(copy).problems} >= {"damage.head"}


def flipped(path: Path, place: int) -> None:
    with path.open("rb+") as file:
        file.seek(place)
        byte = file.read(1)[0]
        file.seek(place)
        file.write(bytes([byte ^ (1 << place % 8)]))


def journal_bytes(path: Path) -> set[int]:
    """Where in the file the contents of the journal's rows lie."""
    whole = path.read_bytes()
    places: set[int] = set()
    for _n, event_id, _device, _epoch, _seq, payload, mac, head in rows(path):
        for value in (event_id, payload, mac, head):
            assert isinstance(value, bytes)
            start = whole.find(value)
            assert start >= 0
            places.update(range(start, start + len(value)))
    return places


def test_a_flipped_bit_anywhere_in_the_file_is_seen_or_changes_no_row(written: Path, tmp_path: Path) -> None:
    """A few hundred places of the file; those within the rows must be seen."""
    original = tournament_path(written, JOURNAL)
    must_be_seen = journal_bytes(original)
    before = rows(original)
    copy = tmp_path / "flipped.db"
    chance = random.Random(3)
    places = chance.sample(sorted(must_be_seen), 150) + chance.sample(range(original.stat().st_size), 250)
    for place in places:
        shutil.copyfile(original, copy)
        flipped(copy, place)
        seen = not verify(copy).ok
        assert seen or (place not in must_be_seen and rows(copy) == before), place


def test_commits_that_wait_in_the_wal_are_verified_too(written: Path, tmp_path: Path) -> None:
    shutil.copytree(written, tmp_path / "live")
    with open_tournament(tmp_path / "live", JOURNAL) as store:
        store.journal.append([Writer(device="late").write()])
        copy = tmp_path / "copy" / "tournaments"
        shutil.copytree(store.path.parent, copy)
    (copy / f"{JOURNAL}.db-shm").unlink()
    before = {path: path.read_bytes() for path in copy.iterdir()}
    assert (verify(copy.parent).ok, verify(copy.parent).events) == (True, 13)
    assert {path: path.read_bytes() for path in copy.iterdir()} == before


def test_what_is_no_database_is_told(tmp_path: Path) -> None:
    assert verify(tmp_path / "nowhere").problems[0].what.key == "damage.absent"
    (tmp_path / "device.db").write_bytes(b"no database" * 100)
    problem = verify(tmp_path).problems[0]
    assert (problem.file, problem.what.key) == ("device.db", "damage.not_a_database")


def test_a_folder_of_backups_is_verified(written: Path, tmp_path: Path) -> None:
    with open_tournament(written, JOURNAL) as store:
        backup = back_up(store, tmp_path / "stick")
    assert (verify(tmp_path / "stick").ok, verify(tmp_path / "stick").events) == (True, 12)
    whole = bytearray(backup.read_bytes())
    whole[whole.find(b'"donne":3') + 8] ^= 1
    backup.write_bytes(whole)
    assert {problem.file for problem in verify(tmp_path / "stick").problems} == {backup.name}


def test_a_folder_with_nothing_to_verify_is_no_good_folder(tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text("DURAND", "utf-8")
    (tmp_path / "lock.db").touch()
    report = verify(tmp_path)
    assert [(problem.file, problem.what.key) for problem in report.problems] == [(str(tmp_path), "damage.absent")]


def test_damaged_files_that_were_put_aside_are_told(written: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(written, copy)
    path = tournament_path(copy, JOURNAL)
    shutil.copyfile(path, f"{path}.damaged-1")
    aside = f"tournaments/{path.name}.damaged-1"
    assert (verify(copy).ok, verify(copy).kept) == (True, (aside,))
    path.unlink()
    assert [(problem.file, problem.what.key) for problem in verify(copy).problems] == [(aside, "damage.lost")]


def test_a_standbys_file_that_was_damaged_once_is_not_lost(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.journal.append(Writer().batch(3))
    demote(tmp_path, JOURNAL)
    path = tournament_path(tmp_path, JOURNAL)
    shutil.copyfile(path, f"{path}.damaged-1")
    assert (verify(tmp_path).ok, len(verify(tmp_path).kept)) == (True, 1)
    tournaments = DeskTournaments(tmp_path, tmp_path, clock=MachineClock(), random=MachineRandom())
    assert tournaments.known() == ()


def test_a_snapshot_that_is_not_what_the_journal_says_is_named(written: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(written, copy)
    with open_tournament(copy, JOURNAL) as store:
        entries = store.journal.read()
        for n in (4, 9):
            state = fold((entry.sealed.id, entry.sealed.event) for entry in entries[:n])
            store.snapshots.save(Snapshot(entries[n - 1].tip, FOLD_VERSION, write_state(state)))
    assert verify(copy).ok
    with open_tournament(copy, JOURNAL) as store:
        store.snapshots.save(Snapshot(entries[8].tip, FOLD_VERSION, write_state(State())))
    (problem,) = verify(copy).problems
    assert (problem.where, problem.what.key) == (violation("where.snapshot", "snapshot", n=9), "damage.snapshot")


def test_what_cannot_be_opened_is_told(tmp_path: Path) -> None:
    (tmp_path / "tournaments" / "J1.db").mkdir(parents=True)
    assert [problem.what.key for problem in verify(tmp_path).problems] == ["storage.failed"]
