"""A tablet's side of the sync, and a standby's: what happened in, what to do out, with no network of its own.

Two requests may be under way at once: one that pulls the desk's order and may wait there, and one that sends. What a
tablet has written is acknowledged by the desk alone; until then it is owed, whatever happens to either of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.domain.chance import Chance
from app.domain.errors import Refused, Violation, violation
from app.domain.events.envelope import Sealed
from app.domain.events.order import Cursor, Key, Tip
from app.services.ports import Journal, Meta, Mirror, Outbox, Quarantine
from sync import wire
from sync.backoff import Backoff
from sync.carried import Brought, Known, own_events
from sync.wire import Acked, Answer, Busy, Offer, Packed, Page, Pull, Push, Request, Sorry, Taken

WAIT_SECONDS = 20  # that a pull may wait at the desk
PATIENCE_SECONDS = 10  # beyond it, for an answer to travel


@dataclass(frozen=True, slots=True)
class Started:
    """The program runs, or its clock says that a moment asked for has come."""


@dataclass(frozen=True, slots=True)
class Wrote:
    """There is new work in the outbox."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a request came."""

    number: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Failed:
    """No answer to a request will come."""

    number: int


Input = Started | Wrote | Answered | Failed | Brought


@dataclass(frozen=True, slots=True)
class Ask:
    """Send a request to the desk; `Answered` or `Failed` must follow, the latter after so many seconds at most."""

    number: int
    body: bytes
    patience_seconds: float


@dataclass(frozen=True, slots=True)
class Wake:
    """Call `step` with `Started` at this moment, if nothing happens before."""

    at: float


@dataclass(frozen=True, slots=True)
class Changed:
    """What the tablet shows, or the epoch in which it writes, is no longer the same."""


@dataclass(frozen=True, slots=True)
class Pulled:
    """A page came; what it says beside the events, nobody's journal keeps."""

    page: Page


@dataclass(frozen=True, slots=True)
class Troubled:
    """Something keeps this tablet from its desk that only people can mend."""

    what: Violation


Output = Ask | Wake | Changed | Pulled | Troubled | Known


@dataclass(slots=True)
class _Line:
    """One request at a time: the one under way, and when the next may be made."""

    backoff: Backoff
    flight: int | None = None
    sent: Push | Offer | None = None
    not_before: float = 0.0
    is_fine: bool = False  # the last request was answered


