"""Places: how far each device's events go here without a gap, in the journal and in quarantine together."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from app.domain.events.envelope import FIRST, Event
from app.domain.events.order import Key
from app.storage.recall import Answers

_IN_JOURNAL = "SELECT seq, id FROM events WHERE device = ? AND epoch = ? ORDER BY seq DESC LIMIT 1"
_IN_QUARANTINE = "SELECT max(seq) FROM quarantine WHERE device = ? AND epoch = ? AND placed"
_KEPT = """
    SELECT id FROM events WHERE device = :device AND epoch = :epoch AND seq = :seq
    UNION ALL
    SELECT id FROM quarantine WHERE device = :device AND epoch = :epoch AND seq = :seq AND placed
"""


class Last(NamedTuple):
    """The last event of a device's epoch: its seq, and its id.

    The id is None where that event is in quarantine: its bytes may not be those that the device wrote, so that
    nothing can be told from what the next event calls the one before it.
    """

    seq: int
    id: str | None


class Places:
    """The places taken in a file, and those that a batch takes before it is stored.

    `known` are last places that were asked for already, and need not be read again.
    """

    def __init__(self, connection: sqlite3.Connection, known: Answers | None = None) -> None:
        self._connection = connection
        self._known: Answers = {} if known is None else known
        self._last: dict[tuple[str, int], Last] = {}
        self._taken: dict[tuple[str, int, int], str] = {}

    def last(self, device: str, epoch: int) -> Last:
        """Return the last place taken in an epoch of a device: the first event of an epoch follows none."""
        place = device, epoch
        if (taken := self._last.get(place)) is not None:
            return taken
        last: Last = self._known.get(place) or self._stored(device, epoch)
        if last.seq:  # epochs that somebody made up are not worth remembering
            self._known[place] = last
        return last

    def _stored(self, device: str, epoch: int) -> Last:
        row = self._connection.execute(_IN_JOURNAL, (device, epoch)).fetchone()
        last = Last(row[0], row[1].hex()) if row else Last(0, FIRST)
        (quarantined,) = self._connection.execute(_IN_QUARANTINE, (device, epoch)).fetchone()
        return Last(quarantined, None) if (quarantined or 0) > last.seq else last

    def holder(self, key: Key) -> str | None:
        """Return the id of the event that has this place."""
        if (taken := self._taken.get((key.device, key.epoch, key.seq))) is not None:
            return taken
        asked = {"device": key.device, "epoch": key.epoch, "seq": key.seq}
        row = self._connection.execute(_KEPT, asked).fetchone()
        return row[0].hex() if row else None

    def take(self, event: Event, event_id: str) -> None:
        """Count an event in, before it is stored."""
        self._last[event.device, event.epoch] = Last(event.seq, event_id)
        self._taken[event.device, event.epoch, event.seq] = event_id


def is_next(connection: sqlite3.Connection, key: Key) -> bool:
    """Tell whether a place is the one that its device's next event must have."""
    return Places(connection).last(key.device, key.epoch).seq + 1 == key.seq
