"""The journal: one tournament's events in their only order, each safe on the disk before it is called saved."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from concurrent.futures import Future

from sqlite_utils import Database

from app.domain.errors import Refused, Violation, violation
from app.domain.events.envelope import Event, Sealed
from app.domain.events.order import Entry, Key, Tip
from app.storage import meta
from app.storage.place import Places
from app.storage.readers import Readers
from app.storage.thread import StorageThread

MAC_BYTES = 32
INSERT = "INSERT INTO events (n, id, device, epoch, seq, payload, mac, head) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

_LAST_SEQS = """
    SELECT epoch, max(seq) FROM (
        SELECT epoch, seq FROM events WHERE device = :device
        UNION ALL
        SELECT epoch, seq FROM quarantine WHERE device = :device AND placed
    ) GROUP BY epoch
"""


class SqliteJournal:
    """The port `Journal` on a tournament's file."""

    def __init__(self, journal_id: str, thread: StorageThread, readers: Readers) -> None:
        self._id = journal_id
        self._thread = thread
        self._readers = readers

    @property
    def id(self) -> str:
        """The tournament's id, which each of its events names."""
        return self._id

    def append(self, events: Sequence[Sealed]) -> Tip:
        """Add events, all or none, and return the new tip once they are safe from a power cut."""
        return self.submit(events).result()

    def submit(self, events: Sequence[Sealed]) -> Future[Tip]:
        """Append without waiting: the answer comes when the events are safe, or refused."""
        batch = tuple(events)
        return self._thread.run(lambda database: self._append(database, batch))

    def _append(self, database: Database, events: tuple[Sealed, ...]) -> Tip:
        refused = [wrong for wrong in _sift(database.conn, self._id, events) if wrong is not None]
        if refused:
            raise Refused(*refused)
        tip = meta.read_tip(database.conn)
        rows = []
        for sealed in events:
            tip = tip.then(sealed)
            rows.append(row_of(Entry(tip, sealed)))
        database.conn.executemany(INSERT, rows)
        meta.write_tip(database.conn, tip)
        return tip

    def sift(self, events: Sequence[Sealed]) -> tuple[Violation | None, ...]:
        """Tell for each event why `append` would refuse it; None where it would not."""
        with self._readers.lent() as connection:
            return _sift(connection, self._id, events)

    def read(self, after: int = 0, limit: int = 1000) -> tuple[Entry, ...]:
        """Return the events that follow number `after`, at most `limit` of them."""
        with self._readers.lent() as connection:
            rows = connection.execute(
                "SELECT n, head, payload, mac FROM events WHERE n > ? ORDER BY n LIMIT ?", (after, limit)
            ).fetchall()
        return tuple(map(entry_of, rows))

    def tip(self) -> Tip:
        """Return how far the journal goes."""
        with self._readers.lent() as connection:
            return meta.read_tip(connection)

    def by_key(self, key: Key) -> Entry | None:
        """Return the event at this place, if it is in the journal."""
        with self._readers.lent() as connection:
            row = connection.execute(
                "SELECT n, head, payload, mac FROM events WHERE device = ? AND epoch = ? AND seq = ?",
                (key.device, key.epoch, key.seq),
            ).fetchone()
        return entry_of(row) if row else None

    def last_seq(self, device: str, epoch: int) -> int:
        """Return the last seq of a device that is kept here without a gap, in quarantine too; 0 if none is."""
        with self._readers.lent() as connection:
            return Places(connection).last(device, epoch).seq

    def last_seqs(self, device: str) -> dict[int, int]:
        """Return `last_seq` of every epoch that is known of a device."""
        with self._readers.lent() as connection:
            return dict(connection.execute(_LAST_SEQS, {"device": device}).fetchall())


def row_of(entry: Entry) -> tuple[object, ...]:
    """Return an entry as it is stored, in the order of `INSERT`; raises Refused where it holds no event."""
    sealed, event = entry.sealed, entry.sealed.event
    place = (event.device, event.epoch, event.seq)
    return (entry.n, bytes.fromhex(sealed.id), *place, sealed.payload, sealed.mac, bytes.fromhex(entry.tip.head))


def entry_of(row: tuple[int, bytes, bytes, bytes]) -> Entry:
    """Return an entry from its number, head, payload and MAC."""
    n, head, payload, mac = row
    return Entry(Tip(n, head.hex()), Sealed(payload, mac))


def _sift(connection: sqlite3.Connection, journal: str, events: Sequence[Sealed]) -> tuple[Violation | None, ...]:
    places = Places(connection)
    verdicts = []
    for index, sealed in enumerate(events):
        field = f"events.{index}"
        wrong = _unreadable(sealed, field) or _out_of_place(sealed, field, journal=journal, places=places)
        if wrong is None:
            places.take(Key.of(sealed.event), sealed.id)
        verdicts.append(wrong)
    return tuple(verdicts)


def _unreadable(sealed: Sealed, field: str) -> Violation | None:
    try:
        sealed.event.device.encode()
    except Refused as refused:
        (wrong,) = refused.violations
        return Violation(wrong.key, field, wrong.params)
    except UnicodeEncodeError:  # half a character, which JSON can spell and no file can hold
        return violation("event.unreadable", field)
    return None if len(sealed.mac) == MAC_BYTES else violation("event.unreadable", field)


def _out_of_place(sealed: Sealed, field: str, *, journal: str, places: Places) -> Violation | None:
    event = sealed.event
    last = places.last(event.device, event.epoch)
    if event.journal != journal:
        return _refusal("journal.foreign", field, event)
    if 1 <= event.seq <= last.seq:
        same = places.holder(Key.of(event)) == sealed.id
        return _refusal("journal.duplicate" if same else "journal.fork", field, event)
    if event.seq != last.seq + 1:
        return _refusal("journal.gap", field, event, expected=last.seq + 1)
    if last.id not in (None, event.previous):
        return _refusal("journal.chain", field, event)
    return None


def _refusal(key: str, field: str, event: Event, **params: object) -> Violation:
    return violation(key, field, device=event.device, epoch=event.epoch, seq=event.seq, **params)
