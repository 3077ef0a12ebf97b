"""What comes in at the desk: each event into the journal, or into quarantine with the reason."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.errors import Refused
from app.domain.events.envelope import Sealed
from app.domain.events.order import Key
from app.domain.fold import apply
from app.domain.fold.state import State
from app.services.book import Book
from app.services.ports import Journal, Meta, Quarantine
from sync.wire import Packed

ALTERED = "sync.altered"
DUPLICATE = "journal.duplicate"
FORK = "journal.fork"
GAP = "journal.gap"


@dataclass(frozen=True, slots=True)
class Desk:
    """A desk's tournament: the book, and the file that it is kept in."""

    book: Book
    journal: Journal
    quarantine: Quarantine
    meta: Meta

    def is_authentic(self, device: str, sealed: Sealed) -> bool:
        """Tell whether a device put the MAC on these bytes, with any of the keys that it has had."""
        return any(sealed.is_authentic(key) for key in self.meta.keys().get(device, ()))

    def judge(self, state: State, sealed: Sealed) -> tuple[State, str]:
        """Return the state after an event, and why it would be set aside; empty where it would not be."""
        after = apply(state, sealed.id, sealed.event)
        return after, ", ".join(reason.key for reason in after.set_aside.get(sealed.id, ()))


class Intake:
    """The events of one push on their way into the journal or into quarantine."""

    def __init__(self, desk: Desk, device: str, epoch: int) -> None:
        self._desk = desk
        self._device = device
        self._epoch = epoch
        self._run: list[Sealed] = []  # good so far, stored together
        self._state = desk.book.state
        self.aside: dict[int, str] = {}
        self.forked = False

    def take(self, seq: int, packed: Packed) -> bool:
        """Take in the event that is said to have this seq; False where earlier ones are missing."""
        try:
            sealed = packed.unpack()
        except Refused:
            return False
        key = Key(self._device, self._epoch, seq)
        if not self._is_its_own(key, sealed):
            self._hold(key, sealed, ALTERED)
            return True
        wrong = self._desk.journal.sift([*self._run, sealed])[-1]
        if wrong is None:
            state, reason = self._desk.judge(self._state, sealed)
            if reason:
                self._hold(key, sealed, reason)
            else:
                self._state = state
                self._run.append(sealed)
        elif wrong.key == DUPLICATE:
            held = self._desk.quarantine.find(sealed.id)
            if held is not None:
                self.aside[seq] = held.reason
        elif wrong.key == GAP:
            return False
        else:
            self.forked |= wrong.key == FORK
            self._hold(key, sealed, wrong.key)
        return True

    def _is_its_own(self, key: Key, sealed: Sealed) -> bool:
        try:
            return Key.of(sealed.event) == key and self._desk.is_authentic(self._device, sealed)
        except Refused:
            return False

    def _hold(self, key: Key, sealed: Sealed, reason: str) -> None:
        self.store()  # first what comes before it, so that it is the next of its device
        self._desk.quarantine.hold(sealed, place=key, reason=reason)
        self.aside[key.seq] = reason

    def store(self) -> None:
        """Put what is good on the disk."""
        if self._run:
            self._desk.journal.append(self._run)
            self._run = []
            self._desk.book.catch_up()
