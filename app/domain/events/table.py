"""What a table writes on its sheet; the arbiter may write it too."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.domain.donne.contrat import Camp, Chelem, Contrat
from app.domain.donne.donne import Donne, Poignee, Seat
from app.domain.values import quick

EventId = str


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A donne as North entered it; table and seats are the sheet's.

    `mort` is the sheet's too, and is said only where the sheet does not know who dealt: on paper, or in a correction.
    """

    preneur: Seat
    contrat: Contrat
    bouts: int
    demi_points: int
    petit_au_bout: Camp | None = None
    poignees: tuple[Poignee, ...] = ()
    chelem: Chelem | None = None
    partner: Seat | None = None
    mort: Seat | None = None

    @property
    def announces(self) -> frozenset[Announce]:
        """What the arbiter must have granted for this donne."""
        sur_contrat = {Announce(self.contrat.value)} if self.contrat.is_sur_contrat else set()
        is_announced = self.chelem is not None and self.chelem.is_announced
        return frozenset(sur_contrat | {Announce.CHELEM} if is_announced else sur_contrat)

    def donne(self, seats: tuple[Seat, ...], mort: Seat | None) -> Donne:
        """Return the donne that was played at a table."""
        return Donne(
            players=len(seats),
            seats=seats,
            preneur=self.preneur,
            contrat=self.contrat,
            bouts=self.bouts,
            demi_points=self.demi_points,
            petit_au_bout=self.petit_au_bout,
            poignees=self.poignees,
            chelem=self.chelem,
            partner=self.partner,
            mort=mort,
        )


class NoContract(StrEnum):
    """Why nobody played."""

    ALL_PASS = "all_pass"
    PETIT_SEC = "petit_sec"
    SUR_CONTRAT_REFUSED = "sur_contrat_refused"


class Announce(StrEnum):
    """What the arbiter is called for."""

    GARDE_SANS = "garde_sans"
    GARDE_CONTRE = "garde_contre"
    CHELEM = "chelem"


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class DealerDrawn:
    """The draw says who deals first."""

    position: int
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongDealerKept:
    """Somebody else dealt, seen too late: the turn goes on from there."""

    position: int
    seat: Seat


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class DonneRecorded:
    """A donne was played."""

    position: int
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class DonneReplaced:
    """A recorded donne was otherwise; set aside as a conflict if `replaces` is no longer what stands there."""

    position: int
    replaces: EventId
    entry: Entry
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryUndone:
    """The last thing written on the sheet is taken back."""

    position: int
    undoes: EventId


@dataclass(frozen=True, slots=True, kw_only=True)
class DonnePassed:
    """Nobody played."""

    position: int
    why: NoContract


@dataclass(frozen=True, slots=True, kw_only=True)
class SurContratRequested:
    """A player asks for what only the arbiter grants."""

    position: int
    seat: Seat
    announce: Announce


@dataclass(frozen=True, slots=True, kw_only=True)
class SurContratWithdrawn:
    """The player takes back what was asked, before the arbiter has answered."""

    position: int
    withdraws: EventId


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbiterCalled:
    """The table calls the arbiter."""

    position: int
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEnded:
    """The arbiter came, or the table needs nobody any more."""

    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbiterCodeChosen:
    """A code was chosen on the tablet by somebody who gave none before: perhaps no arbiter."""

    position: int


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class SheetVisaed:
    """A seated player agrees with their bilan and signs; the signature is strokes drawn by a finger."""

    position: int
    seat: Seat
    signature: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetDisputed:
    """A seated player does not agree, and names the donne."""

    position: int
    seat: Seat
    donne: int | None = None


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSent:
    """The sheet goes to the desk."""

    position: int
