"""Snapshots: states kept beside the journal, to start from instead of folding it all; never trusted against it."""

from __future__ import annotations

import hashlib

from sqlite_utils import Database

from app.domain.events.order import Tip
from app.services.ports import Snapshot
from app.storage.readers import Readers
from app.storage.thread import StorageThread

KEPT = 2  # the latest, and one before in case the latest is on a tail that was lost


class SqliteSnapshots:
    """The port `Snapshots` on a tournament's file."""

    def __init__(self, thread: StorageThread, readers: Readers) -> None:
        self._thread = thread
        self._readers = readers

    def save(self, snapshot: Snapshot) -> None:
        """Keep a snapshot, and forget all but the latest few. Returns at once."""
        self._thread.run(lambda database: _save(database, snapshot), writes=())

    def latest(self, version: int) -> Snapshot | None:
        """Return the furthest snapshot of this fold that is whole and on this very journal; others are ignored."""
        with self._readers.lent() as connection:
            rows = connection.execute(
                "SELECT n, head, state, digest FROM snapshots JOIN events USING (n, head)"
                " WHERE version = ? ORDER BY n DESC",
                (version,),
            ).fetchall()
        return next(
            (Snapshot(Tip(n, head.hex()), version, state) for n, head, state, digest in rows if digest == _sum(state)),
            None,
        )


def _sum(state: bytes) -> bytes:
    return hashlib.sha256(state).digest()


def _save(database: Database, snapshot: Snapshot) -> None:
    tip, state = snapshot.tip, snapshot.state
    database.conn.execute(
        "INSERT OR REPLACE INTO snapshots (n, version, head, state, digest) VALUES (?, ?, ?, ?, ?)",
        (tip.n, snapshot.version, bytes.fromhex(tip.head), state, _sum(state)),
    )
    database.conn.execute(
        "DELETE FROM snapshots WHERE (n, version) NOT IN"
        " (SELECT n, version FROM snapshots ORDER BY version DESC, n DESC LIMIT ?)",
        (KEPT,),
    )
