"""What people do in an evening, and what happens to them every day: crashes, absences, a desk that settles things."""

from collections.abc import Callable

from app.domain.errors import Refused
from app.domain.events.kinds import KINDS, Body
from app.domain.events.tournoi import Role
from app.services.quarantine import dismiss_held, release_held
from tests.sim.evening import ARBITER, ROLES, TABLES, at_the_table, by_the_arbiter
from tests.sim.machines import Client
from tests.sim.story import Story


def tablets_of(story: Story, table: int) -> list[Client]:
    """Those who believe that a table is theirs."""
    found = []
    for client in story.clients.values():
        if client.up and ROLES[client.name] is Role.TABLE:
            assigned = client.state.assignments.get(table)
            if assigned is not None and assigned.device == client.name:
                found.append(client)
    return found


def table_writes(story: Story) -> None:
    write_at(story, story.random.choice(TABLES))


def write_at(story: Story, table: int) -> None:
    believers = tablets_of(story, table)
    if len(believers) > 1:
        story.world.note("two tablets write for one table")
    for client in believers:
        try:
            body = at_the_table(client.state, table, story.random)
        except Refused:
            continue  # the sheet has not been pulled yet
        client.write(body, table=table)


def arbiter_writes(story: Story) -> None:
    correct_at(story, story.random.choice(TABLES))


def correct_at(story: Story, table: int) -> None:
    client = story.clients[ARBITER]
    if client.up and client.state.position:  # else the arbiter's tablet has not heard of it yet
        body = by_the_arbiter(client.state, table, story.random)
        client.write(body, table=table_of(body, table))


def table_of(body: Body, table: int) -> int | None:
    return table if KINDS[type(body).__name__].on_sheet else None


def both_correct(story: Story) -> None:
    """The arbiter corrects a sheet while its table, which is out of reach, goes on changing it."""
    table = story.random.choice(TABLES)
    tablets = tablets_of(story, table)
    if not tablets:
        return
    leave(story, tablets[0])
    if story.clients[ARBITER].state.position:
        story.world.note("arbiter corrects what a table changes offline")
    for act in (write_at, correct_at, write_at, correct_at):
        story.soon(lambda act=act: act(story, table))  # type: ignore[misc]


def desk_writes(story: Story) -> None:
    """At the desk, or at an old one that nobody listens to any more."""
    desk = story.random.choice(story.world.servers)
    table = story.random.choice(TABLES)
    if desk.up and desk.state.position:
        body = by_the_arbiter(desk.state, table, story.random)
        desk.write(body, table=table_of(body, table))


def settle(story: Story) -> None:
    """Somebody at the desk gives its effect to what is in quarantine, or declares it void."""
    desk = story.desk
    if not desk.up or not (held := desk.disk.quarantine.held()):
        return
    number = story.random.choice(held).number
    if story.random.random() < 0.5:
        story.world.note("quarantine released")
        desk.do(lambda: release_held(desk.inside.book, desk.disk.quarantine, number, reason="vu"))
    else:
        story.world.note("quarantine dismissed")
        desk.do(lambda: dismiss_held(desk.inside.book, desk.disk.quarantine, number, reason="vu"))


def walk_away(story: Story) -> None:
    """A device leaves the network for a while."""
    leave(story, story.random.choice(list(story.clients.values())))


def leave(story: Story, client: Client, *, least: float = 0.0) -> None:
    client.offline = True
    story.world.note("device out of reach")

    def back() -> None:
        client.offline = False

    story.world.at(story.world.now + least + story.random.random() * 40, back)


def crash_something(story: Story) -> None:
    story.random.choice([*story.world.servers, *story.clients.values()]).crash()


def remember(story: Story) -> None:
    """A backup is made, and disks that will turn out to lie have written this much for good."""
    story.remember()


ACTS: dict[Callable[[Story], None], int] = {
    table_writes: 24,
    arbiter_writes: 8,
    both_correct: 2,
    desk_writes: 2,
    settle: 2,
    walk_away: 4,
    crash_something: 2,
    remember: 2,
}
