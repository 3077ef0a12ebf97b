"""What comes in at the desk: each event into the journal, or into quarantine with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile

from app.domain.errors import Refused, Violation
from app.domain.events.arbitre import DecisionConfirmed
from app.domain.events.envelope import Sealed
from app.domain.events.order import Key
from app.domain.fold import Folding, fold
from app.domain.fold.state import State
from app.services.arbiter_code import LOCKED, MOST_WRONG, WRONG, arbiter_of, has_code
from app.services.book import Book
from app.services.ports import Held, Journal, Meta, Quarantine
from app.services.quarantine import undecided_of
from sync.wire import Packed

ALTERED = "sync.altered"
ARRIVED = "sync.arrived"
DUPLICATE = "journal.duplicate"
FORK = "journal.fork"
GAP = "journal.gap"
SETTLED = "quarantine.settled"


@dataclass(frozen=True, slots=True)
class Desk:
    """A desk's tournament: the book, and the file that it is kept in."""

    book: Book
    journal: Journal
    quarantine: Quarantine
    meta: Meta

    def is_authentic(self, keys: Iterable[bytes], sealed: Sealed) -> bool:
        """Tell whether a device put the MAC on these bytes, with any of the keys that it has had."""
        return any(map(sealed.is_authentic, keys))

    def judge(self, folding: Folding, sealed: Sealed) -> tuple[str, str | None]:
        """Take an event into a fold, and return whose code it has, if it is by one.

        Or return first why it would be set aside; the fold is then as it was.
        """
        try:
            wrong, arbiter = self._look_at_code(folding.state(), sealed) if has_code(sealed.event) else ("", None)
            if not wrong:
                folding.take(sealed.id, sealed.event)
        except Refused as refused:
            return ", ".join(found.key for found in refused.violations), None
        return wrong, arbiter

    def _look_at_code(self, state: State, sealed: Sealed) -> tuple[str, str | None]:
        """Return why a decision by an arbiter's code is not believed, or else whose code it is.

        A tablet that guesses is soon not listened to. Raises Refused where the decision itself may not be.
        """
        Folding(state).take(sealed.id, sealed.event)
        if len(undecided_of(state, self.quarantine, sealed.event.device, reason=WRONG)) >= MOST_WRONG:
            return LOCKED, None
        arbiter = arbiter_of(state, self.meta.keys(), sealed.event)
        return "" if arbiter else WRONG, arbiter

    def state_before(self, event_id: str) -> State:
        """Return the state in which an event of the journal found the tournament."""
        earlier = takewhile(lambda entry: entry.sealed.id != event_id, self.book.entries())
        return fold((entry.sealed.id, entry.sealed.event) for entry in earlier)


class Intake:
    """The events of one push on their way into the journal or into quarantine."""

    def __init__(self, desk: Desk, device: str, epoch: int) -> None:
        self._desk = desk
        self._device = device
        self._epoch = epoch
        self._run: list[Sealed] = []  # good so far, stored together
        self._late: list[Held] = []  # those of them that quarantine has, because something before them was missing
        self._proved: list[DecisionConfirmed] = []  # whose codes the decisions among them have
        self._folding = Folding(desk.book.state)
        self._keys = desk.meta.keys_of(device)
        self._has_quarantine = bool(desk.quarantine.read(limit=1))
        self.stored: list[Sealed] = []
        self.aside: dict[int, str] = {}
        self.forked = False

    def take(self, first: int, events: Sequence[Packed]) -> bool:
        """Take events in, from this seq on, all of them safe on return; False where earlier ones are missing."""
        sent = self._read(first, events)
        owned = [self._is_its_own(key, sealed) for key, sealed in sent]
        at = 0
        while at < len(sent):
            until = next((n for n in range(at, len(sent)) if not owned[n]), len(sent))
            if until == at:
                self._hold(*sent[at], ALTERED)
                at += 1
            for wrong in self._desk.journal.sift([sealed for _key, sealed in sent[at:until]]):
                if wrong is not None and wrong.key == GAP:
                    self._store()
                    return False
                at += 1
                if not self._place(*sent[at - 1], wrong):
                    break  # what follows it is to be looked at again
        self._store()
        return len(sent) == len(events)

    def _read(self, first: int, events: Sequence[Packed]) -> list[tuple[Key, Sealed]]:
        """Return the events, each with the place that is said to be its own, up to one that cannot be any."""
        sent: list[tuple[Key, Sealed]] = []
        with suppress(Refused):
            for seq, packed in enumerate(events, first):
                sent.append((Key(self._device, self._epoch, seq), packed.unpack()))
        return sent

    def _place(self, key: Key, sealed: Sealed, wrong: Violation | None) -> bool:
        """Put an event where it belongs; False where that is in quarantine, after what comes before it."""
        if wrong is None:
            held = self._desk.quarantine.find(sealed.id, key) if self._has_quarantine else None
            if key in self._folding.settled.get(sealed.id, ()):
                # Somebody has decided about it, here or at a desk before this one: it must not count beside that.
                self._hold(key, sealed, held.reason if held is not None else SETTLED)
                return False
            reason, arbiter = self._desk.judge(self._folding, sealed)
            if not reason:
                self._prove(sealed, arbiter)
                self._run.append(sealed)
                self._late += [held] if held is not None else []
                return True
            self._hold(key, sealed, reason)
        elif wrong.key == DUPLICATE:
            self._find(key, sealed)
            return True
        else:
            self.forked |= wrong.key == FORK
            self._hold(key, sealed, wrong.key)
        return False

    def _find(self, key: Key, sealed: Sealed) -> None:
        """Tell where an event is that was here already."""
        held = self._desk.quarantine.find(sealed.id, key)
        if held is not None:
            if self._desk.journal.by_key(key) is None:
                self.aside[key.seq] = held.reason
            else:
                self._arrived(held)  # cut off before that could be said
        if sealed.id in self._desk.book.state.unconfirmed and has_code(sealed.event):
            # It was cut off before it was confirmed.
            before = self._desk.state_before(sealed.id)
            self._prove(sealed, arbiter_of(before, self._desk.meta.keys(), sealed.event))

    def _is_its_own(self, key: Key, sealed: Sealed) -> bool:
        try:
            event = sealed.event
        except Refused:
            return False
        is_there = event.seq == key.seq and event.device == key.device and event.epoch == key.epoch
        return is_there and self._desk.is_authentic(self._keys, sealed)

    def _prove(self, sealed: Sealed, arbiter: str | None) -> None:
        """Note whose code a decision has, so that it is provisional no more once it is stored."""
        if arbiter is not None and sealed.id not in {one.confirms for one in self._proved}:
            self._proved.append(DecisionConfirmed(confirms=sealed.id, by=arbiter))

    def _hold(self, key: Key, sealed: Sealed, reason: str) -> None:
        self._store()  # first what comes before it, so that it is the next of its device
        self._has_quarantine = True
        self._desk.quarantine.hold(sealed, place=key, reason=reason)
        self.aside[key.seq] = reason

    def _store(self) -> None:
        """Put what is good on the disk; what quarantine had of it, because a part was missing, is settled."""
        if self._run:
            self._desk.book.add(self._run, self._folding.state())
            self.stored += self._run
            for held in self._late:
                self._arrived(held)
            self._run, self._late = [], []
        if self._proved:
            self._desk.book.write(*self._proved)
            self._proved = []
            self._folding = Folding(self._desk.book.state)

    def _arrived(self, held: Held) -> None:
        if held.settled is None:
            self._desk.quarantine.dismiss(held.number, reason=ARRIVED)