class TabletSync:
    """Sends what the outbox holds and pulls the desk's order into the mirror. Used on one thread."""

    events_at_once = wire.MAX_EVENTS  # sent in one message

    def __init__(
        self,
        journal: Journal,
        outbox: Outbox,
        mirror: Mirror,
        *,
        meta: Meta,
        quarantine: Quarantine | None = None,
        seed: int,
        pulls: bool = True,
    ) -> None:
        self._pulls = pulls  # else it only sends: nobody looks at the tournament here any more
        self._journal = journal
        self._outbox = outbox
        self._mirror = mirror
        self._meta = meta
        self._quarantine = quarantine  # of those who see everything
        chance = Chance(seed)
        self._up = _Line(Backoff(chance))
        self._down = _Line(Backoff(chance))
        self._asked = 0

    def step(self, now: float, given: Input) -> tuple[Output, ...]:
        """Take in what happened and return what is to be done; everything it says is safe on the disk by then."""
        return (*self._take_in(now, given), *self._go_on(now))

    def _take_in(self, now: float, given: Input) -> Iterator[Output]:
        match given:
            case Wrote():
                self._up.not_before = now
            case Failed(number):
                if (line := self._line(number)) is not None:
                    self.fail(line, now)
            case Answered(number, body):
                if (line := self._line(number)) is not None:
                    yield from self._answered(line, body, now)
            case Brought():
                yield from self._brought(given)
            case Started():
                pass

    def _line(self, number: int) -> _Line | None:
        """Return the line that waits for this answer; an answer that nobody waits for any more is ignored."""
        return next((line for line in (self._up, self._down) if line.flight == number), None)

    def fail(self, line: _Line, now: float) -> None:
        """Try again later, by the clock: never only when somebody writes."""
        line.flight = None
        line.is_fine = False
        line.not_before = now + line.backoff.fail()

    def _go_on(self, now: float) -> Iterator[Output]:
        """Ask whatever is due, and say when the next thing will be."""
        if self._up.flight is None and (work := self._work()) is not None:
            if now >= self._up.not_before:
                yield self._ask(self._up, work, PATIENCE_SECONDS)
            else:
                yield Wake(self._up.not_before)
        if self._pulls and self._down.flight is None:
            if now >= self._down.not_before:
                # Whether the desk is there again must not take twenty seconds to be known.
                wait = WAIT_SECONDS if self._down.is_fine else 0
                pull = Pull(cursor=self._mirror.cursor(), wait_seconds=wait)
                yield self._ask(self._down, pull, WAIT_SECONDS + PATIENCE_SECONDS)
            else:
                yield Wake(self._down.not_before)

    def _work(self) -> Push | Offer | None:
        """Return what is to be sent next: the oldest of the outbox, then what the desk has forgotten."""
        pending = self._outbox.pending(self.events_at_once)
        if pending:
            first = pending[0].sealed.event
            same = [entry.sealed for entry in pending if entry.sealed.event.epoch == first.epoch]
            return Push(epoch=first.epoch, first=first.seq, events=_packed(same))
        forgotten = self._mirror.forgotten(self.events_at_once)
        return Offer(events=_packed(forgotten)) if forgotten else None

    def _ask(self, line: _Line, ask: Push | Pull | Offer, patience: float) -> Ask:
        self._asked += 1
        line.flight = self._asked
        line.sent = None if isinstance(ask, Pull) else ask
        body = wire.write(Request(journal=self._journal.id, term=self._meta.term(), ask=ask))
        return Ask(self._asked, body, patience)

    def _answered(self, line: _Line, body: bytes, now: float) -> Iterator[Output]:
        sent, line.sent = line.sent, None
        try:
            answer = wire.read(Answer, body)
            line.flight = None
            if self.is_deposed(answer.term):
                self.fail(line, now)
                # A desk that another has replaced, or one that has nothing to say to this device: people must know.
                says = answer.says
                yield Troubled(violation(says.key if isinstance(says, Sorry) else "sync.deposed", "desk"))
                return
            if self.is_new(answer.term):
                self._outbox.resend()  # before the term is known: cut off between the two, it is done again
                self._meta.raise_term(answer.term)
                line.not_before = now
                yield Changed()  # what was aside is not, until the desk has judged it again
                return
            match answer.says:
                case Busy(seconds=seconds):
                    line.not_before = now + seconds
                    return
                case Sorry(key=key):
                    self.fail(line, now)
                    yield Troubled(violation(key, "desk"))
                    return
                case Acked() as acked if isinstance(sent, Push):
                    yield from self._acked(sent, acked)
                case Taken() if isinstance(sent, Offer):
                    self._mirror.forget([packed.unpack() for packed in sent.events])
                case Page() as page if line is self._down:
                    yield from self._pulled(page)
                case _:
                    raise Refused(violation("sync.unreadable", "answer"))
        except Refused as refused:
            self.fail(line, now)
            yield Troubled(refused.violations[0])
            return
        line.backoff.succeed()
        line.is_fine = True
        line.not_before = now

    def is_deposed(self, term: int) -> bool:
        """Tell whether this is the term of a desk that another has replaced: nothing that it says counts."""
        return term < self._meta.term()

    def is_new(self, term: int) -> bool:
        """Tell whether this is the term of another desk, or of this one restored: it is sent everything again."""
        return term > self._meta.term()

    def _acked(self, sent: Push, acked: Acked) -> Iterator[Output]:
        if acked.epoch != sent.epoch:
            raise Refused(violation("sync.unreadable", "answer"))
        if self._outbox.acked().get(sent.epoch, 0) < sent.first - 1:
            return  # everything is sent again since: this tells nothing of what came before it
        last_sent = sent.first + len(sent.events) - 1
        if acked.seq < sent.first - 1:
            self._outbox.rewind(sent.epoch, acked.seq)  # the desk lacks earlier ones
            yield Changed()
            return
        if acked.forked:  # before anything is acknowledged: cut off between the two, it would not be told again
            yield from self._rise(sent.epoch)
        # The desk may know more than was sent, of a tail that is lost here: that acknowledges nothing of ours.
        self._outbox.acknowledge(sent.epoch, min(acked.seq, last_sent), aside=acked.aside)
        if acked.aside:
            yield Changed()

    def _pulled(self, page: Page) -> Iterator[Output]:
        seen = wire.unpack_seen(page.start, page.events)
        if not self.leads_to(page.end, seen[-1].tip if seen else page.start.tip):
            raise Refused(violation("sync.unreadable", "answer"))
        yield from self._compare(page)
        if page.start != self._mirror.cursor():
            if page.start.n != 0 and self._has(page.start):
                return  # asked for before a file brought it
            if page.start.n != 0:
                raise Refused(violation("sync.unreadable", "answer"))
            # The desk's order is not the one pulled so far: what it lacks of ours is sent again.
            self._outbox.resend()
            self._mirror.restart(page.start)
        if self._quarantine is not None:
            self._copy_beside(page, self._quarantine)
        is_rebuilding = self._mirror.is_rebuilding()
        if page.start != page.end or is_rebuilding:
            self._mirror.extend(seen, end=page.end, complete=page.complete)
        yield Pulled(page)
        if seen or is_rebuilding:  # the last page of another chain may have no events
            yield Changed()

    def _brought(self, brought: Brought) -> Iterator[Output]:
        """Take in what the desk said by file, as if it had answered; a file that comes late takes nothing back."""
        if self.is_deposed(brought.label.term):
            yield Troubled(violation("sync.deposed", "file"))
            return
        if self.is_new(brought.label.term):
            self._outbox.resend()
            self._meta.raise_term(brought.label.term)
        is_news = not self._has(brought.end)
        if is_news:
            page, known = brought.after(self._mirror.cursor()), self._outbox.acked()
            # Since the file was written, the desk may have taken more: a file says what is kept, never what is not.
            kept = {epoch: max(seq, known.get(epoch, 0)) for epoch, seq in {**known, **page.kept}.items()}
            yield from self._pulled(replace(page, kept=kept))
        owed = own_events(self._journal, self._meta.identity().device)
        for sent, acked in brought.acknowledging(owed, self._outbox.acked()):
            is_news = True
            yield from self._acked(sent, acked)
        if not is_news:
            yield Known()

    def _has(self, place: Cursor) -> bool:
        """Tell whether what is shown goes as far as this already, of the desk known here."""
        shown = self._mirror.read(after=place.n - 1, limit=1) if place.n else ()
        return bool(shown) and shown[0].tip == place.tip and self._mirror.cursor().term == place.term

    def leads_to(self, end: Cursor, tip: Tip) -> bool:
        """Tell whether events that lead to this tip are all that lies before this cursor, of the desk known here."""
        return end.tip == tip and end.term == self._meta.term()

    def _compare(self, page: Page) -> Iterator[Output]:
        """Hold what the desk keeps of this device against what is here, either of which may have lost its tail."""
        device = self._meta.identity().device
        for epoch, seq in page.kept.items():
            if seq > self._journal.last_seq(device, epoch):
                yield from self._rise(epoch)
        for epoch, acked in self._outbox.acked().items():
            if acked > page.kept.get(epoch, 0):
                self._outbox.rewind(epoch, page.kept.get(epoch, 0))
                yield Changed()

    def _rise(self, epoch: int) -> Iterator[Output]:
        """Leave an epoch in which the desk knows other events than this device."""
        if self._meta.identity().epoch <= epoch:
            self._meta.raise_epoch(epoch + 1)
            yield Changed()

    def _copy_beside(self, page: Page, quarantine: Quarantine) -> None:
        """Keep the desk's quarantine, and the keys where it gives them: a standby may have to take over."""
        known = self._meta.keys()
        for device, keys in page.keys.items():
            for key in map(bytes.fromhex, keys):
                if key not in known.get(device, ()):
                    self._meta.learn(device, key)
        for held in page.held:
            place = Key(held.device, held.epoch, held.seq)
            quarantine.hold(held.event.unpack(), place=place, reason=held.reason)


def _packed(events: tuple[Sealed, ...] | list[Sealed]) -> tuple[Packed, ...]:
    """Pack as many of the events as one message may hold."""
    packed: list[Packed] = []
    size = 0
    for sealed in events:
        size += len(sealed.payload)
        if packed and size > wire.MAX_EVENTS_BYTES:
            break
        packed.append(Packed.of(sealed.payload, sealed.mac))
    return tuple(packed)
