"""A room in one seed: machines that crash, a network that loses, doubles, delays and cuts, simulated time."""

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from app.domain.errors import Refused
from app.domain.events.kinds import Body
from app.services.book import Book
from app.services.projection import Projection
from sync.desk import DeskSync
from sync.intake import Desk
from sync.quota import Quota
from sync.tablet import Answered, Ask, Changed, Failed, Input, Started, TabletSync, Wake, Wrote
from tests.sim.disk import Cut, Disk, MemoryJournal, PowerCut
from tests.sim.evening import ARBITER, JOURNAL, ROLES, STANDBY, DrawnBytes, LyingClock, identity

POLL_AGAIN = 20.0


@dataclass(frozen=True)
class Kit:
    """The parts of which machines are made: the real ones, or some with a known bug put back."""

    tablet: type[TabletSync] = TabletSync
    desk: type[Desk] = Desk
    desk_sync: type[DeskSync] = DeskSync
    journal: type[MemoryJournal] = MemoryJournal


@dataclass
class Faults:
    """How bad things are, as probabilities; all zero once they have calmed down."""

    lost: float = 0.0
    doubled: float = 0.0
    cut: float = 0.0
    power: float = 0.0
    delay: float = 0.05


class World:
    """Time, chance, and who has written what."""

    def __init__(self, seed: int, kit: Kit) -> None:
        self.random = Random(seed)
        self.kit = kit
        self.now = 0.0
        self.faults = Faults()
        self.servers: list[Server] = []
        self.lower_terms = 0  # times that a device went back to a desk that another had replaced
        self.written: set[str] = set()  # ids of all that anybody wrote
        self.saved: dict[str, str] = {}  # what a tablet showed as saved, by whom
        self._agenda: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0

    def at(self, when: float, act: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._agenda, (when, self._count, act))

    def run(self, until: float) -> None:
        while self._agenda and self._agenda[0][0] <= until:
            self.now, _count, act = heapq.heappop(self._agenda)
            act()
        self.now = until

    def power(self) -> Cut | None:
        if self.faults.power and self.random.random() < self.faults.power:
            return self.random.choice((Cut.BEFORE, Cut.AFTER))
        return None

    def happens(self, probability: float) -> bool:
        return probability > 0 and self.random.random() < probability

    def travel(self) -> float:
        return self.random.random() * self.faults.delay

    def new_disk(self, device: str) -> Disk:
        return self.fit(Disk(JOURNAL, identity(device), power=self.power))

    def fit(self, disk: Disk) -> Disk:
        disk.journal = self.kit.journal(disk)
        return disk


class Machine:
    """A device: what is on its disk stays, everything else goes with the power."""

    def __init__(self, world: World, name: str, disk: Disk) -> None:
        self.world = world
        self.name = name
        self.disk = disk
        self.up = False
        self.life = 0  # how many times it was started: what was meant for an earlier life is lost
        self.start()

    def start(self) -> None:
        self.up = True
        self.life += 1

    def crash(self) -> None:
        if not self.up:
            return
        self.up = False
        if not self.disk.journal.syncs:
            self.disk.lose(len(self.disk.entries) - self.disk.synced)
        self.world.at(self.world.now + 0.1 + self.world.random.random() * 5, self.restart)

    def restart(self) -> None:
        if not self.up:
            self.start()

    def book(self, prefix: Projection | None = None) -> Book:
        random = self.world.random
        clock, drawn = LyingClock(random), DrawnBytes(random)
        return Book(self.disk.journal, self.disk.identity, clock=clock, random=drawn, prefix=prefix)


@dataclass
class Poll:
    """A request that waits at the desk for something to say."""

    device: str
    body: bytes
    since: float
    reply: Callable[[bytes], None]


