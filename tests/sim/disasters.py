"""What goes wrong once or twice in an evening: tables change hands, disks lie or die, desks are replaced."""

from collections.abc import Callable
from dataclasses import replace

from app.domain.events.arbitre import PenaltyGiven
from app.domain.events.envelope import FIRST, Event, Sealed, seal
from app.domain.events.kinds import Body, write_body
from app.domain.events.order import Key
from app.domain.events.table import ArbiterCalled
from app.domain.events.tournoi import DeviceAdmitted, DeviceRevoked, PositionClosed, TabletAssigned
from app.storage.promote import FORGOTTEN, LEAP
from sync import wire
from sync.wire import Offer, Packed, Push, Request
from tests.sim.evening import (
    JOURNAL,
    ROGUE,
    ROLES,
    STANDBY,
    TABLES,
    TABLETS,
    identity,
    next_epoch,
    next_position,
    paper,
)
from tests.sim.machines import Poll, Server
from tests.sim.people import leave, table_writes, tablets_of, write_at
from tests.sim.story import Story

SPARE = TABLETS[2]


def swap(story: Story) -> None:
    """A table goes to another tablet, which may have one already; the old one does not know yet, and both write."""
    table = story.random.choice(TABLES)
    if not story.desk.up:
        return
    before = tablets_of(story, table)
    others = [name for name in TABLETS if name not in {one.name for one in before}]
    if not others:
        return  # all of them believe that it is theirs
    for client in before:
        leave(story, client, least=25)
    assign(story, table, story.random.choice(others))
    for begins in (0, 10, 20):  # the new one has to pull the table first, which takes its time
        story.soon(lambda: write_at(story, table), after=begins)


def assign(story: Story, table: int, device: str) -> None:
    story.world.note("table changes hands")
    epoch = next_epoch(story.desk.state, table)
    story.desk.write(TabletAssigned(table=table, device=device, epoch=epoch))


def type_a_paper(story: Story) -> None:
    table = story.random.choice(TABLES)
    if story.desk.up and story.desk.state.position and story.desk.write(paper(story.desk.state, table), table=table):
        story.world.note("paper typed")


def end_position(story: Story) -> None:
    """The desk types what is missing, closes the position and opens the next, whatever the tables still write."""
    desk = story.desk
    number = desk.state.position
    if not (desk.up and number):
        return
    for table in TABLES:
        if desk.up and not desk.state.feuille(number, table).sheet.is_sent:
            desk.write(paper(desk.state, table), table=table)
    if desk.up and desk.write(PositionClosed(position=number)):
        story.world.note("position closed")
        if desk.up and desk.write(next_position(number + 1)):
            for table in TABLES:
                if desk.up:
                    assign(story, table, TABLETS[table - 1])


def revoke(story: Story) -> None:
    """A device is let in no more, and after a while it is again."""
    name = story.random.choice(sorted(story.clients))
    if story.desk.up and story.desk.write(DeviceRevoked(device=name)):
        story.world.note("device revoked")
        story.world.at(story.world.now + 20 * story.random.random(), lambda: admit(story, name))


def admit(story: Story, name: str) -> None:
    if story.desk.up and name not in story.desk.state.devices:
        story.desk.write(DeviceAdmitted(device=name, role=ROLES[name]))


def pair_again(story: Story) -> None:
    """A device is paired again: another key, another epoch; what it owes has MACs of the key before."""
    client = story.clients[story.random.choice(sorted(story.clients.keys() - {STANDBY}))]
    if not (story.desk.up and client.up):
        return
    key = story.random.randbytes(32)
    if story.desk.do(lambda: story.desk.disk.meta.learn(client.name, key)):
        story.world.note("device paired again")
        story.world.keys.setdefault(client.name, []).append(key)
        client.pair_again(key)


def lose_tablet_tail(story: Story) -> None:
    """A device's disk forgets its last writes, and nobody notices."""
    known = {name: story.tails[name] for name in sorted(story.tails.keys() & story.clients.keys() - {STANDBY})}
    longer = [name for name, tail in known.items() if len(story.clients[name].disk.entries) > len(tail.entries)]
    if not known:
        return
    client = story.clients[story.random.choice(longer or list(known))]
    tail = known[client.name]
    story.world.note("tablet lost its tail" if longer else "tablet lost what it had pulled")
    with story.losing():
        client.crash()
        client.disk = story.world.fit(tail.copied())
    leave(story, client)  # and people go on writing
    for _ in range(4):
        story.soon(lambda: table_writes(story))


def break_tablet(story: Story) -> None:
    """A tablet falls on the floor and is never seen again; the spare one takes its tables."""
    name = story.random.choice(TABLETS[:2])
    client = story.clients.get(name)
    if client is None:
        return
    story.world.note("tablet broken for good")
    with story.losing():
        client.up = False
        client.life += 1
        del story.clients[name]
    if story.desk.up:
        for table, assigned in story.desk.state.assignments.items():
            if assigned.device == name and story.desk.up:
                assign(story, table, SPARE)


def lose_desk_tail(story: Story) -> None:
    """The desk's file is put back by hand as it was: same term, same epoch, fewer events."""
    if story.random.random() < 0.5:
        put_back(story)
        return
    story.remember()  # a moment ago: devices have heard that their events are safe, and not yet where they stand
    for _ in range(3):
        table_writes(story)
    story.world.at(story.world.now + 2 * story.random.random(), lambda: put_back(story))


def put_back(story: Story) -> None:
    if story.backup.term == story.desk.disk.term and story.backup.identity.device == story.desk.name:
        story.world.note("desk lost its tail")
        story.put_back = True
        with story.losing():
            story.desk.crash()
            story.desk.disk = story.world.fit(story.backup.copied())


