"""What travels between a tablet and the desk: requests and answers as values, and as bounded bytes.

Bytes are JSON, made and read by the types alone. Every request says which versions of the protocol its sender
speaks, outside of what those versions say, so that a mismatch can always be told.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

from app.domain.errors import Refused, violation
from app.domain.events.codec import from_json, to_json
from app.domain.events.envelope import MAX_PAYLOAD_BYTES, Sealed
from app.domain.events.order import Cursor, Seen, Tip
from app.domain.events.tournoi import Role
from app.services.ports import Held, PairedDevice

PROTO_MIN = 1
PROTO_MAX = 1
MAX_BODY_BYTES = 4 * 1024 * 1024
MAX_EVENTS = 100  # in one message, of which something is shown
MAX_WITHHELD = 1_000  # beside them, of which nothing is
MAX_EVENTS_BYTES = 1024 * 1024  # after which a message takes no more events; the first is always taken
PART = 15_000  # characters of a payload in one text: less than the codec's bound
MAC_BYTES = 32
MAX_PLACE = 10**14  # of an epoch or a seq: far beyond any, and a number that can name a field of a message

Message = TypeVar("Message")


@dataclass(frozen=True, slots=True)
class Packed:
    """An event's exact bytes, as text, and its MAC; `id` is given where the bytes are not all of the event."""

    mac: str
    parts: tuple[str, ...]
    id: str = ""

    @classmethod
    def of(cls, payload: bytes, mac: bytes, event_id: str = "") -> Packed:
        """Pack some bytes."""
        text = payload.decode()
        return cls(mac.hex(), tuple(text[at : at + PART] for at in range(0, len(text), PART)), event_id)

    def unpack(self) -> Sealed:
        """Return the bytes and the MAC; raises Refused where they cannot be any."""
        try:
            sealed = Sealed("".join(self.parts).encode(), bytes.fromhex(self.mac))
        except ValueError:
            raise Refused(violation("sync.unreadable", "events")) from None
        if len(sealed.mac) != MAC_BYTES or len(sealed.payload) > MAX_PAYLOAD_BYTES:
            raise Refused(violation("sync.unreadable", "events"))
        return sealed


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """Events of one epoch of the sender, in order from the seq `first`."""

    epoch: int
    first: int
    events: tuple[Packed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pull:
    """What follows the cursor; where nothing does, the answer may wait so many seconds."""

    cursor: Cursor
    wait_seconds: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Events that an earlier desk had and this one lacks."""

    events: tuple[Packed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Which:
    """Which tournament the desk holds now; asked of none in particular."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Present:
    """A standby says where, and with which certificate, it will be found if it has to take over."""

    standby: Standby


@dataclass(frozen=True, slots=True, kw_only=True)
class Standby:
    """A machine that may take over from the desk."""

    host: str
    port: int
    certificate: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Acquaintance:
    """A device that the desk lets in, as its standby must know it: by the digest of its token, and its key."""

    device: str
    role: Role
    label: str
    key: str
    token_digest: str

    @classmethod
    def of(cls, device: PairedDevice) -> Acquaintance:
        """Return what a standby is told of a device."""
        return cls(
            device=device.device,
            role=device.role,
            label=device.label,
            key=device.key.hex(),
            token_digest=device.token_digest,
        )

    def paired(self) -> PairedDevice:
        """Return what the standby keeps of it."""
        return PairedDevice(
            device=self.device,
            role=self.role,
            label=self.label,
            key=bytes.fromhex(self.key),
            token_digest=self.token_digest,
            is_confirmed=True,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a device asks: of which tournament, and knowing which term."""

    journal: str
    term: int
    ask: Push | Pull | Offer | Which | Present


@dataclass(frozen=True, slots=True, kw_only=True)
class Acked:
    """The desk keeps the sender's epoch up to `seq`, safe from a power cut; `aside` in quarantine, with reasons.

    `forked` says that one of the events has the place of another: the sender has lost its tail.
    """

    epoch: int
    seq: int
    aside: Mapping[int, str] = field(default_factory=dict)
    forked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Part of the desk's order: what lies between two cursors, as the receiver may see it.

    `kept` is how far the desk keeps each epoch of the receiver; `seconds_left` what its clock leaves of the position
    that is played, where it counts; `standbys` are who may take over from it, and `mirrored` how far they have its
    order. `held` is its quarantine, for those who see everything; `keys` and `devices` are for a standby alone.
    """

    start: Cursor
    end: Cursor
    complete: bool
    events: tuple[Packed, ...] = ()
    kept: Mapping[int, int] = field(default_factory=dict)
    seconds_left: int | None = None
    held: tuple[HeldBack, ...] = ()
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    standbys: tuple[Standby, ...] = ()
    mirrored: int = 0
    devices: tuple[Acquaintance, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldBack:
    """An event in the desk's quarantine."""

    number: int
    device: str
    epoch: int
    seq: int
    event: Packed
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """The desk has seen what was offered, and keeps what it lacked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holds:
    """The tournament that the desk holds now, and its name; empty while it holds none."""

    journal: str
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Busy:
    """Too much at once: nothing was kept of it; ask again in so many seconds."""

    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorry:
    """The desk will not answer this; the key has its sentence in `app.texts`."""

    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the desk says, and its term."""

    term: int
    says: Acked | Page | Taken | Holds | Busy | Sorry


def held_back(held: Held) -> HeldBack:
    """Return what is in quarantine as it travels."""
    place, sealed = held.place, held.sealed
    return HeldBack(
        number=held.number,
        device=place.device,
        epoch=place.epoch,
        seq=place.seq,
        event=Packed.of(sealed.payload, sealed.mac),
        reason=held.reason,
    )


def write(message: object) -> bytes:
    """Return a message as bytes; it is a dataclass of this module, or of pairing."""
    said = {"proto_min": PROTO_MIN, "proto_max": PROTO_MAX, "message": to_json(type(message), message)}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


_NO_EVENTS = '"events":[]'  # in a page; no text of a message holds a quotation mark that is not escaped


def write_page(answer: Answer, events: Sequence[str]) -> bytes:
    """Return an answer with a page that has these events, written by `write_seen`, which is all that it lacks."""
    before, _none, after = write(answer).decode().partition(_NO_EVENTS)
    return f'{before}"events":[{",".join(events)}]{after}'.encode()


def write_seen(seen: Seen) -> str:
    """Return an event as it stands in a page.

    A room asks for the same ones over and over, and most of them concern other tables: of those, the text is kept.
    """
    if not seen.payload:
        return _withheld(seen.id, seen.mac)
    return _text(Packed.of(seen.payload, seen.mac, "" if seen.is_whole else seen.id))


def size(packed: Packed) -> int:
    """Return how many letters an event takes in a message: six for one that JSON has to spell out."""
    return len(_text(packed))


@lru_cache(maxsize=8192)
def _withheld(event_id: str, mac: bytes) -> str:
    return _text(Packed.of(b"", mac, event_id))


def _text(packed: Packed) -> str:
    return json.dumps(to_json(Packed, packed), ensure_ascii=False, separators=(",", ":"))


def read(kind: type[Message], body: bytes) -> Message:
    """Return the message in some bytes.

    Raises Refused with `sync.version` where no version is common, `sync.unreadable` where they hold no message.
    """
    if len(body) > MAX_BODY_BYTES:
        raise Refused(violation("sync.unreadable", "body"))
    try:
        said = json.loads(body.decode())  # or JSON would be guessed in other encodings
        least, most, message = said["proto_min"], said["proto_max"], said["message"]
        common = least <= PROTO_MAX and most >= PROTO_MIN
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Refused(violation("sync.unreadable", "body")) from None
    if not common:
        raise Refused(violation("sync.version", "body"))
    try:
        return from_json(kind, message)
    except Refused:
        raise Refused(violation("sync.unreadable", "body")) from None


def is_place(count: int) -> bool:
    """Whether this can be an epoch or a seq: from 1."""
    return 1 <= count <= MAX_PLACE


def is_bounded(ask: Push | Offer) -> bool:
    """Whether a request brings no more than a message may, to places that can be any."""
    is_placed = not isinstance(ask, Push) or (is_place(ask.epoch) and is_place(ask.first))
    return is_placed and len(ask.events) <= MAX_EVENTS


def patience(body: bytes) -> int:
    """Return for how many seconds the answer to these bytes may be kept back; raises Refused as `read` does."""
    request = read(Request, body)
    return request.ask.wait_seconds if isinstance(request.ask, Pull) else 0


def unpack_seen(start: Cursor, events: tuple[Packed, ...]) -> tuple[Seen, ...]:
    """Return the events that follow a cursor, each at its place; raises Refused where they cannot be any."""
    tip: Tip = start.tip
    found = []
    for packed in events:
        sealed = packed.unpack()
        event_id = packed.id or sealed.id
        try:
            tip = tip.follow(event_id, sealed.mac)
        except ValueError:
            raise Refused(violation("sync.unreadable", "events")) from None
        found.append(Seen(tip, event_id, sealed.mac, sealed.payload))
    return tuple(found)
