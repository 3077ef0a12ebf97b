"""What must be true when an evening is over and all is calm again."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from app.domain.events.envelope import Event
from app.domain.events.kinds import KINDS
from app.domain.events.tournoi import Role
from app.domain.fold import fold
from app.domain.fold.state import State
from app.services.projection import Projection
from sync.intake import ARRIVED
from tests.sim.disk import Disk
from tests.sim.evening import ROGUE, ROLES, TABLETS
from tests.sim.machines import Client, Server
from tests.sim.world import World

Clients = Mapping[str, Client]


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


def has_settled(desk: Server, clients: Clients) -> bool:
    """Tell whether nothing is under way any more."""
    tip = desk.disk.journal.tip()
    return all(
        not client.disk.outbox.pending(1)
        and not client.disk.forgotten
        and client.disk.growing is None
        and client.disk.mirror.cursor().tip == tip
        and (not client.sees_everything or client.disk.mirror.cursor().held == len(desk.disk.held))
        for client in clients.values()
    )


def judge(world: World, desk: Server, clients: Clients, *, gone: set[str], put_back: bool) -> Verdict:
    disk, truth = desk.disk, desk.state
    stored = Counter(entry.sealed.id for entry in disk.entries)
    # What a device sends of another's is its own doing: it stands beside the other's event, not for it.
    own = [held for held in disk.held if held.place.device == held.sealed.event.device]
    placed = stored + Counter(held.sealed.id for held in own if held.settled_reason != ARRIVED)
    kept = {held.sealed.id for held in disk.held}
    return Verdict(
        lost=sum(event not in placed for event in world.saved if event not in gone),
        twice=sum(count > 1 for count in placed.values()) + sum(stored[event] for event in released(disk)),
        ghost=sum(event not in world.written for event in stored) + len(kept - world.written - world.forged),
        stale=stale(disk) + world.lower_terms + len(truth.set_aside),
        diverged=diverged(desk, clients) + (0 if put_back else unaware(desk, clients)),
        stalled=int(not has_settled(desk, clients)),
    )


def released(disk: Disk) -> list[str]:
    """Return the events that a desk wrote by its own hand: they must not count beside that."""
    settled = (entry.sealed.event.body for entry in disk.entries if entry.sealed.event.kind == "HeldSettled")
    return [str(body["settles"]) for body in settled if body["released"]]


def stale(disk: Disk) -> int:
    """Count the events in a journal that a tablet wrote for a table that was no longer its own."""
    owner: dict[int, tuple[str, int]] = {}
    found = 0
    for event in (entry.sealed.event for entry in disk.entries):
        if event.kind == "TabletAssigned":
            owner[_number(event, "table")] = (str(event.body["device"]), _number(event, "epoch"))
        elif event.kind == "SheetTyped":
            owner[event.table or 0] = (event.device, _number(event, "epoch"))
        elif event.device in (*TABLETS, ROGUE) and KINDS[event.kind].on_sheet:
            found += owner.get(event.table or 0) != (event.device, event.table_epoch)
    return found


def _number(event: Event, name: str) -> int:
    return int(str(event.body[name]))


def diverged(desk: Server, clients: Clients) -> int:
    """Count those who do not show what the desk's journal says, or not what is on their own disk, or who will fork."""
    truth = fold((entry.sealed.id, entry.sealed.event) for entry in desk.disk.entries)
    wrong = int(truth != desk.state)
    for client in clients.values():
        disk = client.disk
        anew = Projection(disk.mirror, disk.journal, disk.outbox, device=client.name).state()
        wrong += client.projection.state() != anew or client.state != anew
        wrong += _would_fork(desk.disk, disk)
        if ROLES[client.name] is Role.TABLE:
            wrong += _as_seen(anew, client.name) != _as_seen(truth, client.name)
        else:
            wrong += anew != truth
    return wrong


def _would_fork(desk: Disk, own: Disk) -> bool:
    """Tell whether the desk knows other events than a device itself in the epoch in which that writes."""
    device, epoch = own.identity.device, own.identity.epoch
    known = {key: event for key, event in desk.places.items() if (key.device, key.epoch) == (device, epoch)}
    return any(own.places.get(key) != event for key, event in known.items())


def unaware(desk: Server, clients: Clients) -> int:
    """Count those who see everything and do not know all that is in the desk's quarantine."""
    held = desk.disk.held_at.keys()
    return sum(client.sees_everything and not held <= client.disk.held_at.keys() for client in clients.values())


def _as_seen(state: State, device: str) -> object:
    """Return what a table's tablet must have right: who plays where, and its own sheets."""
    own = {t: assigned for t, assigned in state.assignments.items() if device in (assigned.device, assigned.instead_of)}
    sheets = {(number, table): tables.get(table) for number, tables in state.feuilles.items() for table in own}
    return state.created, state.devices, own, state.positions, sheets
