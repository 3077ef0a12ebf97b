"""The feuille de marque of one table for one position: its donnes, its visas, and who may change it when.

Fascicule 2 (2017), ch. 3, art. 28: once the sheet is given in, only the arbiter changes it. Here the first
visa already closes it to the table, so that nobody signs figures that change behind them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from app.domain.donne.contrat import Contrat
from app.domain.donne.donne import Seat
from app.domain.mouvement.seats import Player, Table
from app.domain.tournoi.line import Made
from app.domain.tournoi.note import Note
from app.domain.tournoi.record import Played
from app.domain.values import quick


class SheetState(StrEnum):
    """Where a sheet stands; a visaed one has k of its n visas, none when the arbiter has corrected it since."""

    BLANK = "blank"
    PLAYING = "playing"
    VISAED = "visaed"
    SENT = "sent"
    CORRECTED = "corrected"


class Act(StrEnum):
    """What is done to a sheet."""

    RECORD = "record"
    REPLACE = "replace"
    ANNUL = "annul"
    SHORTEN = "shorten"
    SUBSTITUTE = "substitute"
    VISA = "visa"
    SEND = "send"
    CORRECT = "correct"


class Hand(StrEnum):
    """Whose hand writes: the table's tablet or the arbiter."""

    TABLE = "table"
    ARBITRE = "arbitre"


_ANYONE = frozenset(Hand)
_ARBITRE = frozenset({Hand.ARBITRE})

# State and act: who may, and the state that follows. What is not here is refused.
TRANSITIONS: Mapping[tuple[SheetState, Act], tuple[frozenset[Hand], SheetState]] = MappingProxyType(
    {
        (SheetState.BLANK, Act.RECORD): (_ANYONE, SheetState.PLAYING),
        (SheetState.BLANK, Act.SHORTEN): (_ARBITRE, SheetState.BLANK),
        (SheetState.BLANK, Act.SUBSTITUTE): (_ARBITRE, SheetState.BLANK),
        (SheetState.BLANK, Act.VISA): (_ANYONE, SheetState.VISAED),
        (SheetState.PLAYING, Act.RECORD): (_ANYONE, SheetState.PLAYING),
        (SheetState.PLAYING, Act.REPLACE): (_ANYONE, SheetState.PLAYING),
        (SheetState.PLAYING, Act.ANNUL): (_ARBITRE, SheetState.PLAYING),
        (SheetState.PLAYING, Act.SHORTEN): (_ARBITRE, SheetState.PLAYING),
        (SheetState.PLAYING, Act.SUBSTITUTE): (_ARBITRE, SheetState.PLAYING),
        (SheetState.PLAYING, Act.VISA): (_ANYONE, SheetState.VISAED),
        (SheetState.VISAED, Act.VISA): (_ANYONE, SheetState.VISAED),
        (SheetState.VISAED, Act.SEND): (_ANYONE, SheetState.SENT),
        (SheetState.VISAED, Act.CORRECT): (_ARBITRE, SheetState.VISAED),
        (SheetState.SENT, Act.CORRECT): (_ARBITRE, SheetState.CORRECTED),
        (SheetState.CORRECTED, Act.CORRECT): (_ARBITRE, SheetState.CORRECTED),
    }
)


@quick
@dataclass(frozen=True, slots=True)
class Scored:
    """One donne on a sheet: each seat's mark, and who made which contract, if it was made."""

    marks: Mapping[Seat, int]
    made: tuple[Seat, Contrat] | None = None


@quick
@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sits at a seat, from which donne on: a substitute takes the seat, and what was marked stays behind."""

    seat: Seat
    player: Player
    from_donne: int = 1


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A score sheet. `due` is how many donnes the position owes this table.

    `seats` are those of the occupants, each once, and are found from them: every one signs, three, four or five.
    """

    table: int
    position: int
    due: int
    occupants: tuple[Occupant, ...]
    donnes: tuple[Scored, ...] = ()
    visas: Mapping[Seat, Hand] = field(default_factory=lambda: MappingProxyType({}))
    state: SheetState = SheetState.BLANK
    corrections: tuple[Note, ...] = ()
    seats: tuple[Seat, ...] = ()

    def __post_init__(self) -> None:
        if not self.seats:
            object.__setattr__(self, "seats", tuple(dict.fromkeys(occupant.seat for occupant in self.occupants)))

    @classmethod
    def blank(cls, table: Table[Player], *, position: int, due: int) -> Sheet:
        """Return the sheet that waits on a table when its position opens."""
        occupants = tuple(Occupant(seat, player) for seat, player in table.seated)
        return cls(table=table.number, position=position, due=due, occupants=occupants)

    @property
    def bilans(self) -> Mapping[Seat, int]:
        """Each seat's sum over the donnes."""
        return {seat: sum(donne.marks[seat] for donne in self.donnes) for seat in self.seats}

    @property
    def is_sent(self) -> bool:
        """Whether the desk has it, as signed or as corrected since."""
        return self.state in (SheetState.SENT, SheetState.CORRECTED)

    def player_at(self, seat: Seat, donne: int) -> Player:
        """Return who sat at a seat for a donne, counted from 1: the last one to have come by then."""
        return [who.player for who in self.occupants if who.seat == seat and who.from_donne <= donne][-1]

    def played(self) -> Mapping[Player, Played]:
        """Return what the sheet brings to each player, whoever sat there only for a while included."""
        found = {occupant.player: Played(0) for occupant in self.occupants}
        for number, donne in enumerate(self.donnes, 1):
            for seat, mark in donne.marks.items():
                made = Made(**{donne.made[1].value: 1}) if donne.made and donne.made[0] == seat else Made()
                found[self.player_at(seat, number)] += Played(mark, made)
        return found
