"""The form of a donne as North fills it, tap by tap, in any order; a value, so that it can be kept as a draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from app.domain.donne.checks import ask_donne, check_donne
from app.domain.donne.contrat import PACK_POINTS, Camp, Chelem, Contrat
from app.domain.donne.donne import Poignee, Saisie, Seat
from app.domain.donne.marque import Marque, score_donne
from app.domain.errors import Violation
from app.domain.events.table import Entry

HALF = "½"
MAX_DIGITS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the form is filled: the table's seats, and who may not take on these cards."""

    seats: tuple[Seat, ...]
    mort: Seat | None = None
    barred: frozenset[Seat] = frozenset()
    calls_king: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryForm:
    """What North has said so far. `digits` are those of the camp whose points are typed, `counted` that camp."""

    preneur: Seat | None = None
    contrat: Contrat | None = None
    bouts: int | None = None
    digits: str = ""
    counted: Camp = Camp.ATTACK
    petit_au_bout: Camp | None = None
    poignees: Mapping[Seat, int] = field(default_factory=dict)
    chelem: Chelem | None = None
    partner: Seat | None = None
    king: bool = False
    """Whether it was said who has the called king: without a partner, the preneur is alone."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said."""
        return self == EntryForm()

    @property
    def demi_points(self) -> int | None:
        """The attack's points in halves, whichever camp was counted; None while nothing is typed."""
        if not self.digits:
            return None
        typed = 2 * int(self.digits.rstrip(HALF) or 0) + self.digits.endswith(HALF)
        return typed if self.counted is Camp.ATTACK else 2 * PACK_POINTS - typed

    def taking(self, seat: Seat) -> EntryForm:
        """Say who took; the partner and the preneur are never one."""
        if self.partner == seat:
            return replace(self, preneur=seat, partner=None, king=False)
        return replace(self, preneur=seat)

    def calling(self, partner: Seat | None) -> EntryForm:
        """Say who has the called king; None, or the preneur, where the preneur is alone."""
        return replace(self, partner=None if partner == self.preneur else partner, king=True)

    def typed(self, key: str) -> EntryForm:
        """Add a digit, or a half; a third digit begins the figure anew, for fingers that correct."""
        if key == HALF:
            return self if self.digits.endswith(HALF) else replace(self, digits=self.digits + HALF)
        if len(self.digits) >= MAX_DIGITS or self.digits.endswith(HALF):
            return replace(self, digits=key)
        return replace(self, digits=self.digits.lstrip("0") + key)

    def erased(self) -> EntryForm:
        """Take back the last key."""
        return replace(self, digits=self.digits[:-1])

    def counting(self, camp: Camp) -> EntryForm:
        """Type the points of this camp from now on."""
        return self if camp is self.counted else replace(self, counted=camp, digits="")

    def showing(self, seat: Seat, atouts: int | None) -> EntryForm:
        """Say which poignée a player showed, or none."""
        others = {other: shown for other, shown in self.poignees.items() if other != seat}
        return replace(self, poignees=others if atouts is None else {**others, seat: atouts})

    def saisie(self, place: Place) -> Saisie:
        """Return the entry as the law reads it."""
        return Saisie(
            players=len(place.seats),
            seats=place.seats,
            preneur=self.preneur,
            contrat=self.contrat,
            bouts=self.bouts,
            demi_points=self.demi_points,
            petit_au_bout=self.petit_au_bout,
            poignees=tuple(Poignee(seat, atouts) for seat, atouts in self.poignees.items()),
            chelem=self.chelem,
            partner=self.partner,
            mort=place.mort,
        )

    @classmethod
    def of(cls, entry: Entry) -> EntryForm:
        """Return the form of a donne that was recorded, to be changed."""
        whole, half = divmod(entry.demi_points, 2)
        return cls(
            preneur=entry.preneur,
            contrat=entry.contrat,
            bouts=entry.bouts,
            digits=f"{whole}{HALF if half else ''}",
            petit_au_bout=entry.petit_au_bout,
            poignees={poignee.by: poignee.atouts for poignee in entry.poignees},
            chelem=entry.chelem,
            partner=entry.partner,
            king=True,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What the law says of a form: what is missing, what contradicts, what to ask, and the marks once it is whole."""

    missing: tuple[str, ...]
    contradictions: tuple[Violation, ...]
    questions: tuple[str, ...]
    marque: Marque | None
    entry: Entry | None

    @property
    def is_ready(self) -> bool:
        """Whether the donne can be recorded as it stands."""
        return self.entry is not None


def read_form(form: EntryForm, place: Place) -> Reading:
    """Return what the law says of a form at a place."""
    saisie = form.saisie(place)
    found = check_donne(saisie, place.barred)
    missing = [v.field for v in found if v.key == "missing"]
    # The law takes no partner for a preneur alone; North must say so, or four shares would go unseen.
    if place.calls_king and not form.king:
        missing.append("partner")
    entry = None if found or missing else _entry(saisie)
    return Reading(
        missing=tuple(missing),
        contradictions=tuple(v for v in found if v.key != "missing"),
        questions=ask_donne(saisie),
        marque=None if entry is None else score_donne(entry.donne(place.seats, place.mort)),
        entry=entry,
    )


def _entry(saisie: Saisie) -> Entry | None:
    preneur, contrat, bouts, demi_points = saisie.preneur, saisie.contrat, saisie.bouts, saisie.demi_points
    if preneur is None or contrat is None or bouts is None or demi_points is None:
        return None
    return Entry(
        preneur=preneur,
        contrat=contrat,
        bouts=bouts,
        demi_points=demi_points,
        petit_au_bout=saisie.petit_au_bout,
        poignees=saisie.poignees,
        chelem=saisie.chelem,
        partner=saisie.partner,
    )
