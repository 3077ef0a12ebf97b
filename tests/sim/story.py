"""One evening from one seed: what people do, what breaks, and what must be true when all is calm again."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from app.domain.errors import Refused
from app.domain.events.envelope import Event
from app.domain.events.kinds import KINDS
from app.domain.events.tournoi import Role, TabletAssigned
from app.domain.fold import fold
from app.storage.promote import LEAP
from tests.sim.disk import Disk
from tests.sim.evening import (
    ARBITER,
    DESK,
    ROLES,
    STANDBY,
    TABLES,
    TABLETS,
    at_the_table,
    by_the_arbiter,
    identity,
    next_epoch,
    opening,
    paper,
)
from tests.sim.world import Client, Faults, Kit, Server, World, new_client

PLAY_SECONDS = 60.0
CALM_SECONDS = 400.0  # after which what has not arrived never will
HEARD_SECONDS = 50.0  # in which every device has heard from the desk again
LOOK_EVERY = 5.0


@dataclass(frozen=True)
class Verdict:
    """What was wrong at the end of an evening: counts, all zero when nothing was."""

    lost: int = 0
    twice: int = 0
    ghost: int = 0
    stale: int = 0
    diverged: int = 0
    stalled: int = 0

    @property
    def ok(self) -> bool:
        return self == Verdict()


class Story:
    """An evening with one desk, two tables and an arbiter; a spare tablet and a standby where the seed says so."""

    def __init__(self, seed: int, kit: Kit | None = None) -> None:
        self.world = world = World(seed, kit or Kit())
        self.random = world.random
        disk = world.new_disk(DESK)
        disk.load(opening())
        disk.keys = {device: (identity(device).key,) for device in (DESK, *ROLES)}
        world.written.update(sealed.id for sealed in opening())
        self.desk = Server(world, DESK, disk)
        world.servers = [self.desk]
        self.disasters = self.random.sample(DISASTERS, self.random.choice((0, 1, 1, 2, 3)))
        names = [*TABLETS[:2], ARBITER]
        if swap in self.disasters:
            names.append(TABLETS[2])
        if promote in self.disasters:
            names.append(STANDBY)
        self.clients = {name: new_client(world, name) for name in names}
        self.backup = self.desk.disk.copied()
        self.tails: dict[str, Disk] = {}
        self.gone: set[str] = set()  # saved, then lost by a disk that lied, before anybody else had it

    def tablet_of(self, table: int) -> list[Client]:
        """Those who believe that a table is theirs."""
        found = []
        for client in self.clients.values():
            if client.up and ROLES[client.name] is Role.TABLE:
                assigned = client.state.assignments.get(table)
                if assigned is not None and assigned.device == client.name:
                    found.append(client)
        return found

    def play(self) -> Verdict:
        world, random = self.world, self.random
        world.faults = Faults(
            lost=random.choice((0, 0.1, 0.3)),
            doubled=random.choice((0, 0.1, 0.3)),
            cut=random.choice((0, 0.05, 0.2)),
            power=random.choice((0, 0, 0.01, 0.04)),
            delay=random.choice((0.02, 0.5, 4.0)),
        )
        for _ in range(random.randint(8, 40)):
            act = random.choices(ACTS, WEIGHTS)[0]
            world.at(random.random() * PLAY_SECONDS, lambda act=act: act(self))  # type: ignore[misc]
        if self.disasters:
            world.at((0.1 + 0.3 * random.random()) * PLAY_SECONDS, lambda: remember(self))
        for disaster in self.disasters:
            world.at((0.4 + 0.5 * random.random()) * PLAY_SECONDS, lambda act=disaster: act(self))  # type: ignore[misc]
        world.run(PLAY_SECONDS)
        return self._calm()

    def _calm(self) -> Verdict:
        """Mend everything, let nobody write, and see what has become of it all."""
        world = self.world
        world.faults = Faults()
        for machine in (*world.servers, *self.clients.values()):
            machine.restart()
        for client in self.clients.values():
            client.offline = False
        end = world.now + CALM_SECONDS
        world.run(world.now + HEARD_SECONDS)
        while world.now < end and not self._settled():
            world.run(world.now + LOOK_EVERY)
        return self._verdict()

    def _settled(self) -> bool:
        tip = self.desk.disk.journal.tip()
        return all(
            not client.disk.outbox.pending(1)
            and not client.disk.forgotten
            and client.disk.growing is None
            and client.disk.mirror.cursor().tip == tip
            for client in self.clients.values()
        )

    def _verdict(self) -> Verdict:
        disk = self.desk.disk
        placed = Counter(entry.sealed.id for entry in disk.entries)
        placed.update(held.sealed.id for held in disk.held)
        return Verdict(
            lost=sum(event not in placed for event in self.world.saved if event not in self.gone),
            twice=sum(count > 1 for count in placed.values()),
            ghost=sum(event not in self.world.written for event in placed),
            stale=_stale(disk) + self.world.lower_terms,
            diverged=self._diverged(),
            stalled=int(not self._settled()),
        )

    def _diverged(self) -> int:
        """Count the devices that do not show what the desk shows, and the desk where its book is not its journal."""
        truth = self.desk.state
        events = ((entry.sealed.id, entry.sealed.event) for entry in self.desk.disk.entries)
        wrong = int(fold(events) != truth)
        for client in self.clients.values():
            shown = client.projection.state()
            if ROLES[client.name] is not Role.TABLE:
                wrong += shown != truth
                continue
            own = [table for table, assigned in truth.assignments.items() if assigned.device == client.name]
            wrong += any(shown.feuille(1, table) != truth.feuille(1, table) for table in own if shown.created)
            wrong += shown.created is None
        return wrong


def _stale(disk: Disk) -> int:
    """Count the events in a journal that a tablet wrote for a table that was no longer its own."""
    owner: dict[int, tuple[str, int]] = {}
    found = 0
    for event in (entry.sealed.event for entry in disk.entries):
        if event.kind == "TabletAssigned":
            owner[_number(event, "table")] = (str(event.body["device"]), _number(event, "epoch"))
        elif event.kind == "SheetTyped":
            owner[event.table or 0] = (event.device, _number(event, "epoch"))
        elif event.device in TABLETS and KINDS[event.kind].on_sheet:
            found += owner.get(event.table or 0) != (event.device, event.table_epoch)
    return found


def _number(event: Event, name: str) -> int:
    return int(str(event.body[name]))


# What people do.


def table_writes(story: Story) -> None:
    table = story.random.choice(TABLES)
    for client in story.tablet_of(table):
        try:
            body = at_the_table(client.state, table, story.random)
        except Refused:
            continue  # the sheet has not been pulled yet
        client.write(body, table=table)


def arbiter_writes(story: Story) -> None:
    client = story.clients[ARBITER]
    table = story.random.choice(TABLES)
    if client.up and client.state.created is not None:
        body = by_the_arbiter(client.state, table, story.random)
        client.write(body, table=table if KINDS[type(body).__name__].on_sheet else None)


def desk_writes(story: Story) -> None:
    """At the desk, or at an old one that nobody listens to any more."""
    desk = story.random.choice(story.world.servers)
    if desk.up:
        body = by_the_arbiter(desk.state, story.random.choice(TABLES), story.random)
        desk.write(body, table=story.random.choice(TABLES) if KINDS[type(body).__name__].on_sheet else None)


def walk_away(story: Story) -> None:
    """A tablet leaves the network for a while."""
    leave(story, story.random.choice(list(story.clients.values())))


def leave(story: Story, client: Client) -> None:
    client.offline = True

    def back() -> None:
        client.offline = False

    story.world.at(story.world.now + story.random.random() * 40, back)


def crash_something(story: Story) -> None:
    story.random.choice([story.desk, *story.clients.values()]).crash()


def remember(story: Story) -> None:
    """A backup is made, and disks that will turn out to lie have written this much for good."""
    story.backup = story.desk.disk.copied()
    story.tails = {name: client.disk.copied() for name, client in story.clients.items()}


# What goes wrong.


def swap(story: Story) -> None:
    """A table goes to another tablet, which may have one already; the old one does not know yet."""
    table = story.random.choice(TABLES)
    if story.desk.up:
        epoch = next_epoch(story.desk.state, table)
        story.desk.write(TabletAssigned(table=table, device=story.random.choice(TABLETS), epoch=epoch))


def type_a_paper(story: Story) -> None:
    table = story.random.choice(TABLES)
    if story.desk.up:
        story.desk.write(paper(story.desk.state, table), table=table)


def lose_tablet_tail(story: Story) -> None:
    """A tablet's disk forgets its last writes, and nobody notices."""
    names = sorted(story.tails.keys() & story.clients.keys() - {STANDBY})
    if not names:
        return
    client = story.clients[story.random.choice(names)]
    tail = story.tails[client.name]
    if tail.term != client.disk.term:
        return
    kept = {entry.sealed.id for entry in tail.entries}
    lost = {e.sealed.id for e in client.disk.entries if e.sealed.id not in kept}
    if not DESK_DISASTERS & set(story.disasters):
        # What the desk has by now is safe, as long as the desk loses nothing too.
        lost -= {e.sealed.id for e in story.desk.disk.entries} | story.desk.disk.held_ids.keys()
    story.gone |= lost
    client.crash()
    client.disk = story.world.fit(tail.copied())
    leave(story, client)  # and people go on writing
    for _ in range(4):
        story.world.at(story.world.now + 5 + 5 * story.random.random(), lambda: table_writes(story))


