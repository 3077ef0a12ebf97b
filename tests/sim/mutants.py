"""Known bugs, each put back on purpose: a simulation that does not find them proves nothing."""

from dataclasses import dataclass, replace

from app.domain.events.envelope import Sealed
from app.domain.events.order import Cursor, Tip
from app.domain.fold.state import State
from sync.desk import DeskSync
from sync.intake import Desk
from sync.tablet import Ask, TabletSync, _Line
from sync.wire import Offer, Pull, Push
from tests.sim.disk import MemoryJournal
from tests.sim.world import Kit

FENCES = {"event.stale_epoch", "event.not_your_table"}


class AcksOnSend(TabletSync):
    """What was sent counts as arrived."""

    def _ask(self, line: _Line, ask: Push | Pull | Offer, patience: float) -> Ask:
        if isinstance(ask, Push):
            self._outbox.acknowledge(ask.epoch, ask.first + len(ask.events) - 1)
        return super()._ask(line, ask, patience)


class RetriesOnWrite(TabletSync):
    """A request that failed is made again when somebody writes, and not before."""

    def fail(self, line: _Line, now: float) -> None:
        super().fail(line, now)
        if line is self._up:
            line.not_before = float("inf")


class KnowsNoTerm(TabletSync):
    """Every desk is as good as any other."""

    def is_deposed(self, term: int) -> bool:
        return False

    def is_new(self, term: int) -> bool:
        return False

    def leads_to(self, end: Cursor, tip: Tip) -> bool:
        return end.tip == tip


class TermlessDesk(DeskSync):
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

    def judge(self, state: State, sealed: Sealed) -> tuple[State, str]:
        after, reason = Desk.judge(self, state, sealed)
        return after, "" if set(reason.split(", ")) <= FENCES else reason


class HashlessDesk(DeskSync):
    """A cursor is a number, whatever the journal it was counted in."""

    def is_on_chain(self, cursor: Cursor, origin: Cursor) -> bool:
        is_known = cursor.n <= self._desk.journal.tip().n
        return is_known and (cursor.term, cursor.view) == (origin.term, origin.view)


class HashlessTablet(TabletSync):
    """What follows is what has the next number."""

    def leads_to(self, end: Cursor, tip: Tip) -> bool:
        return end.n == tip.n and end.term == self._meta.term()


MUTANTS = {
    "ack on send": Kit(tablet=AcksOnSend),
    "ack before commit": Kit(journal=SyncsLate),
    "no term": Kit(tablet=KnowsNoTerm, desk_sync=TermlessDesk),
    "dedupe by key only": Kit(journal=DedupesByKey),
    "no dedupe": Kit(journal=DoesNotDedupe),
    "retry only on the next write": Kit(tablet=RetriesOnWrite),
    "no fencing": Kit(desk=UnfencedDesk),
    "cursor without hash": Kit(tablet=HashlessTablet, desk_sync=HashlessDesk),
}
