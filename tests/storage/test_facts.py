"""What a file says of itself is kept twice: one damaged byte is named, and costs nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.domain.errors import Refused
from app.domain.events.order import Entry
from app.services.ports import Identity
from app.storage.tournament import open_tournament, tournament_path
from app.storage.verify import verify
from tests.storage.damage import flip
from tests.storage.writer import DESK, JOURNAL, Writer, opened

TABLET_KEY = b"t" * 32
NAMES = ("journal", "term", "device", "epoch", f"key {DESK.device}", "key T3", "copy")
Evening = tuple[Path, tuple[Entry, ...]]


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """A folder with a small evening in it, the program ended, and its events."""
    writer, tablet = Writer(), Writer(device="T3", key=TABLET_KEY)
    with opened(tmp_path) as store:
        store.meta.learn("T3", TABLET_KEY)
        for _ in range(5):
            store.journal.append([writer.write(), tablet.write()])
        store.meta.raise_term()
        store.meta.raise_epoch()
        return tmp_path, store.journal.read()


def change(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(tournament_path(folder, JOURNAL))) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def older(folder: Path) -> None:
    """Make of a file one that was written before a copy was kept."""
    change(folder, "DELETE FROM meta WHERE name = 'copy'", "DELETE FROM _sqlite_migrations WHERE name = 'facts'")


def damaged_facts(folder: Path) -> set[object]:
    wheres = [problem.where for problem in verify(folder).problems]
    return {dict(where.params)["fact"] for where in wheres if where is not None and where.key == "where.fact"}


def place_of(path: Path, name: str) -> tuple[int, int]:
    """Where the value of a fact lies in the file, and how long it is."""
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as connection:
        (value,) = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    start = path.read_bytes().find(f"{name}{value}".encode())
    assert start >= 0
    return start + len(name), len(value)


@pytest.mark.parametrize("bit", [0, 4, 7])
@pytest.mark.parametrize("name", NAMES)
def test_a_changed_fact_is_named_and_costs_nothing(evening: Evening, name: str, bit: int) -> None:
    folder, entries = evening
    path = tournament_path(folder, JOURNAL)
    start, size = place_of(path, name)
    flip(path, start + size // 2, bit)
    assert damaged_facts(folder) == {name}
    damaged = path.read_bytes()
    with open_tournament(folder, JOURNAL) as store:
        assert store.salvaged is not None
        assert store.salvaged.aside.read_bytes() == damaged
        assert store.journal.read() == entries
        assert (store.meta.identity(), store.meta.term()) == (Identity(DESK.device, 3, DESK.key), 3)
        assert store.meta.keys() == {DESK.device: (DESK.key,), "T3": (TABLET_KEY,)}
    assert verify(folder).ok


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_fact_is_named_and_costs_nothing(evening: Evening, name: str) -> None:
    folder, entries = evening
    change(folder, f"DELETE FROM meta WHERE name = '{name}'")
    assert damaged_facts(folder) == {name}
    with open_tournament(folder, JOURNAL) as store:
        assert store.salvaged is not None
        assert store.journal.read() == entries
        assert store.meta.identity() == Identity(DESK.device, 3, DESK.key)


def test_the_end_of_the_journal_must_be_as_it_was_written(evening: Evening) -> None:
    folder, _entries = evening
    change(folder, "UPDATE meta SET value = upper(value) WHERE name = 'tip'")
    assert [problem.what.key for problem in verify(folder).problems] == ["damage.tip_head"]


def test_a_file_that_was_written_before_copies_were_kept_is_good(evening: Evening) -> None:
    folder, entries = evening
    older(folder)
    assert verify(folder).ok
    with open_tournament(folder, JOURNAL) as store:
        assert store.salvaged is None
        assert store.journal.read() == entries
    flip(tournament_path(folder, JOURNAL), place_of(tournament_path(folder, JOURNAL), "term")[0])
    assert damaged_facts(folder) == {"term"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("journal", "J2"),
        ("term", "x"),
        ("epoch", "-1"),
        ("device", "DESJ"),
        (f"key {DESK.device}", "64"),
        ("key T3", ""),
    ],
)
def test_what_makes_no_sense_in_an_older_file_is_named(evening: Evening, name: str, value: str) -> None:
    folder, entries = evening
    older(folder)
    change(folder, f"UPDATE meta SET value = '{value}' WHERE name = '{name}'")
    assert name in damaged_facts(folder)
    with open_tournament(folder, JOURNAL, lambda: DESK) as store:
        assert store.salvaged is not None
        assert store.journal.read() == entries
        writer = store.meta.identity()
        assert (writer.device, writer.key) == (DESK.device, DESK.key)
        assert writer.epoch == (1 + 1_000_000 if name == "epoch" else 3)
        assert store.meta.term() == (1_000_000 + 1 if name == "term" else 3)
    assert verify(folder).ok


def test_a_key_that_has_not_sealed_an_older_file_is_not_written_with(evening: Evening) -> None:
    folder, _entries = evening
    older(folder)
    change(folder, f"UPDATE meta SET value = '65' || substr(value, 3) WHERE name = 'key {DESK.device}'")
    with open_tournament(folder, JOURNAL, lambda: DESK) as store:
        assert store.salvaged is not None
        assert store.meta.identity() == Identity(DESK.device, 3, DESK.key)
    assert verify(folder).ok


def lose_facts(folder: Path) -> None:
    path = tournament_path(folder, JOURNAL)
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'meta'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with path.open("rb+") as file:
        file.seek((page - 1) * size)
        file.write(bytes(size))


def test_where_all_facts_are_gone_the_device_goes_on_if_it_wrote_there(evening: Evening) -> None:
    folder, entries = evening
    lose_facts(folder)
    with open_tournament(folder, JOURNAL, lambda: DESK) as store:
        assert store.salvaged is not None
        assert store.journal.read() == entries
        assert store.meta.identity() == Identity(DESK.device, 1 + 1_000_000, DESK.key)  # no epoch that was reached
        assert store.meta.term() > 1_000_000
    assert verify(folder).ok


def test_where_all_facts_are_gone_no_other_device_goes_on(evening: Evening) -> None:
    folder, _entries = evening
    lose_facts(folder)
    with pytest.raises(Refused) as refused:
        open_tournament(folder, JOURNAL, lambda: Identity(DESK.device, 1, b"x" * 32))
    assert refused.value.violations[0].key == "tournament.beyond_repair"
