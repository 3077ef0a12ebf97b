"""The check of one file: what SQLite says of it, and what a walk along its journal finds."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from app.domain.errors import Violation, violation
from app.domain.events.order import Tip
from app.storage import meta
from app.storage.offline import overlook
from app.storage.walk import Problem, Walk

log = logging.getLogger(__name__)
FILE = violation("where.file", "file")
_INTEGRITY = "PRAGMA integrity_check(20)"  # after the first few complaints, more say no more
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

    With `macs`, that of every event is checked whose device's key the file knows. Without, a MAC that was changed
    is seen all the same, by the heads; one that never was right is not.
    """
    problems: list[Problem] = [Problem(FILE, what) for what in integrity(connection)]
    overlook(connection)
    walk = Walk("")
    events = 0
    try:
        walk = Walk(meta.read(connection, "journal"), meta.read_keys(connection) if macs else {})
        for row in walk.rows(connection):
            events += 1
            problems.extend(row.problems)
        problems.extend(_tip(meta.read_tip(connection), walk))
        problems.extend(_quarantine(connection))
    except sqlite3.DatabaseError as error:
        problems.append(Problem(violation("where.after", "file", n=walk.n), _complaint(str(error))))
    except Damage:
        problems.append(Problem(FILE, violation("damage.fact", "file")))
    return Report(events, tuple(problems))


def integrity(connection: sqlite3.Connection) -> Iterator[Violation]:
    """Tell what SQLite finds wrong with a database, each kind of damage once."""
    try:
        said = [row[0].decode(errors="replace") for row in connection.execute(_INTEGRITY).fetchall()]
    except sqlite3.DatabaseError as error:
        said = [str(error)]
    yield from dict.fromkeys(_complaint(one) for one in said if one != "ok")


def _complaint(said: str) -> Violation:
    """Return what a complaint of SQLite means; its own words, in English and on pages and cells, go to the log."""
    log.info("SQLite: %s", said)
    kind = next((kind for words, kind in _COMPLAINTS.items() if words in said), "structure")
    return violation(f"damage.{kind}", "file")


def _tip(tip: Tip, walk: Walk) -> Iterator[Problem]:
    if tip.n != walk.n:
        yield Problem(violation("where.tip", "tip"), violation("damage.tip", "tip", n=walk.n, expected=tip.n))
    elif bytes.fromhex(tip.head) not in walk.heads:
        yield Problem(violation("where.tip", "tip"), violation("damage.tip_head", "tip"))


def _quarantine(connection: sqlite3.Connection) -> Iterator[Problem]:
    for number, event_id, payload in connection.execute("SELECT number, id, payload FROM quarantine"):
        if not isinstance(payload, bytes) or hashlib.sha256(payload).digest() != event_id:
            yield Problem(violation("where.quarantine", "number", number=number), violation("damage.id", "id"))
