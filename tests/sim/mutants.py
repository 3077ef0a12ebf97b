"""Known bugs, each put back on purpose: a simulation that does not find them proves nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from app.domain.events.envelope import Sealed
from app.domain.events.order import Cursor, Key, Tip
from app.domain.fold import Folding
from app.services.ports import Quarantine
from sync.intake import Desk
from sync.tablet import Ask, Output, _Line
from sync.wire import Acked, Busy, Offer, Page, Pull, Push, Sorry, Taken
from tests.sim.disk import MemoryJournal, MemoryQuarantine
from tests.sim.world import Kit, PagingDesk, PagingTablet

FENCES = {"event.stale_epoch", "event.not_your_table"}


class AcksOnSend(PagingTablet):
    """What was sent counts as arrived."""

    def _ask(self, line: _Line, ask: Push | Pull | Offer, patience: float) -> Ask:
        if isinstance(ask, Push):
            self._outbox.acknowledge(ask.epoch, ask.first + len(ask.events) - 1)
        return super()._ask(line, ask, patience)


class RetriesOnWrite(PagingTablet):
    """A request that failed is made again when somebody writes, and not before."""

    def fail(self, line: _Line, now: float) -> None:
        super().fail(line, now)
        if line is self._up:
            line.not_before = float("inf")


class KnowsNoTerm(PagingTablet):
    """Every desk is as good as any other."""

    def is_deposed(self, term: int) -> bool:
        return False

    def is_new(self, term: int) -> bool:
        return False

    def leads_to(self, end: Cursor, tip: Tip) -> bool:
        return end.tip == tip


class TermlessDesk(PagingDesk):
    """A desk that does not look at terms either."""

    def is_on_chain(self, cursor: Cursor, origin: Cursor) -> bool:
        return super().is_on_chain(replace(cursor, term=origin.term), origin)


class SyncsLate(MemoryJournal):
    """What is acknowledged may not be on the disk yet."""

    syncs = False


class DedupesByKey(MemoryJournal):
    """Any event at a place taken counts as the one that is there."""

    by_key_alone = True


class DoesNotDedupe(MemoryJournal):
    """What comes twice is kept twice."""

    dedupes = False


@dataclass(frozen=True, slots=True)
class UnfencedDesk(Desk):
    """Whose table it is, and since when, does not matter."""

    def judge(self, folding: Folding, sealed: Sealed) -> tuple[str, str | None]:
        reason, arbiter = Desk.judge(self, folding, sealed)
        return "" if set(reason.split(", ")) <= FENCES else reason, arbiter


class HashlessDesk(PagingDesk):
    """A cursor is a number, whatever the journal it was counted in."""

    def is_on_chain(self, cursor: Cursor, origin: Cursor) -> bool:
        is_known = cursor.n <= self._desk.journal.tip().n
        return is_known and (cursor.term, cursor.view) == (origin.term, origin.view)


class HashlessTablet(PagingTablet):
    """What follows is what has the next number."""

    def leads_to(self, end: Cursor, tip: Tip) -> bool:
        return end.n == tip.n and end.term == self._meta.term()


@dataclass(frozen=True, slots=True)
class TrustingDesk(Desk):
    """Whoever sends an event has written it."""

    def is_authentic(self, keys: Iterable[bytes], sealed: Sealed) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class ObedientDesk(Desk):
    """What a device writes counts, whatever the fold makes of it."""

    def judge(self, folding: Folding, sealed: Sealed) -> tuple[str, str | None]:
        return "", Desk.judge(self, folding, sealed)[1]


class DropsOffers(PagingDesk):
    """What tablets wrote comes from those tablets or not at all."""

    def _take(self, device: str, offer: Offer, now: float) -> Taken | Busy | Sorry:
        return Taken()


class TakesAnyTournament(PagingDesk):
    """What a known device wrote is taken, in whichever tournament it wrote it."""

    def is_of_this_tournament(self, sealed: Sealed) -> bool:
        return True


class NeverRises(PagingTablet):
    """A tablet that lost its tail goes on in the same epoch."""

    def _rise(self, epoch: int) -> Iterator[Output]:
        return iter(())


class AcksBeyond(PagingTablet):
    """What the desk knows of this epoch counts as sent, whoever it came from."""

    def _acked(self, sent: Push, acked: Acked) -> Iterator[Output]:
        last = self._journal.last_seq(self._meta.identity().device, sent.epoch)
        self._outbox.acknowledge(sent.epoch, last if acked.seq else 0)
        return iter(())


class ForgetsToSendAgain(PagingTablet):
    """What the desk says that it keeps is not held against what it once acknowledged."""

    def _compare(self, page: Page) -> Iterator[Output]:
        return iter(())


class KnowsNoQuarantine(PagingTablet):
    """What the desk keeps without effect is nobody else's business."""

    def _copy_beside(self, page: Page, quarantine: Quarantine) -> None:
        return None


class PlacesByBytes(MemoryQuarantine):
    """The same bytes are kept once, whoever sent them."""

    def keep(self, sealed: Sealed, place: Key, reason: str) -> int:
        known = next((held.number for held in self.disk.held if held.sealed.id == sealed.id), None)
        return super().keep(sealed, place, reason) if known is None else known


# Those that every sync must withstand, and those that prove that each fault and each check here can find something.
KNOWN = {
    "ack on send": Kit(tablet=AcksOnSend),
    "ack before commit": Kit(journal=SyncsLate),
    "no term": Kit(tablet=KnowsNoTerm, desk_sync=TermlessDesk),
    "dedupe by key only": Kit(journal=DedupesByKey),
    "no dedupe": Kit(journal=DoesNotDedupe),
    "retry only on the next write": Kit(tablet=RetriesOnWrite),
    "no fencing": Kit(desk=UnfencedDesk),
    "cursor without hash": Kit(tablet=HashlessTablet, desk_sync=HashlessDesk),
}
MORE = {
    "no MAC": Kit(desk=TrustingDesk),
    "no judgement": Kit(desk=ObedientDesk),
    "offers dropped": Kit(desk_sync=DropsOffers),
    "offers of another tournament": Kit(desk_sync=TakesAnyTournament),
    "epoch never raised": Kit(tablet=NeverRises),
    "acknowledged beyond what was sent": Kit(tablet=AcksBeyond),
    "never compared": Kit(tablet=ForgetsToSendAgain),
    "quarantine not copied": Kit(tablet=KnowsNoQuarantine),
    "quarantine by bytes alone": Kit(quarantine=PlacesByBytes),
}
MUTANTS = KNOWN | MORE
