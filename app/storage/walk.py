"""A walk along the journal's rows, each held against its own bytes and against the rows before it."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from app.domain.errors import Refused, Violation, violation
from app.domain.events.envelope import FIRST, Event, Sealed
from app.domain.events.order import ORIGIN, Entry, Tip

ID_SHOWN = 8  # digits of an id that are enough to name it to a person
_ROWS = """
    SELECT n, id, device, epoch, seq, payload, mac, head,
        typeof(device) || typeof(epoch) || typeof(seq) || typeof(id) || typeof(payload) || typeof(mac) || typeof(head)
    FROM events ORDER BY n
"""
_TYPES = b"text" + b"integer" * 2 + b"blob" * 4
_PLACED = "SELECT device, epoch, seq FROM quarantine WHERE placed"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is not as it was written: where, in words that name the event, and what."""

    where: str
    what: Violation


class _Stored(NamedTuple):
    n: int
    id: bytes
    device: bytes
    epoch: int
    seq: int
    payload: bytes
    mac: bytes
    head: bytes


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the journal as it was found: the entry, if it has its types, and all that is wrong with it."""

    entry: Entry | None
    problems: tuple[Problem, ...]


@dataclass(slots=True)
class Walk:
    """A walk along the journal's rows; it remembers what the next row must follow.

    Where a row is damaged, the next is held against both what is stored and what should be, so that one changed
    byte is told of its own event and of no other.
    """

    journal: str
    keys: Mapping[str, tuple[bytes, ...]] = field(default_factory=dict)
    n: int = 0
    heads: tuple[bytes, ...] = (bytes.fromhex(ORIGIN.head),)
    last: dict[tuple[object, object], tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    placed: frozenset[tuple[object, object, int]] = frozenset()  # the places that quarantine takes

    def rows(self, connection: sqlite3.Connection) -> Iterator[Row]:
        """Go along the rows in order; raises sqlite3.DatabaseError where SQLite can go no further."""
        self.placed = frozenset(connection.execute(_PLACED))
        for *stored, types in connection.execute(_ROWS):
            row = _Stored(*stored)
            if types == _TYPES:
                yield self._row(row)
            else:
                self.n = row.n
                yield Row(None, (Problem(f"event {row.n}", violation("damage.type", "row")),))

    def _row(self, row: _Stored) -> Row:
        sealed = Sealed(row.payload, row.mac)
        wrong = [*self._number(row.n), *_id(sealed, row), *self._event(sealed, row), *self._head(sealed, row)]
        self.last[row.device, row.epoch] = (row.seq, (row.id.hex(), sealed.id))
        device, shown = row.device.decode(errors="replace"), row.id.hex()[:ID_SHOWN]
        where = f"event {row.n} ({device} {row.epoch}/{row.seq}, {shown})"
        return Row(Entry(Tip(row.n, row.head.hex()), sealed), tuple(Problem(where, what) for what in wrong))

    def _number(self, n: int) -> Iterator[Violation]:
        expected, self.n = self.n + 1, n
        if n != expected:
            yield violation("damage.number", "n", n=n, expected=expected)

    def _event(self, sealed: Sealed, row: _Stored) -> Iterator[Violation]:
        try:
            event = sealed.event
            written = (event.device.encode(), event.epoch, event.seq)
        except (Refused, UnicodeEncodeError):
            yield violation("damage.unreadable", "payload")
            return
        if event.journal != self.journal:
            yield violation("damage.foreign", "payload", journal=event.journal)
        if written != (row.device, row.epoch, row.seq):
            yield violation("damage.place", "seq", device=event.device, epoch=event.epoch, seq=event.seq)
        keys = self.keys.get(event.device)
        if keys and not any(map(sealed.is_authentic, keys)):
            yield violation("damage.mac", "mac")
        yield from self._chain(event, row)

    def _chain(self, event: Event, row: _Stored) -> Iterator[Violation]:
        last, ids = self.last.get((row.device, row.epoch), (0, (FIRST,)))
        expected = last + 1
        while expected < row.seq and (row.device, row.epoch, expected) in self.placed:
            expected += 1
            ids = ()  # what is in quarantine may not be what the device wrote
        if row.seq != expected:
            yield violation("damage.gap", "seq", seq=row.seq, expected=expected)
        elif ids and event.previous not in ids:
            yield violation("damage.chain", "previous")

    def _head(self, sealed: Sealed, row: _Stored) -> Iterator[Violation]:
        ids = {row.id, bytes.fromhex(sealed.id)}
        links = {hashlib.sha256(head + event_id + row.mac).digest() for head in self.heads for event_id in ids}
        if row.head not in links:
            yield violation("damage.head", "head")
            self.heads = (row.head, hashlib.sha256(self.heads[-1] + row.id + row.mac).digest())
        else:
            self.heads = (row.head,)


def _id(sealed: Sealed, row: _Stored) -> Iterator[Violation]:
    if sealed.id != row.id.hex():
        yield violation("damage.id", "id")
