"""The check of one file: what SQLite says of it, and what a walk along its journal finds."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from app.domain.errors import Violation, violation
from app.domain.events.order import Tip
from app.storage import meta
from app.storage.facts import Facts, read_facts
from app.storage.offline import overlook
from app.storage.shape import is_in_shape
from app.storage.wal import Wal
from app.storage.walk import Problem, Walk

log = logging.getLogger(__name__)
FILE = violation("where.file", "file")
_INTEGRITY = "PRAGMA integrity_check(20)"  # after the first few complaints, more say no more
_MAGIC = b"SQLite format 3\0\x10\0"  # with the size of the pages
_WRITABLE = (b"\1\1", b"\2\2")  # after it: what a program must know to write in the file, and to read it
_WORDS = ("_sqlite_migrations", "quarantine", "aside", "drafts", "chains")  # tables in which there is text
_COMPLAINTS = {  # words in a complaint of SQLite, and the damage that they tell of
    "not a database": "not_a_database",
    "no such table": "not_a_database",
    " index ": "index",
}

# What reading a damaged file can raise: SQLite's own errors, a fact that is missing, one that cannot be read.
Damage = (sqlite3.DatabaseError, KeyError, ValueError)


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found: how many events, and every problem."""

    events: int
    problems: tuple[Problem, ...]
    kept: tuple[str, ...] = ()  # damaged files that were put aside earlier, with a good one in their place

    @property
    def ok(self) -> bool:
        """Whether everything is as it was written."""
        return not self.problems

    def as_json(self, say: Callable[[Violation], str]) -> dict[str, object]:
        """Return the report as `verify --json` prints it, each problem in the words of `say`."""
        told = [{"where": problem.place(say), "what": say(problem.what)} for problem in self.problems]
        return {"ok": self.ok, "events": self.events, "problems": told}


def check(connection: sqlite3.Connection, *, macs: bool = True) -> Report:
    """Check a tournament's database through a connection of `app.storage.offline`; writes nothing.

    With `macs`, that of every event is checked whose device's key the file knows. Without, where the keys are beyond
    doubt, a MAC that was changed is seen all the same, by the heads; one that never was right is not.
    """
    problems: list[Problem] = [Problem(FILE, what) for what in integrity(connection)]
    overlook(connection)
    walk = Walk("")
    numbers: set[int] = set()  # a page that stands for another is gone along again and again
    try:
        facts = read_facts(connection)
        if not facts.told:  # of no tournament, or without the table in which it says of which
            return Report(0, (Problem(FILE, violation("damage.not_a_database", "file")),))
        problems.extend(_facts(facts))
        # A key that no copy vouches for is held against what was sealed with it.
        walk = Walk(facts.told.get("journal", ""), facts.keys if macs or not facts.are_certain else {})
        for row in walk.rows(connection):
            numbers.add(walk.n)
            problems.extend(row.problems)
        problems.extend(_tip(meta.read_tip(connection), walk))
        problems.extend(_quarantine(connection))
        if not is_in_shape(connection):
            problems.append(Problem(FILE, violation("damage.structure", "file")))
        problems.extend(_texts(connection))
    except sqlite3.DatabaseError as error:
        problems.append(Problem(violation("where.after", "file", n=walk.n), _complaint(str(error))))
    except Damage:
        problems.append(Problem(FILE, violation("damage.fact", "file")))
    return Report(len(numbers), tuple(problems))


def passed_over(path: Path) -> Iterator[Problem]:
    """Tell what SQLite passes over in silence: commits in a damaged WAL, a file that it would never write in again."""
    with path.open("rb") as file:
        magic, versions = file.read(len(_MAGIC)), file.read(2)
    if magic == _MAGIC and versions not in _WRITABLE:
        yield Problem(FILE, violation("damage.structure", "file"))
    if Wal.of(path).has_lost:
        yield Problem(FILE, violation("damage.wal", "file"))


def integrity(connection: sqlite3.Connection) -> Iterator[Violation]:
    """Tell what SQLite finds wrong with a database, each kind of damage once."""
    try:
        said = [row[0].decode(errors="replace") for row in connection.execute(_INTEGRITY).fetchall()]
    except Damage as error:  # a schema that is no longer text cannot even be complained of
        said = [str(error)]
    yield from dict.fromkeys(_complaint(one) for one in said if one != "ok")


def _complaint(said: str) -> Violation:
    """Return what a complaint of SQLite means; its own words, in English and on pages and cells, go to the log."""
    log.info("SQLite: %s", said)
    kind = next((kind for words, kind in _COMPLAINTS.items() if words in said), "structure")
    return violation(f"damage.{kind}", "file")


def _texts(connection: sqlite3.Connection) -> Iterator[Problem]:
    """Tell of text that is none any more, in the tables whose rows are not held against anything else."""
    as_bytes, connection.text_factory = connection.text_factory, str
    try:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        for table in tables.intersection(_WORDS):
            connection.execute(f"SELECT * FROM {table}").fetchall()
    except sqlite3.DatabaseError as error:
        yield Problem(FILE, _complaint(str(error)))
    finally:
        connection.text_factory = as_bytes


def _facts(facts: Facts) -> Iterator[Problem]:
    for name in facts.damaged:
        yield Problem(violation("where.fact", "fact", fact=name), violation("damage.fact_changed", "fact"))


def _tip(tip: Tip, walk: Walk) -> Iterator[Problem]:
    if tip.n != walk.n:
        yield Problem(violation("where.tip", "tip"), violation("damage.tip", "tip", n=walk.n, expected=tip.n))
    elif tip.head not in {head.hex() for head in walk.heads}:
        yield Problem(violation("where.tip", "tip"), violation("damage.tip_head", "tip"))


def _quarantine(connection: sqlite3.Connection) -> Iterator[Problem]:
    for number, event_id, payload in connection.execute("SELECT number, id, payload FROM quarantine"):
        if not isinstance(payload, bytes) or hashlib.sha256(payload).digest() != event_id:
            yield Problem(violation("where.quarantine", "number", number=number), violation("damage.id", "id"))
