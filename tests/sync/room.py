"""A desk and a device joined by a wire that works, on real files or on memory."""

from dataclasses import dataclass, field
from random import Random

from app.domain.errors import Violation
from app.domain.events.kinds import Body
from app.domain.events.table import EventId
from app.services.book import Book
from app.services.projection import Projection
from app.storage.tournament import TournamentStore
from sync.desk import DeskSync
from sync.intake import Desk
from sync.quota import Meters
from sync.tablet import Answered, Ask, Changed, Failed, Input, Started, TabletSync, Troubled, Wrote
from tests.sim.disk import Disk
from tests.sim.evening import DESK, JOURNAL, ROLES, DrawnBytes, LyingClock, identity, opening

Store = Disk | TournamentStore


def new_disk(device: str) -> Disk:
    return Disk(JOURNAL, identity(device), power=lambda: None)


def book_of(store: Store, prefix: Projection | None = None) -> Book:
    random = Random(1)
    clock, drawn = LyingClock(random), DrawnBytes(random)
    return Book(store.journal, store.meta.identity(), clock=clock, random=drawn, prefix=prefix)


class DeskAlone:
    """A desk at which the first position has just begun."""

    def __init__(self, store: Store, *, meters: Meters | None = None) -> None:
        self.store = store
        if store.journal.tip().n == 0:
            store.journal.append(opening())
            for device in (DESK, *ROLES):
                store.meta.learn(device, identity(device).key)
        self.book = book_of(store)
        desk = Desk(self.book, store.journal, store.quarantine, store.meta)
        self.sync = DeskSync(desk, meters=meters)

    def held(self) -> list[tuple[int, str]]:
        return [(held.place.seq, held.reason) for held in self.store.quarantine.held()]


@dataclass
class Device:
    """A tablet whose every request is answered at once, as long as its desk has something to say."""

    name: str
    store: Store
    desk: DeskAlone | None
    now: float = 0.0
    troubles: list[Violation] = field(default_factory=list)
    waiting: list[Ask] = field(default_factory=list)

    def __post_init__(self) -> None:
        store = self.store
        self.projection = Projection(store.mirror, store.journal, store.outbox, device=self.name)
        self.book = book_of(store, self.projection)
        beside = None if self.name.startswith("TAB") else store.quarantine
        self.sync = TabletSync(store.journal, store.outbox, store.mirror, meta=store.meta, quarantine=beside, seed=1)

    def write(self, body: Body, table: int | None = None) -> EventId:
        (event_id,) = self.book.write(body, table=table)
        return event_id

    def meet(self, given: Input | None = None) -> None:
        """Exchange everything that there is to exchange, until one poll waits at the desk."""
        asks = [*self.waiting, *self._step(given or Wrote())]
        answered = True
        while answered:
            self.waiting = []
            more = [self._carry(ask) for ask in asks]
            answered = any(found is not None for found in more)
            asks = [*self.waiting, *(ask for found in more for ask in found or ())]

    def _carry(self, ask: Ask) -> list[Ask] | None:
        if self.desk is None:
            return self._step(Failed(ask.number))
        answer = self.desk.sync.handle(self.name, ask.body, self.now, since=self.now)
        if answer is None:
            self.waiting.append(ask)
            return None
        return self._step(Answered(ask.number, answer))

    def _step(self, given: Input) -> list[Ask]:
        outputs = self.sync.step(self.now, given)
        self.troubles += [output.what for output in outputs if isinstance(output, Troubled)]
        if any(isinstance(output, Changed) for output in outputs):
            self.book.write_as(self.store.meta.identity())
            self.book.catch_up()
        return [output for output in outputs if isinstance(output, Ask)]

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.meet(Started())