def lose_desk_tail(story: Story) -> None:
    """The desk's file is put back by hand as it was: same term, same epoch, fewer events."""
    if story.backup.term == story.desk.disk.term:
        story.desk.crash()
        story.desk.disk = story.world.fit(story.backup.copied())


def restore(story: Story) -> None:
    """The desk is brought back from a backup."""
    now = story.desk.disk
    story.desk.crash()
    disk = story.world.fit(story.backup.copied())
    disk.term = max(disk.term, now.term) + 1
    disk.identity = replace(disk.identity, epoch=max(disk.identity.epoch, now.identity.epoch) + 1)
    story.desk.disk = disk


def promote(story: Story) -> None:
    """The desk is gone; the standby takes over with what it has. The old desk may come back."""
    standby = story.clients.get(STANDBY)
    if standby is None or not standby.disk.chain:
        return
    del story.clients[STANDBY]
    standby.up = False
    disk = story.world.new_disk(STANDBY)
    disk.load([seen.sealed for seen in standby.disk.chain])
    disk.keys = dict(standby.disk.keys)
    for held in standby.disk.held:
        disk.quarantine.keep(held.sealed, held.place, held.reason)
    disk.term = standby.disk.term + LEAP
    disk.identity = replace(disk.identity, epoch=disk.identity.epoch + 1)
    story.desk.crash()
    story.desk = Server(story.world, STANDBY, disk)
    story.world.servers.append(story.desk)
    story.backup = disk.copied()


ACTS: tuple[Callable[[Story], None], ...] = (
    table_writes,
    arbiter_writes,
    desk_writes,
    walk_away,
    crash_something,
    remember,
)
WEIGHTS = (12, 4, 1, 2, 1, 1)
DISASTERS: tuple[Callable[[Story], None], ...] = (
    swap,
    type_a_paper,
    lose_tablet_tail,
    lose_desk_tail,
    restore,
    promote,
)

DESK_DISASTERS = {lose_desk_tail, restore, promote}


def play(seed: int, kit: Kit | None = None) -> Verdict:
    """Play one evening and judge it."""
    return Story(seed, kit).play()
