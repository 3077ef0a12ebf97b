"""A room for tests of the fold: a desk, an arbiter and tablets that write, and the state that follows."""

import json
from dataclasses import replace

from app.domain.donne.contrat import Contrat
from app.domain.events.envelope import Event
from app.domain.events.kinds import KINDS, write_body
from app.domain.events.table import DealerDrawn, DonneRecorded, Entry, SheetSent, SheetVisaed
from app.domain.events.tournoi import (
    DeviceAdmitted,
    PlayerRegistered,
    PositionClosed,
    PositionOpened,
    Role,
    SeatedTable,
    TabletAssigned,
    TournamentCreated,
)
from app.domain.fold import apply
from app.domain.fold.feuille import Feuille
from app.domain.fold.state import State
from app.domain.tournoi.identity import Identity
from app.domain.tournoi.shape import Event as Who
from app.domain.tournoi.shape import Shape, plain
from app.domain.tournoi.sheet import Sheet
from tests.docs.events_page import reasons_of

JOURNAL = "J1"
DESK, ARBITRE = "DESK", "ARB"
SEATS = {3: ("S", "E", "O"), 4: ("N", "S", "E", "O"), 5: ("N", "S", "E", "O", "E2")}

GARDE = Entry(preneur="S", contrat=Contrat.GARDE, bouts=2, demi_points=98)  # made by 8: 66 each
PRISE = Entry(preneur="E", contrat=Contrat.PRISE, bouts=1, demi_points=80)  # down by 11: -36 each
SANS = Entry(preneur="O", contrat=Contrat.GARDE_SANS, bouts=2, demi_points=90)

Reasons = list[tuple[str, str]]


class Room:
    """A journal as it grows. Events are named e1, e2 … in the order in which they are written."""

    def __init__(self) -> None:
        self.state = State()
        self.events: list[tuple[str, Event]] = []

    def event(self, body: object, *, by: str = DESK, table: int | None = None, epoch: int | None = None) -> Event:
        kind, written = write_body(body)
        return Event(
            journal=JOURNAL,
            device=by,
            epoch=1,
            seq=len(self.events) + 1,
            kind=kind,
            body=json.loads(json.dumps(written)),
            at=f"20:{len(self.events) + 1:02}",
            table=table,
            table_epoch=epoch,
        )

    def put(self, event: Event) -> str:
        """Add an event, whatever becomes of it, and return its id."""
        name = f"e{len(self.events) + 1}"
        self.events.append((name, event))
        self.state = apply(self.state, name, event)
        return name

    def write(self, body: object, *, by: str = DESK, table: int | None = None, epoch: int | None = None) -> str:
        """Write what must be allowed, and return its id."""
        name = self.put(self.event(body, by=by, table=table, epoch=epoch))
        assert name not in self.state.set_aside, self.state.set_aside[name]
        return name

    def refuses(self, body: object, *, by: str = DESK, table: int | None = None, epoch: int | None = None) -> Reasons:
        """Write what must be set aside: nothing else changes; return each reason's key and field."""
        return self.sets_aside(self.event(body, by=by, table=table, epoch=epoch))

    def sets_aside(self, event: Event) -> Reasons:
        before = self.state
        name = self.put(event)
        assert name in self.state.set_aside, "was allowed"
        assert replace(self.state, set_aside=before.set_aside) == before
        assert {reason.key for reason in self.state.set_aside[name]} <= documented(event)
        return [(reason.key, reason.field) for reason in self.state.set_aside[name]]

    def at(self, table: int, *bodies: object, epoch: int = 1) -> str:
        """Let a table's tablet write; return the last id."""
        return [self.write(body, by=f"T{table}", table=table, epoch=epoch) for body in bodies][-1]

    def refuses_at(self, table: int, body: object) -> Reasons:
        return self.refuses(body, by=f"T{table}", table=table, epoch=1)

    def arbiter(self, table: int | None, body: object) -> str:
        return self.write(body, by=ARBITRE, table=table)

    def refuses_arbiter(self, table: int | None, body: object) -> Reasons:
        return self.refuses(body, by=ARBITRE, table=table)

    def feuille(self, table: int = 1, position: int | None = None) -> Feuille:
        return self.state.feuille(position or self.state.position, table)

    def sheet(self, table: int = 1, position: int | None = None) -> Sheet:
        return self.feuille(table, position).sheet

    def deal(self, table: int = 1, *entries: Entry, dealer: str = "E") -> list[str]:
        """Draw a dealer, unless somebody deals already, and record donnes; return their ids."""
        position = self.state.position
        if self.feuille(table).course.dealer is None:
            self.at(table, DealerDrawn(position=position, seat=dealer))
        return [self.at(table, DonneRecorded(position=position, entry=entry)) for entry in entries]

    def sign(self, table: int = 1, *seats: str) -> None:
        for seat in seats or [seat for seat in self.sheet(table).seats if seat not in self.sheet(table).visas]:
            self.at(table, SheetVisaed(position=self.state.position, seat=seat, signature=f"by {seat}"))

    def finish(self, table: int = 1, entry: Entry = GARDE) -> None:
        """Play whatever is owed at a table, sign and send."""
        sheet = self.sheet(table)
        self.deal(table, *(entry for _ in range(sheet.due - len(sheet.donnes))), dealer=sheet.seats[0])
        self.sign(table)
        self.at(table, SheetSent(position=self.state.position))

    def close(self) -> None:
        """Play and close the open position."""
        for table in self.state.feuilles[self.state.position]:
            if not self.sheet(table).is_sent:
                self.finish(table)
        self.write(PositionClosed(position=self.state.position))


