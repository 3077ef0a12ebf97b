"""The journal: one tournament's events in their only order, each safe on the disk before it is called saved."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from itertools import takewhile

from sqlite_utils import Database

from app.domain.errors import Refused, Violation, violation
from app.domain.events.envelope import Event, Sealed
from app.domain.events.order import Entry, Key, Tip, link
from app.storage import meta
from app.storage.place import Last, Places
from app.storage.readers import Readers
from app.storage.recall import Recall
from app.storage.thread import StorageThread

MAC_BYTES = 32
INSERT = "INSERT INTO events (n, id, device, epoch, seq, payload, mac, head) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
# What is recalled of the places taken here, beside the last one of each device's epoch.
_TIP = "tip"
_SIFTED = "sifted"  # the events that were found good last

_LAST_SEQS = """
    SELECT epoch, max(seq) FROM (
        SELECT epoch, seq FROM events WHERE device = :device
        UNION ALL
        SELECT epoch, seq FROM quarantine WHERE device = :device AND placed
    ) GROUP BY epoch
"""


class SqliteJournal:
    """The port `Journal` on a tournament's file."""

    def __init__(self, journal_id: str, thread: StorageThread, readers: Readers, places: Recall) -> None:
        self._id = journal_id
        self._thread = thread
        self._readers = readers
        self._places = places

    @property
    def id(self) -> str:
        """The tournament's id, which each of its events names."""
        return self._id

    def append(self, events: Sequence[Sealed]) -> Tip:
        """Add events, all or none, and return the new tip once they are safe from a power cut."""
        batch = tuple(events)
        return self._thread.do(lambda database: self._append(database, batch), writes=(self._places,))

    def submit(self, events: Sequence[Sealed]) -> Future[Tip]:
        """Append without waiting: the answer comes when the events are safe, or refused."""
        batch = tuple(events)
        return self._thread.run(lambda database: self._append(database, batch), writes=(self._places,))

    def _append(self, database: Database, events: tuple[Sealed, ...]) -> Tip:
        known = self._places.before
        if known.get(_SIFTED, ())[: len(events)] != events:  # else they were found good, and nothing was written since
            refused = [wrong for wrong in _sift(Places(database.conn), self._id, events) if wrong is not None]
            if refused:
                raise Refused(*refused)
        before = known.get(_TIP) or meta.read_tip(database.conn)
        head, rows = bytes.fromhex(before.head), []
        for n, sealed in enumerate(events, before.n + 1):
            event_id = bytes.fromhex(sealed.id)
            head = link(head, event_id, sealed.mac)
            rows.append(_row(n, event_id, sealed, head))
            self._places.foretell((sealed.event.device, sealed.event.epoch), Last(sealed.event.seq, sealed.id))
        database.conn.executemany(INSERT, rows)
        tip = Tip(before.n + len(rows), head.hex())
        meta.write_tip(database.conn, tip)
        self._places.foretell(_TIP, tip)
        return tip

    def sift(self, events: Sequence[Sealed]) -> tuple[Violation | None, ...]:
        """Tell for each event why `append` would refuse it; None where it would not."""
        known = self._places.known
        with self._readers.lent() as connection:
            verdicts = _sift(Places(connection, known), self._id, events)
        good = sum(1 for _ in takewhile(lambda wrong: wrong is None, verdicts))
        if known is not None:
            known[_SIFTED] = tuple(events[:good])
        return verdicts

    def read(self, after: int = 0, limit: int = 1000) -> tuple[Entry, ...]:
        """Return the events that follow number `after`, at most `limit` of them."""
        with self._readers.lent() as connection:
            rows = connection.execute(
                "SELECT n, head, payload, mac FROM events WHERE n > ? ORDER BY n LIMIT ?", (after, limit)
            ).fetchall()
        return tuple(map(entry_of, rows))

    def tip(self) -> Tip:
        """Return how far the journal goes."""
        return self._places.of(_TIP, self._read_tip)

    def _read_tip(self) -> Tip:
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
        known = self._places.known
        with self._readers.lent() as connection:
            return Places(connection, known).last(device, epoch).seq

    def last_seqs(self, device: str) -> dict[int, int]:
        """Return `last_seq` of every epoch that is known of a device."""
        with self._readers.lent() as connection:
            return dict(connection.execute(_LAST_SEQS, {"device": device}).fetchall())


def row_of(entry: Entry) -> tuple[object, ...]:
    """Return an entry as it is stored, in the order of `INSERT`; raises Refused where it holds no event."""
    return _row(entry.n, bytes.fromhex(entry.sealed.id), entry.sealed, bytes.fromhex(entry.tip.head))


def _row(n: int, event_id: bytes, sealed: Sealed, head: bytes) -> tuple[object, ...]:
    event = sealed.event
    return (n, event_id, event.device, event.epoch, event.seq, sealed.payload, sealed.mac, head)


def entry_of(row: tuple[int, bytes, bytes, bytes]) -> Entry:
    """Return an entry from its number, head, payload and MAC."""
    n, head, payload, mac = row
    return Entry(Tip(n, head.hex()), Sealed(payload, mac))


def _sift(places: Places, journal: str, events: Sequence[Sealed]) -> tuple[Violation | None, ...]:
    verdicts: list[Violation | None] = []
    for index, sealed in enumerate(events):
        wrong = _unreadable(sealed) or _out_of_place(sealed, journal, places)
        if wrong is None:
            places.take(sealed.event, sealed.id)
            verdicts.append(None)
        else:
            verdicts.append(Violation(wrong.key, f"events.{index}", wrong.params))
    return tuple(verdicts)


def _unreadable(sealed: Sealed) -> Violation | None:
    try:
        sealed.event  # noqa: B018 - read here, where it may be refused
    except Refused as refused:
        (wrong,) = refused.violations
        return wrong
    return None if len(sealed.mac) == MAC_BYTES else violation("event.unreadable", "mac")


def _out_of_place(sealed: Sealed, journal: str, places: Places) -> Violation | None:
    event = sealed.event
    last = places.last(event.device, event.epoch)
    if event.journal != journal:
        return _refusal("journal.foreign", event)
    if 1 <= event.seq <= last.seq:
        same = places.holder(Key.of(event)) == sealed.id
        return _refusal("journal.duplicate" if same else "journal.fork", event)
    if event.seq != last.seq + 1:
        return _refusal("journal.gap", event, expected=last.seq + 1)
    if last.id not in (None, event.previous):
        return _refusal("journal.chain", event)
    return None


def _refusal(key: str, event: Event, **params: object) -> Violation:
    return violation(key, "events", device=event.device, epoch=event.epoch, seq=event.seq, **params)
