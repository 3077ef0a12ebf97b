"""The room that is measured: tables with a tablet each, or several, all admitted, in the midst of one position."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.domain.donne.contrat import Contrat
from app.domain.events.envelope import FIRST, Event, Sealed, seal
from app.domain.events.kinds import Body, write_body
from app.domain.events.table import DealerDrawn, DonneRecorded, Entry
from app.domain.events.tournoi import (
    DeviceAdmitted,
    PlayerRegistered,
    PositionOpened,
    Role,
    SeatedTable,
    TabletAssigned,
    TournamentCreated,
)
from app.domain.tournoi.identity import Identity as Card
from app.domain.tournoi.shape import plain
from app.services.ports import Identity, PairedDevice
from sync import wire
from sync.pairing import token_digest
from sync.wire import Packed, Push, Request

JOURNAL = "EVENING"
DESK, ARBITER = "DESK", "ARBITER"
SEATS = ("N", "S", "E", "O")
DONNES = 40
GARDE = Entry(preneur="S", contrat=Contrat.GARDE, bouts=2, demi_points=90)


def identity(device: str) -> Identity:
    return Identity(device, 1, hashlib.sha256(f"key {device}".encode()).digest())


def token(device: str) -> str:
    return hashlib.sha256(f"token {device}".encode()).hexdigest()


def paired(device: str) -> PairedDevice:
    role = Role.ARBITRE if device == ARBITER else Role.TABLE
    return PairedDevice(
        device=device,
        role=role,
        label=device,
        key=identity(device).key,
        token_digest=token_digest(token(device)),
        is_confirmed=True,
    )


@dataclass(frozen=True, slots=True)
class Room:
    """So many tablets, and so many tables at each of them."""

    tablets: int
    each: int = 1

    @property
    def devices(self) -> tuple[str, ...]:
        """The tablets by name."""
        return tuple(f"TAB{number}" for number in range(self.tablets))

    def tables(self, tablet: int) -> range:
        """Return the tables of a tablet."""
        return range(1 + tablet * self.each, 1 + (tablet + 1) * self.each)

    def opening(self) -> Iterator[Body]:
        """Yield what the desk has written when the position begins."""
        yield TournamentCreated(name="An evening", shape=plain(1, DONNES))
        yield DeviceAdmitted(device=ARBITER, role=Role.ARBITRE)
        numbers = range(1, self.tablets * self.each + 1)
        for table in numbers:
            for seat in SEATS:
                player = f"{seat}{table}"
                yield PlayerRegistered(player=player, identity=Card(name=player, licence=f"{table:05}{seat}"))
        for tablet, device in enumerate(self.devices):
            yield DeviceAdmitted(device=device, role=Role.TABLE)
            for table in self.tables(tablet):
                yield TabletAssigned(table=table, device=device, epoch=1)
        seating = tuple(SeatedTable(table, {seat: f"{seat}{table}" for seat in SEATS}) for table in numbers)
        yield PositionOpened(position=1, donnes=DONNES, seating=seating)

    def played(self, tablet: int) -> Iterator[tuple[Body, int]]:
        """Yield what is written on a tablet: every table's dealer, then the donnes, each at every table in turn."""
        for table in self.tables(tablet):
            yield DealerDrawn(position=1, seat="N"), table
        for _ in range(DONNES):
            for table in self.tables(tablet):
                yield DonneRecorded(position=1, entry=GARDE), table


class Pen:
    """Seals one device's events, each after the one before."""

    def __init__(self, device: str) -> None:
        self._identity = identity(device)
        self._previous = FIRST
        self._seq = 0

    def seal(self, body: Body, table: int) -> Sealed:
        """Return the next event."""
        self._seq += 1
        kind, written = write_body(body)
        event = Event(
            journal=JOURNAL,
            device=self._identity.device,
            epoch=1,
            seq=self._seq,
            kind=kind,
            body=written,
            at="2026-11-18T20:00:00+00:00",
            previous=self._previous,
            table=table,
            table_epoch=1,
        )
        sealed = seal(event, self._identity.key)
        self._previous = sealed.id
        return sealed


def push(first: int, events: Sequence[Sealed]) -> bytes:
    """Return the request that brings these events to the desk."""
    packed = tuple(Packed.of(sealed.payload, sealed.mac) for sealed in events)
    return wire.write(Request(journal=JOURNAL, term=1, ask=Push(epoch=1, first=first, events=packed)))
