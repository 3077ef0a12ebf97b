"""The envelope of an event: the exact bytes that are stored, hashed, authenticated and sent.

Its id is the SHA-256 of those bytes and its MAC covers them: JSON is never written again to check an old event. Each
event names the one before it on the same device, so that a changed past is seen.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from app.domain.errors import Refused, violation
from app.domain.events.codec import is_writable
from app.domain.values import quick

FORMAT = 1
FIRST = "0" * 64  # what the first event of a device names as the one before it
MAX_PAYLOAD_BYTES = 256 * 1024  # the seating of 300 tables
MAX_COUNT = 2**53  # beyond it, other readers of JSON lose digits
MAX_NAME = 200  # letters of an id, a kind or a time


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One fact, as written by one device.

    `seq` counts from 1 without gaps within a device's `epoch`; `table` and `table_epoch` are those under which a table
    writes, None elsewhere; `at` is the wall clock of the device, for display only: no order is ever taken from it.
    `salt` is chance: whoever may see the id of an event and not what it says cannot find that out by guessing.
    """

    journal: str
    device: str
    epoch: int
    seq: int
    kind: str
    body: Mapping[str, object]
    at: str
    previous: str = FIRST
    table: int | None = None
    table_epoch: int | None = None
    salt: str = ""


_FIELDS = frozenset(Event.__slots__)
_UNSALTED = _FIELDS - {"salt"}  # as events were first written, and as those are shown of which parts are withheld


def _no_number(name: str) -> float:
    raise ValueError(name)  # NaN and the like, which are no JSON


_DECODER = json.JSONDecoder(parse_constant=_no_number)


@dataclass(frozen=True)
class Sealed:
    """The stored bytes of an event and the MAC that its device put on them."""

    payload: bytes
    mac: bytes

    @cached_property
    def id(self) -> str:
        """The SHA-256 of the bytes."""
        return hashlib.sha256(self.payload).hexdigest()

    @cached_property
    def event(self) -> Event:
        """The event inside; raises Refused where the bytes are not one."""
        return read_payload(self.payload)

    def is_authentic(self, key: bytes) -> bool:
        """Whether the device that owns this key put the MAC on these bytes."""
        return hmac.compare_digest(self.mac, hmac.digest(key, self.payload, "sha256"))


def seal(event: Event, key: bytes) -> Sealed:
    """Return the event's bytes with the device's MAC on them."""
    payload = write_payload(event)
    return Sealed(payload, hmac.digest(key, payload, "sha256"))


def write_payload(event: Event) -> bytes:
    """Return the bytes of an event: compact JSON in UTF-8, fields in alphabetical order."""
    fields: dict[str, object] = {name: getattr(event, name) for name in Event.__slots__}
    whole = {"v": FORMAT, **fields, "body": dict(event.body)}
    if not event.salt:
        del whole["salt"]
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def read_payload(payload: bytes) -> Event:
    """Return the event in some bytes; raise Refused where they are not an event of a format known here."""
    if len(payload) > MAX_PAYLOAD_BYTES:
        raise Refused(violation("event.too_large", "payload", most=MAX_PAYLOAD_BYTES))
    try:
        fields = _DECODER.decode(payload.decode())
        version = fields.pop("v")
        if type(version) is not int or version != FORMAT or fields.keys() not in (_FIELDS, _UNSALTED):
            raise ValueError
        event = Event(**fields)
    except (ValueError, KeyError, AttributeError, RecursionError, TypeError):
        raise Refused(violation("event.unreadable", "payload")) from None
    if not _is_well_typed(event):
        raise Refused(violation("event.unreadable", "payload"))
    return event


def _is_well_typed(event: Event) -> bool:
    for text in (event.journal, event.device, event.kind, event.at, event.previous, event.salt):
        if type(text) is not str or len(text) > MAX_NAME or not is_writable(text):
            return False
    for table in (event.table, event.table_epoch):
        if table is not None and not _is_count(table):
            return False
    return _is_count(event.epoch) and _is_count(event.seq) and isinstance(event.body, dict)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < MAX_COUNT  # true and false are no counts
