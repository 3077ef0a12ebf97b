"""Quarantine: events that are kept and acknowledged but have no effect until somebody decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sqlite_utils import Database

from app.domain.errors import Refused, violation
from app.domain.events.envelope import Sealed
from app.domain.events.order import Key
from app.services.ports import Held
from app.storage.place import is_next
from app.storage.readers import Readers
from app.storage.recall import Recall
from app.storage.thread import StorageThread

Answer = TypeVar("Answer")
RELEASED = "released"
DISMISSED = "dismissed"
_LAST = "last"
_COLUMNS = "number, device, epoch, seq, payload, mac, reason, settled, settled_reason"
_ROW_BYTES = 512  # of a row beside the payload, with its places in two indexes
_SIZE = "SELECT count(*), coalesce(sum(length(payload)), 0) FROM quarantine WHERE device = ? AND settled IS NULL"
_THERE = "id = ? AND device = ? AND epoch = ? AND seq = ?"


class SqliteQuarantine:
    """The port `Quarantine` on a tournament's file."""

    def __init__(self, thread: StorageThread, readers: Readers, places: Recall) -> None:
        self._thread = thread
        self._readers = readers
        self._places = places
        self._held = thread.recall()

    def hold(self, sealed: Sealed, *, place: Key, reason: str) -> int:
        """Keep an event and return its number; the same bytes are kept once for a place. Safe on return.

        Where the event is the next of its device, it takes its place: the following one is no gap.
        """
        return self._do(lambda database: _hold(database, sealed, place, reason))

    def _do(self, work: Callable[[Database], Answer]) -> Answer:
        return self._thread.do(work, writes=(self._held, self._places))

    def held(self) -> tuple[Held, ...]:
        """Return what nobody has decided yet, oldest first."""
        with self._readers.lent() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM quarantine WHERE settled IS NULL ORDER BY number"
            ).fetchall()
        return tuple(map(_held, rows))

    def held_of(self, device: str, *, reason: str) -> tuple[Held, ...]:
        """Return what nobody has decided yet of a device, held for this reason alone, oldest first."""
        with self._readers.lent() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM quarantine"
                " WHERE device = ? AND reason = ? AND settled IS NULL ORDER BY number",
                (device, reason),
            ).fetchall()
        return tuple(map(_held, rows))

    def read(self, after: int = 0, limit: int = 1000) -> tuple[Held, ...]:
        """Return what has a number higher than `after`, decided or not, at most `limit` of it."""
        if after >= self._held.of(_LAST, self._read_last):
            return ()  # as for every push to a desk that has had nothing to object to
        with self._readers.lent() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM quarantine WHERE number > ? ORDER BY number LIMIT ?", (after, limit)
            ).fetchall()
        return tuple(map(_held, rows))

    def _read_last(self) -> int:
        """Return the highest number that was ever given here; 0 where nothing was held."""
        with self._readers.lent() as connection:
            return int(connection.execute("SELECT coalesce(max(number), 0) FROM quarantine").fetchone()[0])

    def find(self, event_id: str, place: Key) -> Held | None:
        """Return the event of this id, if it was ever kept here for this place."""
        with self._readers.lent() as connection:
            row = connection.execute(
                f"SELECT {_COLUMNS} FROM quarantine WHERE {_THERE}", _there(bytes.fromhex(event_id), place)
            ).fetchone()
        return _held(row) if row else None

    def size_of(self, device: str) -> int:
        """Return how many bytes are kept at places claimed for a device of which nobody has decided yet."""
        if not self._held.of(_LAST, self._read_last):
            return 0
        return self._held.of((_SIZE, device), lambda: self._read_size(device))

    def _read_size(self, device: str) -> int:
        with self._readers.lent() as connection:
            rows, size = connection.execute(_SIZE, (device,)).fetchone()
        return int(rows) * _ROW_BYTES + int(size)

    def release(self, number: int, *, reason: str) -> Held:
        """Settle it as right after all and return it, for whoever gives it effect."""
        return self._do(lambda database: _settle(database, number, RELEASED, reason))

    def dismiss(self, number: int, *, reason: str) -> Held:
        """Settle it as void; it stays on record."""
        return self._do(lambda database: _settle(database, number, DISMISSED, reason))


def _there(event_id: bytes, place: Key) -> tuple[bytes, str, int, int]:
    return event_id, place.device, place.epoch, place.seq


def _hold(database: Database, sealed: Sealed, place: Key, reason: str) -> int:
    event_id = bytes.fromhex(sealed.id)
    placed = int(is_next(database.conn, place))
    known = database.conn.execute(f"SELECT number FROM quarantine WHERE {_THERE}", _there(event_id, place)).fetchone()
    if known is not None:
        database.conn.execute("UPDATE quarantine SET placed = max(placed, ?) WHERE number = ?", (placed, *known))
        return int(known[0])
    row = {
        "id": event_id,
        "device": place.device,
        "epoch": place.epoch,
        "seq": place.seq,
        "placed": placed,
        "payload": sealed.payload,
        "mac": sealed.mac,
        "reason": reason,
    }
    number: Any = database.table("quarantine").insert(row, pk="number").last_pk
    return int(number)


def _settle(database: Database, number: int, settled: str, reason: str) -> Held:
    """Settle once: the first decision stands."""
    changed = database.conn.execute(
        "UPDATE quarantine SET settled = ?, settled_reason = ? WHERE number = ? AND settled IS NULL",
        (settled, reason, number),
    )
    if changed.rowcount == 0:
        raise Refused(violation("quarantine.settled", "number", number=number))
    return _held(database.conn.execute(f"SELECT {_COLUMNS} FROM quarantine WHERE number = ?", (number,)).fetchone())


def _held(row: tuple[Any, ...]) -> Held:
    number, device, epoch, seq, payload, mac, reason, settled, settled_reason = row
    place = Key(device, epoch, seq)
    return Held(number, place, Sealed(payload, mac), reason, settled, settled_reason)
