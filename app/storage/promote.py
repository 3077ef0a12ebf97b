"""Promotion: a standby's file becomes the desk's, with all that it has mirrored, in a term above every other.

And back: the file of a desk that was replaced becomes a standby's.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from app.domain.errors import Refused, violation
from app.domain.events.envelope import Sealed
from app.domain.events.order import ORIGIN, Entry, Key
from app.services.ports import Identity
from app.storage import meta
from app.storage.fresh import change
from app.storage.journal import INSERT, row_of
from app.storage.mirror import read_shown
from app.storage.offline import open_offline
from app.storage.place import is_next
from app.storage.quarantine import DISMISSED
from app.storage.tournament import is_open, tournament_path

# A restore raises the term by one, and the standby may not have heard of it: a promotion leaps over many of them.
LEAP = 1_000
FORGOTTEN = "sync.forgotten"  # as where a device offers it to a desk
ARRIVED = "sync.arrived"  # as where a desk settles it


@dataclass(frozen=True, slots=True)
class Promoted:
    """A standby that is the desk now: how many events it had mirrored, its term and its writer from now on."""

    events: int
    term: int
    identity: Identity


def promote(folder: Path, journal_id: str) -> Promoted:
    """Make the desk of a standby: the desk's order, as far as it was pulled, becomes its own journal.

    All or nothing, whenever the power goes. What the desk had beyond it comes back from the tablets; what an earlier
    desk had, and this machine has not offered yet, waits in quarantine. Raises `Refused`
    with `folder.in_use` where the tournament is open, and `standby.empty` where nothing was pulled or the file has a
    journal of its own already.
    """
    path = tournament_path(folder, journal_id)
    if is_open(path):
        raise Refused(violation("folder.in_use", "data", path=str(folder)))
    change(path, _promote)
    with open_offline(path) as connection:
        events = meta.read_tip(connection).n
        return Promoted(events, int(meta.read(connection, "term")), meta.read_identity(connection))


def demote(folder: Path, journal_id: str) -> None:
    """Make a standby's file of one that a desk wrote, which another desk has replaced since; any other stays as it is.

    All or nothing, whenever the power goes. What the desk had written or kept is offered to the new one, which takes
    what it lacks: nothing of its own order may be shown, or served, as the new desk's. Its term stays what it was, and
    rises when the new desk is heard.
    """
    path = tournament_path(folder, journal_id)
    if path.exists() and not is_open(path):
        change(path, _demote)


def _demote(database: Database) -> None:
    connection = database.conn
    if meta.read_tip(connection) == ORIGIN:
        return
    # In the order in which they came: whoever takes them in finds each after what it follows.
    for table in ("events ORDER BY n", "quarantine ORDER BY number"):
        connection.execute(f"INSERT OR IGNORE INTO forgotten (id, mac, payload) SELECT id, mac, payload FROM {table}")
    for table in ("events", "quarantine", "snapshots", "mirror", "chains", "outbox", "aside"):
        connection.execute(f"DELETE FROM {table}")
    meta.write_tip(connection, ORIGIN)
    meta.rise(database, "epoch", 0)


def _promote(database: Database) -> None:
    connection = database.conn
    chain = read_shown(connection, after=0, limit=-1)
    if not chain or meta.read_tip(connection) != ORIGIN:
        raise Refused(violation("standby.empty", "tournament"))
    connection.executemany(INSERT, [row_of(Entry(seen.tip, seen.sealed)) for seen in chain])
    meta.write_tip(connection, chain[-1].tip)
    _place_quarantine(connection)
    _settle_arrived(connection)
    _keep_forgotten(connection)
    for table in ("mirror", "chains", "outbox", "aside", "forgotten"):
        connection.execute(f"DELETE FROM {table}")
    meta.rise(database, "term", int(meta.read(connection, "term")) + LEAP)
    meta.rise(database, "epoch", 0)


def _keep_forgotten(connection: sqlite3.Connection) -> None:
    """Put into quarantine what an earlier chain had; in no place, so that its own device can still bring it."""
    for payload, mac in connection.execute("SELECT payload, mac FROM forgotten ORDER BY rowid").fetchall():
        sealed = Sealed(payload, mac)
        key = Key.of(sealed.event)
        row = (bytes.fromhex(sealed.id), key.device, key.epoch, key.seq, payload, mac, FORGOTTEN)
        connection.execute(
            "INSERT OR IGNORE INTO quarantine (id, device, epoch, seq, placed, payload, mac, reason)"
            " VALUES (?, ?, ?, ?, 0, ?, ?, ?)",
            row,
        )


def _settle_arrived(connection: sqlite3.Connection) -> None:
    """Let nobody decide about what has come into the journal since the desk held it."""
    connection.execute(
        "UPDATE quarantine SET settled = ?, settled_reason = ? WHERE settled IS NULL AND EXISTS"
        " (SELECT 1 FROM events WHERE events.id = quarantine.id AND events.device = quarantine.device"
        " AND events.epoch = quarantine.epoch AND events.seq = quarantine.seq)",
        (DISMISSED, ARRIVED),
    )


def _place_quarantine(connection: sqlite3.Connection) -> None:
    """Give those in quarantine the places that they had at the desk, now that there is a journal to tell them by."""
    connection.execute("UPDATE quarantine SET placed = 0")
    rows = connection.execute(
        "SELECT number, device, epoch, seq FROM quarantine ORDER BY device, epoch, seq"
    ).fetchall()
    for number, *place in rows:
        if is_next(connection, Key(*place)):
            connection.execute("UPDATE quarantine SET placed = 1 WHERE number = ?", (number,))
