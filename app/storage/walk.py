"""A walk along the journal's rows, each held against its own bytes and against the rows before it."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Mapping
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
_Place = tuple[bytes, int, int]  # a device, its epoch, and the seq
_PLACED = "SELECT device, epoch, seq FROM quarantine WHERE placed"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is not as it was written: what, where, and in which file of a folder; to be put in words.

    Without `where`, it is the `file` as a whole.
    """

    where: Violation | None
    what: Violation
    file: str = ""

    def place(self, say: Callable[[Violation], str]) -> str:
        """Return where it is, in the words of `say`."""
        return ": ".join(part for part in (self.file, self.where and say(self.where)) if part)


class _Stored(NamedTuple):
    """The columns of a row that has its types; in one that has not, any of them may be of another."""

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

    def look_for_places(self, connection: sqlite3.Connection) -> None:
        """Learn which places quarantine takes."""
        self.placed = frozenset(connection.execute(_PLACED))

    def rows(self, connection: sqlite3.Connection) -> Iterator[Row]:
        """Go along the rows in order; raises sqlite3.DatabaseError where SQLite can go no further."""
        self.look_for_places(connection)
        for *stored, types in connection.execute(_ROWS):
            row = _Stored(*stored)
            yield self._row(row) if types == _TYPES else self._mistyped(row)

    def _row(self, row: _Stored) -> Row:
        sealed = Sealed(row.payload, row.mac)
        wrong = [*self._number(row.n), *_id(sealed, row), *self._event(sealed, row), *self._head(sealed, row)]
        device, shown = row.device.decode(errors="replace"), row.id.hex()[:ID_SHOWN]
        where = violation("where.event", "row", n=row.n, device=device, epoch=row.epoch, seq=row.seq, id=shown)
        return Row(Entry(Tip(row.n, row.head.hex()), sealed), tuple(Problem(where, what) for what in wrong))

    def _mistyped(self, row: _Stored) -> Row:
        """Tell of a row that cannot be held against anything, and follow it as far as its bytes can be read."""
        self.n = row.n
        heads = [row.head] if isinstance(row.head, bytes) else []
        if isinstance(row.payload, bytes) and isinstance(row.mac, bytes):
            sealed = Sealed(row.payload, row.mac)
            heads += [hashlib.sha256(head + bytes.fromhex(sealed.id) + row.mac).digest() for head in self.heads]
            place = _written(sealed)
            if place is not None:
                self.last[place[:2]] = (place[2], (sealed.id,))
        self.heads = tuple(heads) or self.heads
        return Row(None, (Problem(violation("where.row", "row", n=row.n), violation("damage.type", "row")),))

    def _number(self, n: int) -> Iterator[Violation]:
        expected, self.n = self.n + 1, n
        if n != expected:
            yield violation("damage.number", "n", n=n, expected=expected)

    def _event(self, sealed: Sealed, row: _Stored) -> Iterator[Violation]:
        stored = (row.device, row.epoch, row.seq)
        written = _written(sealed)
        # Where the bytes are those that were saved, their own words count, and the columns where they are not.
        place = written if written is not None and sealed.id == row.id.hex() else stored
        if written is None:
            yield violation("damage.unreadable", "payload")
        else:
            event = sealed.event
            if event.journal != self.journal:
                yield violation("damage.foreign", "payload", journal=event.journal)
            if written != stored:
                yield violation("damage.place", "seq", device=event.device, epoch=event.epoch, seq=event.seq)
            if self.keys.get(event.device) and not self.is_sealed(sealed):
                yield violation("damage.mac", "mac")
            yield from self._chain(event, place)
        self.last[place[:2]] = (place[2], (row.id.hex(), sealed.id))

    def is_sealed(self, sealed: Sealed) -> bool:
        """Tell whether the bytes are an event with the seal of its device, whose key is known."""
        return _written(sealed) is not None and any(map(sealed.is_authentic, self.keys.get(sealed.event.device, ())))

    def takes(self, sealed: Sealed) -> bool:
        """Tell whether an event is of this journal and follows on its device, by its own words; it is then counted."""
        place = _written(sealed)
        if place is None or sealed.event.journal != self.journal or any(self._chain(sealed.event, place)):
            return False
        self.last[place[:2]] = (place[2], (sealed.id,))
        return True

    def _chain(self, event: Event, place: _Place) -> Iterator[Violation]:
        device, epoch, seq = place
        last, ids = self.last.get((device, epoch), (0, (FIRST,)))
        expected = last + 1
        while expected < seq and (device, epoch, expected) in self.placed:
            expected += 1
            ids = ()  # what is in quarantine may not be what the device wrote
        if seq != expected:
            yield violation("damage.gap", "seq", seq=seq, expected=expected)
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


def _written(sealed: Sealed) -> _Place | None:
    """Return the place that an event claims in its own bytes, None where they are no event."""
    try:
        event = sealed.event
        return event.device.encode(), event.epoch, event.seq
    except (Refused, UnicodeEncodeError):
        return None


def _id(sealed: Sealed, row: _Stored) -> Iterator[Violation]:
    if sealed.id != row.id.hex():
        yield violation("damage.id", "id")