class Server(Machine):
    """A desk."""

    def start(self) -> None:
        super().start()
        kit = self.world.kit
        self._book = self.book()
        desk = kit.desk(self._book, self.disk.journal, self.disk.quarantine, self.disk.meta)
        self.sync = kit.desk_sync(desk, quota=Quota(burst=12, per_second=2))
        self.polls: list[Poll] = []

    @property
    def state(self):  # type: ignore[no-untyped-def]
        return self._book.state

    def write(self, *bodies: Body, table: int | None = None) -> None:
        if not self.up:
            return
        try:
            self.world.written.update(self._book.write(*bodies, table=table))
        except Refused:
            return
        except PowerCut:
            self.note_written()
            self.crash()
            return
        self.wake_polls()

    def note_written(self) -> None:
        """What was cut off after it was stored was written all the same."""
        own = (e.sealed for e in self.disk.entries if e.sealed.event.device == self.name)
        self.world.written.update(sealed.id for sealed in own)

    def receive(self, poll: Poll) -> None:
        if not self.up:
            return
        life = self.life
        tip = self.disk.journal.tip()
        try:
            answer = self.sync.handle(poll.device, poll.body, self.world.now, since=poll.since)
        except PowerCut:
            self.crash()
            return
        if answer is not None:
            poll.reply(answer)
        else:
            self.polls.append(poll)
            self.world.at(poll.since + POLL_AGAIN, lambda: self._again(poll, life))
        if self.disk.journal.tip() != tip:
            self.wake_polls()
        if not self.disk.journal.syncs:
            self.world.at(self.world.now + 1, self._sync_late)

    def _sync_late(self) -> None:
        if self.up:
            self.disk.synced = len(self.disk.entries)

    def _again(self, poll: Poll, life: int) -> None:
        if self.up and self.life == life and poll in self.polls:
            self.polls.remove(poll)
            self.receive(poll)

    def wake_polls(self) -> None:
        waiting, self.polls = self.polls, []
        for poll in waiting:
            self.receive(poll)


class Client(Machine):
    """A tablet, the arbiter's, or a standby."""

    def __init__(self, world: World, name: str, disk: Disk) -> None:
        self.offline = False
        super().__init__(world, name, disk)

    def start(self) -> None:
        super().start()
        disk = self.disk
        self.wake_at = float("inf")
        self.projection = Projection(disk.mirror, disk.journal, disk.outbox, device=self.name)
        self._book = self.book(self.projection)
        self.dirty = False
        self.sync = self.world.kit.tablet(
            disk.journal,
            disk.outbox,
            disk.mirror,
            meta=disk.meta,
            quarantine=disk.quarantine if self.name in (ARBITER, STANDBY) else None,
            seed=self.world.random.getrandbits(32),
        )
        self.step(Started())

    @property
    def state(self):  # type: ignore[no-untyped-def]
        if self.dirty:
            self._book.write_as(self.disk.identity)
            self._book.catch_up()
            self.dirty = False
        return self._book.state

    def write(self, body: Body, *, table: int | None = None) -> None:
        """Write a fact; once the book has it, the tablet shows it as saved."""
        try:
            for event_id in self._book.write(body, table=table):
                self.world.saved[event_id] = self.name
        except Refused:
            return
        except PowerCut:
            self.crash()
            return
        finally:
            self.world.written.update(entry.sealed.id for entry in self.disk.entries[-1:])
        self.step(Wrote())

    def step(self, given: Input) -> None:
        if not self.up:
            return
        world = self.world
        term = self.disk.mirror.cursor().term
        try:
            outputs = self.sync.step(world.now, given)
        except PowerCut:
            self.crash()
            return
        world.lower_terms += self.disk.mirror.cursor().term < term
        for output in outputs:
            match output:
                case Ask():
                    self._send(output)
                case Wake(at):
                    if at < self.wake_at or self.wake_at <= world.now:
                        self.wake_at = at
                        self._later(at, Started())
                case Changed():
                    self.dirty = True

    def _later(self, when: float, given: Input) -> None:
        life = self.life

        def act() -> None:
            if self.life == life:
                self.step(given)

        self.world.at(when, act)

    def _send(self, ask: Ask) -> None:
        world, random = self.world, self.world.random
        life = self.life
        self._later(world.now + ask.patience_seconds, Failed(ask.number))
        # An old desk may still answer at the address that was last used.
        server = world.servers[-1] if random.random() < 0.7 else random.choice(world.servers)
        if self.offline or not server.up:
            self._later(world.now + 0.2, Failed(ask.number))
            return

        def reply(body: bytes) -> None:
            if world.happens(world.faults.lost) or self.offline or self.life != life:
                return
            if world.happens(world.faults.cut):
                body = body[: random.randrange(len(body))]
            self._later(world.now + world.travel(), Answered(ask.number, body))

        def deliver() -> None:
            body = ask.body
            if world.happens(world.faults.cut):
                body = body[: random.randrange(len(body))]
            server.receive(Poll(self.name, body, world.now, reply))

        for _ in range(2 if world.happens(world.faults.doubled) else 1):
            if not world.happens(world.faults.lost):
                world.at(world.now + world.travel(), deliver)


def new_client(world: World, name: str) -> Client:
    """A device that has just been paired."""
    assert name in ROLES
    return Client(world, name, world.new_disk(name))
