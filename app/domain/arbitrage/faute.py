"""A fault as the arbiter finds it, and the ruling as the arbiter gives it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Seat = str


class Fate(StrEnum):
    """What becomes of the donne."""

    COUNTED = "counted"
    ANNULLED = "annulled"
    REDEAL = "redeal"
    PLAYS_ON = "plays_on"
    CHOICE = "choice"


class PoigneeFate(StrEnum):
    """What becomes of the poignée."""

    COUNTS = "counts"
    VOID = "void"


class Dealer(StrEnum):
    """Who deals next."""

    SAME = "same"
    NEXT = "next"


class Bar(StrEnum):
    """On which cards a player may not bid; `next` is the next cards dealt at this table, a redeal included."""

    REDEAL = "redeal"
    NEXT = "next"


class Miscount(StrEnum):
    """Between whom the cards were miscounted."""

    DEALER_CHIEN = "dealer_chien"
    OTHERS = "others"


@dataclass(frozen=True, slots=True, kw_only=True)
class Faute:
    """The fault and what the arbiter saw; None is what is not known, or does not matter.

    `players` are the seats at fault, `warned` whether they had an earlier warning of the same family, `choice` what
    the preneur chose where the code leaves a choice.
    """

    code: str
    players: tuple[Seat, ...] = ()
    seats: tuple[Seat, ...] = ("N", "S", "E", "O")
    preneur: Seat | None = None
    partner: Seat | None = None
    dealer: Seat | None = None
    made: bool | None = None
    warned: bool = False
    choice: str | None = None
    distorting: bool | None = None
    preneur_count_wrong: bool | None = None
    miscount: Miscount | None = None
    minutes_late: int | None = None
    amount: int | None = None
    repeat: bool | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points taken from a player's own total, outside the zero sum of the sheet."""

    player: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Barred:
    """A player who may not bid, and on which cards."""

    player: Seat
    when: Bar


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """The arbiter's ruling; `donne` is None where no donne is concerned, `dealer` where play goes on."""

    donne: Fate | None
    poignee: PoigneeFate | None
    warnings: tuple[Seat, ...]
    penalties: tuple[Penalty, ...]
    barred: tuple[Barred, ...]
    dealer: Dealer | None
    source: str
