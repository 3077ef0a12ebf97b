"""The outbox: which of this device's own events the desk has not yet acknowledged."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from sqlite_utils import Database

from app.domain.errors import Refused, violation
from app.domain.events.order import Entry
from app.storage.journal import entry_of
from app.storage.meta import read_identity
from app.storage.place import Places
from app.storage.readers import Readers
from app.storage.thread import StorageThread

_UNACKED = """
    FROM events LEFT JOIN outbox USING (epoch)
    WHERE device = (SELECT value FROM meta WHERE name = 'device') AND seq > coalesce(acked, 0)
"""
_PENDING = f"SELECT n, head, payload, mac {_UNACKED} ORDER BY epoch, seq LIMIT ?"


class SqliteOutbox:
    """The port `Outbox` on a tournament's file: the events are the journal's, a cursor for each epoch is kept here."""

    def __init__(self, thread: StorageThread, readers: Readers) -> None:
        self._thread = thread
        self._readers = readers

    def pending(self, limit: int = 100) -> tuple[Entry, ...]:
        """Return the oldest events that the desk has not acknowledged, in order of epoch and seq."""
        with self._readers.lent() as connection:
            return tuple(map(entry_of, connection.execute(_PENDING, (limit,)).fetchall()))

    def waiting(self) -> int:
        """Count the events that the desk has not acknowledged."""
        with self._readers.lent() as connection:
            return count_unacked(connection)

    def acknowledge(self, epoch: int, seq: int, *, aside: Mapping[int, str] | None = None) -> None:
        """Note that the desk keeps everything up to `seq`, some of it aside; an older one changes nothing.

        Raises `Refused` with `outbox.ahead` where the desk knows events that are not here.
        """
        self._thread.do(lambda database: _acknowledge(database, epoch, seq, aside or {}), writes=())

    def acked(self) -> dict[int, int]:
        """Return how far the desk has acknowledged each epoch."""
        with self._readers.lent() as connection:
            return dict(connection.execute("SELECT epoch, acked FROM outbox").fetchall())

    def aside(self) -> dict[tuple[int, int], str]:
        """Return what the desk keeps in quarantine, by epoch and seq, each with the reason."""
        with self._readers.lent() as connection:
            rows = connection.execute("SELECT epoch, seq, reason FROM aside").fetchall()
        return {(epoch, seq): reason for epoch, seq, reason in rows}

    def resend(self) -> None:
        """Send everything again: the desk is another, or is not what it was."""
        self._thread.do(_resend, writes=())

    def rewind(self, epoch: int, seq: int) -> None:
        """Send again what follows `seq`: a desk restored from a backup lacks it."""
        self._thread.do(lambda database: _rewind(database, epoch, seq), writes=())


def count_unacked(connection: sqlite3.Connection) -> int:
    """Count the events of a file that the desk has not acknowledged."""
    return int(connection.execute(f"SELECT count(*) {_UNACKED}").fetchone()[0])


def _acknowledge(database: Database, epoch: int, seq: int, aside: Mapping[int, str]) -> None:
    here = Places(database.conn).last(read_identity(database.conn).device, epoch).seq
    if seq > here:
        raise Refused(violation("outbox.ahead", "seq", seq=seq, here=here))
    database.conn.execute(
        "INSERT INTO outbox (epoch, acked) VALUES (?, ?)"
        " ON CONFLICT (epoch) DO UPDATE SET acked = max(acked, excluded.acked)",
        (epoch, seq),
    )
    database.conn.executemany(
        "INSERT OR REPLACE INTO aside (epoch, seq, reason) VALUES (?, ?, ?)",
        [(epoch, place, reason) for place, reason in aside.items()],
    )


def _rewind(database: Database, epoch: int, seq: int) -> None:
    database.conn.execute("UPDATE outbox SET acked = min(acked, ?) WHERE epoch = ?", (seq, epoch))
    database.conn.execute("DELETE FROM aside WHERE epoch = ? AND seq > ?", (epoch, seq))


def _resend(database: Database) -> None:
    database.conn.execute("DELETE FROM outbox")
    database.conn.execute("DELETE FROM aside")
