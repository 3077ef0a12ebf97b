"""The tournament that the simulation plays: eight players at two tables, with every device admitted."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random

from app.domain.donne.contrat import Contrat
from app.domain.events.arbitre import DonneStruck, PenaltyGiven, SheetTyped
from app.domain.events.envelope import Sealed
from app.domain.events.kinds import Body
from app.domain.events.table import (
    ArbiterCalled,
    DealerDrawn,
    DonneRecorded,
    DonneReplaced,
    Entry,
    EntryUndone,
    SheetSent,
    SheetVisaed,
)
from app.domain.events.tournoi import (
    DeviceAdmitted,
    PlayerRegistered,
    PositionOpened,
    Role,
    SeatedTable,
    TabletAssigned,
    TournamentCreated,
)
from app.domain.fold.state import State
from app.domain.tournoi.identity import Identity as Card
from app.domain.tournoi.shape import plain
from app.domain.tournoi.sheet import Scored
from app.services.book import Book
from app.services.ports import Identity
from tests.sim.disk import Disk

JOURNAL = "T1"
SEATS = ("N", "S", "E", "O")
DONNES = 8
TABLES = (1, 2)
PLAYERS = tuple(f"P{number}" for number in range(1, 9))
DESK, STANDBY, ARBITER = "DESK", "STANDBY", "ARBITER"
TABLETS = ("TAB1", "TAB2", "TAB3")
ROGUE = "ROGUE"  # a tablet that was let in, and is not what it should be
ROLES = {STANDBY: Role.DESK, ARBITER: Role.ARBITRE, **dict.fromkeys((*TABLETS, ROGUE), Role.TABLE)}


def identity(device: str) -> Identity:
    return Identity(device, 1, device.encode().ljust(32, b"."))


class LyingClock:
    """A wall clock that stands at 1970, or jumps: nothing may depend on it."""

    def __init__(self, random: Random, note: Callable[[str], None] | None = None) -> None:
        self._random = random
        self._note = note or (lambda _fault: None)
        self._last = 0

    def now(self) -> datetime:
        days = self._random.choice((0, 0, 20_000, 20_700, 40_000))
        if days == 0:
            self._note("clock at 1970")
        if days < self._last:
            self._note("clock jumped back")
        self._last = days
        return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=days)

    def monotonic(self) -> float:
        return 0.0


class DrawnBytes:
    def __init__(self, random: Random) -> None:
        self._random = random

    def bytes(self, count: int) -> bytes:
        return self._random.randbytes(count)


@cache
def opening() -> tuple[Sealed, ...]:
    """What the desk has written when the first position begins."""
    disk = Disk(JOURNAL, identity(DESK), power=lambda: None)
    random = Random(0)
    book = Book(disk.journal, disk.identity, clock=LyingClock(random), random=DrawnBytes(random))
    book.write(TournamentCreated(name="Coupe", shape=plain(2, DONNES)))
    book.write(*(DeviceAdmitted(device=device, role=role) for device, role in ROLES.items()))
    cards = [Card(name=player, licence=player, born="1970-01-01", fee_cents=500) for player in PLAYERS]
    book.write(*(PlayerRegistered(player=who, identity=card) for who, card in zip(PLAYERS, cards, strict=True)))
    book.write(next_position(1))
    for table, tablet in zip(TABLES, TABLETS, strict=False):
        book.write(TabletAssigned(table=table, device=tablet, epoch=1))
    return tuple(entry.sealed for entry in disk.entries)


def next_position(number: int) -> PositionOpened:
    """A position in which nobody changes seats."""
    seating = tuple(
        SeatedTable(table, dict(zip(SEATS, PLAYERS[4 * place : 4 * place + 4], strict=True)))
        for place, table in enumerate(TABLES)
    )
    return PositionOpened(position=number, donnes=DONNES, seating=seating)


def entry(random: Random) -> Entry:
    return Entry(
        preneur=random.choice(SEATS),
        contrat=random.choice((Contrat.PRISE, Contrat.GARDE)),
        bouts=1,
        demi_points=2 * random.randint(10, 70),
    )


def at_the_table(state: State, table: int, random: Random) -> Body:
    """What North might write next; it may be refused."""
    position = max(1, state.position)
    feuille = state.feuille(position, table)
    if feuille.course.dealer is None:
        return DealerDrawn(position=position, seat=random.choice(SEATS))
    unsigned = [seat for seat in SEATS if seat not in feuille.sheet.visas]
    if len(feuille.donnes) >= feuille.sheet.due and random.random() < 0.8:
        return SheetVisaed(position=position, seat=unsigned[0]) if unsigned else SheetSent(position=position)
    what = random.random()
    if what < 0.15 and feuille.donnes:
        return DonneReplaced(position=position, replaces=random.choice(feuille.donnes).id, entry=entry(random))
    if what < 0.2 and feuille.lines:
        return EntryUndone(position=position, undoes=feuille.lines[-1].id)
    if what < 0.25:
        return ArbiterCalled(position=position)
    return DonneRecorded(position=position, entry=entry(random))


def by_the_arbiter(state: State, table: int, random: Random) -> Body:
    """What the arbiter might write, on a sheet that the table may be changing meanwhile."""
    position = max(1, state.position)
    donnes = state.feuille(position, table).donnes
    what = random.random()
    if not donnes or what < 0.3:
        return PenaltyGiven(player=f"P{random.randint(1, 8)}", position=position, points=50, reason="retard")
    if what < 0.8:
        return DonneReplaced(
            position=position, replaces=random.choice(donnes).id, entry=entry(random), reason="contrat mal noté"
        )
    return DonneStruck(position=position, strikes=random.choice(donnes).id, reason="fausse donne")


def paper(state: State, table: int) -> SheetTyped:
    """The sheet of a table whose tablet does not answer, typed at the desk."""
    position = max(1, state.position)
    marks = Scored(dict(zip(SEATS, (30, -10, -10, -10), strict=True)))
    return SheetTyped(
        position=position, donnes=(marks,) * DONNES, epoch=next_epoch(state, table), reason="tablette muette"
    )


def next_epoch(state: State, table: int) -> int:
    assigned = state.assignments.get(table)
    return 1 if assigned is None else assigned.epoch + 1
