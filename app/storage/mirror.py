"""The mirror: the desk's order as far as this device has pulled it, and what an earlier order had beyond it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from sqlite_utils import Database

from app.domain.events.envelope import Sealed
from app.domain.events.order import ORIGIN, Cursor, Seen, Tip
from app.storage.readers import Readers
from app.storage.thread import StorageThread

_SHOWN = "(SELECT min(generation) FROM chains)"  # a chain that grows beside it has a higher number
_PULLED = "SELECT generation, term, view, held FROM chains ORDER BY generation DESC LIMIT 1"
_TIP = "SELECT n, head FROM mirror WHERE generation = ? ORDER BY n DESC LIMIT 1"
_READ = f"SELECT n, head, id, mac, payload FROM mirror WHERE generation = {_SHOWN} AND n > ? ORDER BY n LIMIT ?"
_FORGET_LESS = f"DELETE FROM forgotten WHERE id IN (SELECT id FROM mirror WHERE generation = {_SHOWN})"


class SqliteMirror:
    """The port `Mirror` on a tournament's file."""

    def __init__(self, thread: StorageThread, readers: Readers) -> None:
        self._thread = thread
        self._readers = readers

    def cursor(self) -> Cursor:
        """Return how far the chain goes that is being pulled."""
        with self._readers.lent() as connection:
            return _pulled(connection)[1]

    def read(self, after: int = 0, limit: int = 1000) -> tuple[Seen, ...]:
        """Return the events that follow number `after` in the chain that is shown, at most `limit` of them."""
        with self._readers.lent() as connection:
            return read_shown(connection, after=after, limit=limit)

    def generation(self) -> int:
        """Return the number of the chain that is shown, 0 before the first."""
        with self._readers.lent() as connection:
            return int(connection.execute(f"SELECT coalesce({_SHOWN}, 0)").fetchone()[0])

    def is_rebuilding(self) -> bool:
        """Tell whether another chain is being pulled than the one that is shown."""
        with self._readers.lent() as connection:
            return _is_rebuilding(connection)

    def restart(self, start: Cursor) -> None:
        """Pull from the beginning, beside the chain that is shown until the new one is as long as the desk's."""
        self._thread.do(lambda database: _restart(database.conn, start), writes=())

    def extend(self, seen: Sequence[Seen], *, end: Cursor, complete: bool) -> None:
        """Add events to the chain that is being pulled, all or none, safe from a power cut on return."""
        self._thread.do(lambda database: _extend(database.conn, seen, end, complete), writes=())

    def forgotten(self, limit: int = 100) -> tuple[Sealed, ...]:
        """Return events that an earlier chain held and the present one lacks."""
        with self._readers.lent() as connection:
            rows = connection.execute("SELECT payload, mac FROM forgotten ORDER BY rowid LIMIT ?", (limit,)).fetchall()
        return tuple(Sealed(payload, mac) for payload, mac in rows)

    def forget(self, events: Sequence[Sealed]) -> None:
        """Drop events from `forgotten`: the desk has them again."""
        ids = [(bytes.fromhex(sealed.id),) for sealed in events]

        def work(database: Database) -> None:
            database.conn.executemany("DELETE FROM forgotten WHERE id = ?", ids)

        self._thread.do(work, writes=())


def read_shown(connection: sqlite3.Connection, *, after: int, limit: int) -> tuple[Seen, ...]:
    """Return the events that follow number `after` in the chain that is shown; all of them for a limit of -1."""
    rows = connection.execute(_READ, (after, limit)).fetchall()
    return tuple(Seen(Tip(n, head.hex()), event.hex(), mac, payload) for n, head, event, mac, payload in rows)


def _is_rebuilding(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("SELECT count(*) > 1 FROM chains").fetchone()[0])


def _pulled(connection: sqlite3.Connection) -> tuple[int, Cursor]:
    """Return the number of the chain that is being pulled, 0 before the first, and how far it goes."""
    chain = connection.execute(_PULLED).fetchone()
    if chain is None:
        return 0, Cursor()
    generation, term, view, held = chain
    row = connection.execute(_TIP, (generation,)).fetchone()
    n, head = (row[0], row[1].hex()) if row else (ORIGIN.n, ORIGIN.head)
    return generation, Cursor(term, n, head, view, held)


def _restart(connection: sqlite3.Connection, start: Cursor) -> None:
    """Drop a chain that was still growing, and begin the next."""
    generation, _cursor = _pulled(connection)
    _remember(connection, f"generation > {_SHOWN}")
    for table in ("mirror", "chains"):
        connection.execute(f"DELETE FROM {table} WHERE generation > {_SHOWN}")
    connection.execute(
        "INSERT INTO chains (generation, term, view, held) VALUES (?, ?, ?, ?)",
        (generation + 1, start.term, start.view, start.held),
    )


def _extend(connection: sqlite3.Connection, seen: Sequence[Seen], end: Cursor, complete: bool) -> None:
    generation, _cursor = _pulled(connection)
    connection.executemany(
        "INSERT INTO mirror (generation, n, id, mac, head, payload) VALUES (?, ?, ?, ?, ?, ?)",
        [
            (generation, one.tip.n, bytes.fromhex(one.id), one.mac, bytes.fromhex(one.tip.head), one.payload)
            for one in seen
        ],
    )
    connection.execute("UPDATE chains SET held = ? WHERE generation = ?", (end.held, generation))
    if complete:
        _show(connection, generation)
    if not _is_rebuilding(connection):  # the chain that is on its way out says nothing of what the desk has
        connection.execute(_FORGET_LESS)


def _show(connection: sqlite3.Connection, generation: int) -> None:
    """Make a chain the one that is shown, and keep for the desk what those before it had beyond it."""
    _remember(connection, f"generation < {generation}")
    for table in ("mirror", "chains"):
        connection.execute(f"DELETE FROM {table} WHERE generation < ?", (generation,))


def _remember(connection: sqlite3.Connection, of: str) -> None:
    """Count the whole events of some chains as forgotten, until they are seen in the one that is shown."""
    rows = connection.execute(f"SELECT id, mac, payload FROM mirror WHERE {of} ORDER BY n").fetchall()
    whole = [row for row in rows if Sealed(row[2], row[1]).id == row[0].hex()]
    connection.executemany("INSERT OR IGNORE INTO forgotten (id, mac, payload) VALUES (?, ?, ?)", whole)