def documented(event: Event) -> set[str]:
    """Return every reason for which docs/events.md says that an event may be set aside."""
    kind = KINDS.get(event.kind)
    if kind is None:
        return reasons_of("", on_sheet=False)
    said = reasons_of(event.kind, on_sheet=kind.on_sheet)
    decision = event.body.get("decision")
    inside = str(decision.get("is")) if isinstance(decision, dict) else ""
    return said | reasons_of(inside, on_sheet=False) if inside in KINDS else said


def seating(*sizes: int) -> tuple[SeatedTable, ...]:
    """Seat players of these tables where they began: N1 is North at table 1."""
    tables = enumerate(sizes, 1)
    return tuple(SeatedTable(table, {seat: f"{seat}{table}" for seat in SEATS[size]}) for table, size in tables)


def registered(
    *sizes: int, shape: Shape | None = None, event: Who = Who.LIBRE, ruleset: str = "fft-2017", donnes: int = 2
) -> Room:
    """Return a tournament before position 1: players, an arbiter, and a tablet under epoch 1 for each table."""
    room = Room()
    asked = replace(shape or plain(3, donnes), event=event)
    room.write(TournamentCreated(name="Tournoi d’été", shape=asked, ruleset=ruleset))
    room.write(DeviceAdmitted(device=ARBITRE, role=Role.ARBITRE))
    for seated in seating(*sizes):
        for player in seated.seats.values():
            room.write(PlayerRegistered(player=player, identity=Identity(name=f"Joueur {player}", licence=player)))
        room.write(DeviceAdmitted(device=f"T{seated.table}", role=Role.TABLE))
        room.write(TabletAssigned(table=seated.table, device=f"T{seated.table}", epoch=1))
    return room


def opened(*sizes: int, donnes: int = 2, ruleset: str = "fft-2017") -> Room:
    """Return a tournament whose position 1 has just opened."""
    room = registered(*sizes, donnes=donnes, ruleset=ruleset)
    room.write(PositionOpened(position=1, donnes=donnes, seating=seating(*sizes)))
    return room


def reopen_with(room: Room, *sizes: int, donnes: int = 2) -> None:
    """Open the next position with everybody where they began."""
    room.write(PositionOpened(position=room.state.position + 1, donnes=donnes, seating=seating(*sizes)))
