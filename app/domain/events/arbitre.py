"""What the arbiter writes; a table may write it only as decided there by the arbiter's code."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.domain.arbitrage.faute import Faute, Ruling
from app.domain.events.order import Key
from app.domain.events.table import DonneReplaced, Entry, EventId
from app.domain.events.tournoi import PlayerId
from app.domain.tournoi.sheet import Scored


@dataclass(frozen=True, slots=True, kw_only=True)
class SurContratGranted:
    """The arbiter grants what was asked; `grants` is the request, or the donne recorded without a visa."""

    position: int
    grants: EventId


@dataclass(frozen=True, slots=True, kw_only=True)
class SurContratRefused:
    """The arbiter refuses what was asked."""

    position: int
    refuses: EventId


@dataclass(frozen=True, slots=True, kw_only=True)
class FauteRuled:
    """The arbiter ruled; `concerns` is the recorded donne at fault, None for the one under way."""

    position: int
    faute: Faute
    ruling: Ruling
    concerns: EventId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DonneStruck:
    """A recorded donne is annulled and owed again."""

    position: int
    strikes: EventId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetShortened:
    """Donnes still owed are struck, for slow play."""

    position: int
    donnes: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeCalled:
    """Time is called at a table; a donne already dealt is played out."""

    position: int
    donne_under_way: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetCorrected:
    """The sheet as the arbiter says that it is, donne by donne: entries, or marks alone.

    `played` is how many donnes that is, where marks alone are the bilans of several.
    """

    position: int
    donnes: tuple[Entry | Scored, ...]
    reason: str
    played: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetTyped:
    """A paper sheet typed at the desk; it raises the table's epoch, so that a returning tablet counts no more.

    `played` is how many donnes it has, where marks alone are the bilans of several.
    """

    position: int
    donnes: tuple[Entry | Scored, ...]
    epoch: int
    reason: str
    played: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyGiven:
    """Points are taken from a player's own total."""

    player: PlayerId
    position: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyCancelled:
    """A penalty counts no more; `penalty` is the event that gave it, with the seat for one given by a ruling."""

    penalty: str
    reason: str


class Proof(StrEnum):
    """How the arbiter proved to be there: the code of their own tablet, or their PIN."""

    CODE = "code"
    PIN = "pin"


Decision = (
    SurContratGranted
    | SurContratRefused
    | FauteRuled
    | DonneStruck
    | DonneReplaced
    | SheetShortened
    | SheetCorrected
    | TimeCalled
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedAtTable:
    """The arbiter decided on the table's own tablet; provisional until an arbiter's device confirms it."""

    decision: Decision
    proof: Proof
    code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldSettled:
    """Somebody has decided about an event in quarantine: the desk wrote what it says, or it is void.

    It is named with the place that is claimed for it: the same bytes may be held at several.
    """

    settles: EventId
    place: Key
    released: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionConfirmed:
    """An arbiter's device stands by what was decided at a table; `by` whose code it was, where the desk checked one."""

    confirms: EventId
    by: str = ""
