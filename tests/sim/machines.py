"""The machines of a room: desks and devices that run the real logic, and lose all but their disks at a crash."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.domain.errors import Refused
from app.domain.events.kinds import Body
from app.domain.fold.state import State
from app.services.book import Book
from app.services.projection import Projection
from sync.quota import Meter, Meters, Quota
from sync.tablet import Answered, Ask, Changed, Failed, Input, Started, Wake, Wrote
from tests.sim.disk import Disk, PowerCut
from tests.sim.evening import ARBITER, DESK, STANDBY, DrawnBytes, LyingClock
from tests.sim.world import World

POLL_AGAIN = 20.0
MOMENT = 1e-6  # a timer never rings early
RIGHT_PATH = 0.7  # how often a device tries the newest desk first


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
        self._booted = self.world.random.randrange(1_000_000)  # where this machine's own seconds begin

    @property
    def now(self) -> float:
        """The machine's own monotonic clock, which nobody else has."""
        return self.world.now + self._booted

    def crash(self) -> None:
        if not self.up:
            return
        self.world.note("crash")
        self.up = False
        if not self.disk.journal.syncs:
            self.disk.lose(len(self.disk.entries) - self.disk.synced)
        self.world.at(self.world.now + 0.1 + self.world.random.random() * 5, self.restart)

    def restart(self) -> None:
        if not self.up:
            self.start()

    def book(self, prefix: Projection | None = None) -> Book:
        random = self.world.random
        clock, drawn = LyingClock(random, self.world.note), DrawnBytes(random)
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
        world, disk = self.world, self.disk
        if self.name == DESK:  # which devices are paired is in a file of the machine, beside its tournaments
            for device, keys in world.keys.items():
                disk.keys[device] = tuple(dict.fromkeys((*disk.keys.get(device, ()), *keys)))
        self._book = self.book()
        self.inside = world.kit.desk(self._book, disk.journal, disk.quarantine, disk.meta)
        meters = Meters(sent=Meter(Quota(burst=60, per_second=2)), told=Meter(Quota(burst=20, per_second=2)))
        self.sync = world.kit.desk_sync(self.inside, meters=meters)
        self.polls: list[Poll] = []

    @property
    def state(self) -> State:
        return self._book.state

    def write(self, *bodies: Body, table: int | None = None) -> bool:
        return self.do(lambda: self._book.write(*bodies, table=table))

    def do(self, work: Callable[[], object]) -> bool:
        """Let the desk's person do something; False where it was not done to its end."""
        if not self.up:
            return False
        try:
            work()
        except Refused:
            return False
        except PowerCut:
            self.crash()
            return False
        finally:
            self.note_written()
        self.wake_polls()
        return True

    def note_written(self) -> None:
        """What was cut off after it was stored was written all the same."""
        own = (entry.sealed for entry in self.disk.entries if entry.sealed.event.device == self.name)
        self.world.written.update(sealed.id for sealed in own)

    def receive(self, poll: Poll) -> None:
        if not self.up:
            return
        if self is not self.world.servers[-1]:
            self.world.note("old desk asked")
        life = self.life
        tip = self.disk.journal.tip()
        try:
            answer = self.sync.handle(poll.device, poll.body, self.now, since=poll.since + self._booted)
        except PowerCut:
            self.crash()
            return
        if answer is not None:
            if b'"is":"Busy"' in answer:
                self.world.note("over quota")
            poll.reply(answer)
        else:
            self.polls.append(poll)
            self.world.at(poll.since + POLL_AGAIN + MOMENT, lambda: self._again(poll, life))
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
        self._asked = self._delivered = 0
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
            quarantine=disk.quarantine if self.sees_everything else None,
            seed=self.world.random.getrandbits(32),
        )
        self.step(Started())

    @property
    def sees_everything(self) -> bool:
        return self.name in (ARBITER, STANDBY)

    @property
    def state(self) -> State:
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

    def pair_again(self, key: bytes) -> None:
        """Have another key, and begin another epoch with it."""
        identity = self.disk.identity
        self.disk.keys[self.name] = (*self.disk.keys[self.name], key)
        self.disk.identity = replace(identity, epoch=identity.epoch + 1, key=key)
        self.dirty = True

    def step(self, given: Input) -> None:
        if not self.up:
            return
        world = self.world
        term = self.disk.mirror.cursor().term
        try:
            outputs = self.sync.step(self.now, given)
        except PowerCut:
            self.crash()
            return
        world.lower_terms += self.disk.mirror.cursor().term < term
        for output in outputs:
            match output:
                case Ask():
                    self._send(output)
                case Wake(at):
                    at = max(at - self._booted, world.now) + MOMENT
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
        self._asked += 1
        asked = self._asked
        self._later(world.now + ask.patience_seconds, Failed(ask.number))
        # An old desk may still answer at the address that was last used.
        server = world.servers[-1] if random.random() < RIGHT_PATH else random.choice(world.servers)
        if self.offline or not server.up:
            self._later(world.now + 0.2, Failed(ask.number))
            return

        def reply(body: bytes) -> None:
            if world.happens(world.faults.lost, "answer lost") or self.offline or self.life != life:
                return
            body = world.cut(body, "answer cut")
            self._later(world.now + world.travel(), Answered(ask.number, body))

        def deliver() -> None:
            if asked < self._delivered:
                world.note("request overtaken")
            self._delivered = max(self._delivered, asked)
            server.receive(Poll(self.name, world.cut(ask.body, "request cut"), world.now, reply))

        for _ in range(2 if world.happens(world.faults.doubled, "request doubled") else 1):
            if not world.happens(world.faults.lost, "request lost"):
                world.at(world.now + world.travel(), deliver)


def new_client(world: World, name: str) -> Client:
    """A device that has just been paired."""
    return Client(world, name, world.new_disk(name))