def restore(story: Story) -> None:
    """The desk is brought back from a backup."""
    now = story.desk.disk
    story.world.note("desk restored")
    with story.losing():
        story.desk.crash()
        disk = story.world.fit(story.backup.copied())
        disk.term = max(disk.term, now.term) + 1
        disk.identity = replace(disk.identity, epoch=max(disk.identity.epoch, now.identity.epoch) + 1)
        story.desk.disk = disk


def restore_elsewhere(story: Story) -> None:
    """The desk is brought back from a backup on another machine, which knows nothing of the first; that one returns."""
    now = story.desk.disk
    if story.backup.term < now.term:
        return  # a term that devices already know of another desk, which people are told not to do
    story.world.note("desk restored on another machine")
    with story.losing():
        story.desk.crash()
        disk = story.world.fit(story.backup.copied())
        disk.term += 1
        disk.identity = replace(disk.identity, epoch=disk.identity.epoch + 1)
        story.desk = Server(story.world, story.desk.name, disk)
        story.world.servers.append(story.desk)


def promote(story: Story) -> None:
    """The desk is gone; the standby takes over with what it has. The old desk may come back."""
    standby = story.clients.get(STANDBY)
    if standby is None or not standby.disk.chain:
        return
    story.world.note("standby promoted")
    with story.losing():
        del story.clients[STANDBY]
        standby.up = False
        standby.life += 1
        disk = story.world.new_disk(STANDBY)
        disk.load([seen.sealed for seen in standby.disk.chain])
        disk.keys = dict(standby.disk.keys)
        held = sorted(standby.disk.held, key=lambda one: one.place)
        for one in held:
            disk.quarantine.keep(one.sealed, one.place, one.reason)
        for sealed in standby.disk.forgotten.values():
            disk.quarantine.keep_aside(sealed, FORGOTTEN)
        disk.term = standby.disk.term + LEAP
        disk.identity = replace(disk.identity, epoch=standby.disk.identity.epoch + 1)
        story.desk.crash()
        story.desk = Server(story.world, STANDBY, disk)
        story.world.servers.append(story.desk)
        story.backup = disk.copied()


def cheat(story: Story) -> None:
    """A tablet that was let in sends what others wrote, what it may not write, and what nobody wrote."""
    desk, world = story.desk, story.world
    if not desk.up or ROGUE not in desk.state.devices:
        return
    world.note("rogue tablet")
    known = [entry.sealed for client in story.clients.values() for entry in client.disk.entries]
    known += [entry.sealed for entry in desk.disk.entries[-5:]]
    own, state = identity(ROGUE), desk.state
    epoch = 1 + story.random.randrange(2)
    seq = desk.disk.journal.last_seq(ROGUE, epoch)
    penalty = PenaltyGiven(player="P1", position=1, points=50, reason="retard")
    events = [story.random.choice(known), rogue_event(Key(ROGUE, epoch, seq + 2), penalty, own.key)]
    for table, assigned in state.assignments.items():  # as if North had called the arbiter
        epoch_there = max(desk.disk.journal.last_seqs(assigned.device), default=1)
        last = desk.disk.journal.last_seq(assigned.device, epoch_there)
        key = Key(assigned.device, epoch_there, last + 1)
        previous = desk.disk.places.get(replace(key, seq=last), FIRST)
        call = ArbiterCalled(position=max(1, state.position))
        events.append(rogue_event(key, call, own.key, table=table, table_epoch=assigned.epoch, previous=previous))
    world.forged.update(sealed.id for sealed in events[1:])
    packed, foreign = (
        tuple(Packed.of(sealed.payload, sealed.mac) for sealed in some) for some in (events, elsewhere(story))
    )
    for ask in (Push(epoch=epoch, first=seq + 1, events=packed), Offer(events=(*foreign, *packed))):
        body = wire.write(Request(journal=JOURNAL, term=desk.disk.term, ask=ask))
        desk.receive(Poll(ROGUE, body, world.now, lambda _answer: None))


def elsewhere(story: Story) -> list[Sealed]:
    """What others wrote in another tournament, under the keys that serve them here too, at the places they fill next.

    None of it may be kept.
    """
    disk, found = story.desk.disk, list[Sealed]()
    for device in (*story.clients, story.desk.name):
        epoch = max(disk.journal.last_seqs(device), default=1)
        key = Key(device, epoch, disk.journal.last_seq(device, epoch) + 1)
        secret = disk.meta.keys_of(device)[-1]
        found.append(rogue_event(key, ArbiterCalled(position=1), secret, table=1, table_epoch=1, journal="ELSEWHERE"))
    return found


def rogue_event(
    key: Key,
    body: Body,
    secret: bytes,
    *,
    journal: str = JOURNAL,
    table: int | None = None,
    table_epoch: int | None = None,
    previous: str = FIRST,
) -> Sealed:
    kind, written = write_body(body)
    event = Event(
        journal=journal,
        device=key.device,
        epoch=key.epoch,
        seq=key.seq,
        kind=kind,
        body=written,
        at="",
        previous=previous,
        table=table,
        table_epoch=table_epoch,
    )
    return seal(event, secret)


DISASTERS: dict[Callable[[Story], None], int] = {
    swap: 12,
    type_a_paper: 3,
    end_position: 2,
    revoke: 2,
    pair_again: 2,
    lose_tablet_tail: 4,
    break_tablet: 3,
    lose_desk_tail: 3,
    restore: 4,
    restore_elsewhere: 3,
    promote: 4,
    cheat: 9,
}
NEEDS_SPARE = {swap, break_tablet}
