"""The journal's order: each event has a number, and a head that stands for it and for everything before it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

from app.domain.events.envelope import Event, Sealed
from app.domain.values import quick


@quick
@dataclass(frozen=True, slots=True, order=True)
class Key:
    """The place of an event among those of its device; no two events have the same."""

    device: str
    epoch: int
    seq: int

    @classmethod
    def of(cls, event: Event) -> Key:
        """Return the place that an event claims."""
        return cls(event.device, event.epoch, event.seq)


@quick
@dataclass(frozen=True, slots=True)
class Tip:
    """How far a journal goes: the number of its last event, and the head.

    Two journals with the same tip hold the same events, with the same MACs, in the same order.
    """

    n: int
    head: str

    def then(self, sealed: Sealed) -> Tip:
        """Return the tip once this event has followed."""
        return self.follow(sealed.id, sealed.mac)

    def follow(self, event_id: str, mac: bytes) -> Tip:
        """Return the tip once the event of this id has followed: its bytes need not be known."""
        return Tip(self.n + 1, link(bytes.fromhex(self.head), bytes.fromhex(event_id), mac).hex())


def link(head: bytes, event_id: bytes, mac: bytes) -> bytes:
    """Return the head of a journal once an event has followed."""
    return hashlib.sha256(head + event_id + mac).digest()


ORIGIN = Tip(0, "0" * 64)  # where an empty journal stands


@quick
@dataclass(frozen=True, slots=True)
class Entry:
    """An event at its place in the journal: its bytes, and the tip of the journal that ends with it."""

    tip: Tip
    sealed: Sealed

    @property
    def n(self) -> int:
        """The number of the event in the journal, from 1."""
        return self.tip.n


@dataclass(frozen=True, slots=True)
class Cursor:
    """How far a device has pulled a desk's order: which desk, how far, and as whom.

    `term` tells the desk from those before it. `view` names what the device may see, in words of the desk's own:
    who sees more or less than before pulls again from the beginning. `held` is the last number in quarantine that
    was pulled, by those who see everything.
    """

    term: int = 0
    n: int = ORIGIN.n
    head: str = ORIGIN.head
    view: str = ""
    held: int = 0

    @property
    def tip(self) -> Tip:
        """The tip of the desk's journal, as far as it was pulled."""
        return Tip(self.n, self.head)


@dataclass(frozen=True)
class Seen:
    """An event of the desk's order as a device may see it, with the id of the whole event.

    `payload` has been written anew where parts are withheld, and is empty where all of it is.
    """

    tip: Tip
    id: str
    mac: bytes
    payload: bytes

    @cached_property
    def sealed(self) -> Sealed:
        """The bytes as they came, under the MAC of the whole event."""
        return Sealed(self.payload, self.mac)

    @property
    def is_whole(self) -> bool:
        """Whether these are the bytes that the device wrote."""
        return bool(self.payload) and self.sealed.id == self.id
