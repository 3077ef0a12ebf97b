"""The check of one file: what SQLite says of it, and what a walk along its journal finds."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from app.domain.errors import Violation, violation
from app.domain.events.order import Tip
from app.storage import meta
from app.storage.offline import overlook
from app.storage.walk import Problem, Walk

MOST_COMPLAINTS = 20  # of SQLite's own; after the first few they say no more

# What reading a damaged file can raise: SQLite's own errors, a fact that is missing, one that cannot be read.
Damage = (sqlite3.DatabaseError, KeyError, ValueError)


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found: how many events, and every problem."""

    events: int
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether everything is as it was written."""
        return not self.problems

    def as_json(self, say: Callable[[Violation], str]) -> dict[str, object]:
        """Return the report as `verify --json` prints it, each problem in the words of `say`."""
        told = [{"where": problem.where, "what": say(problem.what)} for problem in self.problems]
        return {"ok": self.ok, "events": self.events, "problems": told}


def check(connection: sqlite3.Connection, *, macs: bool = True) -> Report:
    """Check a tournament's database through a connection of `app.storage.offline`; writes nothing.

    With `macs`, that of every event is checked whose device's key the file knows. Without, a MAC that was changed
    is seen all the same, by the heads; one that never was right is not.
    """
    problems: list[Problem] = [Problem("file", what) for what in integrity(connection)]
    overlook(connection)
    walk = Walk("")
    events = 0
    try:
        walk = Walk(meta.read(connection, "journal"), meta.read_keys(connection) if macs else {})
        for row in walk.rows(connection):
            events += 1
            problems.extend(row.problems)
        if (tip := meta.read_tip(connection)) != Tip(walk.n, walk.heads[0].hex()):
            problems.append(Problem("tip", violation("damage.tip", "tip", n=walk.n, expected=tip.n)))
        problems.extend(_quarantine(connection))
    except Damage as error:
        problems.append(Problem(f"after event {walk.n}", violation("damage.sqlite", "file", said=str(error))))
    return Report(events, tuple(problems))


def integrity(connection: sqlite3.Connection) -> Iterator[Violation]:
    """Tell what SQLite finds wrong with a database."""
    try:
        for (said,) in connection.execute(f"PRAGMA integrity_check({MOST_COMPLAINTS})").fetchall():
            if said != b"ok":
                yield violation("damage.sqlite", "file", said=said.decode(errors="replace"))
    except sqlite3.DatabaseError as error:
        yield violation("damage.sqlite", "file", said=str(error))


def _quarantine(connection: sqlite3.Connection) -> Iterator[Problem]:
    for number, event_id, payload in connection.execute("SELECT number, id, payload FROM quarantine"):
        if not isinstance(payload, bytes) or hashlib.sha256(payload).digest() != event_id:
            yield Problem(f"quarantine {number}", violation("damage.id", "id"))
