"""The journal's order: each event has a number, and a head that stands for it and for everything before it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from app.domain.events.envelope import Event, Sealed


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


@dataclass(frozen=True, slots=True)
class Tip:
    """How far a journal goes: the number of its last event, and the head.

    Two journals with the same tip hold the same events, with the same MACs, in the same order.
    """

    n: int
    head: str

    def then(self, sealed: Sealed) -> Tip:
        """Return the tip once this event has followed."""
        link = bytes.fromhex(self.head) + bytes.fromhex(sealed.id) + sealed.mac
        return Tip(self.n + 1, hashlib.sha256(link).hexdigest())


ORIGIN = Tip(0, "0" * 64)  # where an empty journal stands


@dataclass(frozen=True, slots=True)
class Entry:
    """An event at its place in the journal: its bytes, and the tip of the journal that ends with it."""

    tip: Tip
    sealed: Sealed

    @property
    def n(self) -> int:
        """The number of the event in the journal, from 1."""
        return self.tip.n
