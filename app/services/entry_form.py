"""The form of a donne as North fills it, tap by tap, in any order; a value, so that it can be kept as a draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from app.domain.donne.checks import ask_donne, check_donne
from app.domain.donne.contrat import PACK_POINTS, Camp, Chelem, Contrat
from app.domain.donne.donne import Demi, Poignee, Saisie, Seat
from app.domain.donne.marque import Marque, score_donne
from app.domain.errors import Violation, violation
from app.domain.events.table import Announce, Entry

HALF = "½"
MAX_DIGITS = 2
# What the law says of a camp that has fewer points than its bouts alone are worth.
TOO_FEW = {Camp.ATTACK: "points_below_bouts", Camp.DEFENSE: "points_above_bouts"}
# What it says of the attack's figure, by what is said where the defence's was typed.
AS_TYPED = {"points_out_of_range": "defense_out_of_range", "half_point": "half_point"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the form is filled: the table's seats, and who may not take on these cards."""

    seats: tuple[Seat, ...]
    mort: Seat | None = None
    barred: frozenset[Seat] = frozenset()
    calls_king: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryForm:
    """What North has said so far. `digits` are those of the camp whose points are typed, `counted` that camp.

    `carried` says that they were not typed but follow from the other camp's, or from the sheet: the next digit begins
    a figure anew.
    """

    preneur: Seat | None = None
    contrat: Contrat | None = None
    bouts: int | None = None
    digits: str = ""
    counted: Camp = Camp.ATTACK
    carried: bool = False
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
    def announces(self) -> tuple[Announce, ...]:
        """What of it the arbiter must grant, in the order in which it is asked for."""
        contrat, chelem = self.contrat, self.chelem
        announced = (Announce(contrat.value),) if contrat is not None and contrat.is_sur_contrat else ()
        return (*announced, Announce.CHELEM) if chelem is not None and chelem.is_announced else announced

    @property
    def counted_demi_points(self) -> int | None:
        """The points of the camp that was counted, in halves; None while nothing is typed."""
        if not self.digits:
            return None
        return 2 * int(self.digits.rstrip(HALF) or 0) + self.digits.endswith(HALF)

    @property
    def demi_points(self) -> int | None:
        """The attack's points in halves, whichever camp was counted; None while nothing is typed."""
        return self._points_of(Camp.ATTACK)

    def points_of(self, camp: Camp) -> str:
        """Return a camp's points: as typed, or what they leave of 91; empty where they leave nothing that can be."""
        if camp is self.counted:
            return self.digits
        left = self._points_of(camp)
        return _figure(left) if left is not None and 0 <= left <= 2 * PACK_POINTS else ""

    def _points_of(self, camp: Camp) -> int | None:
        counted = self.counted_demi_points
        return counted if counted is None or camp is self.counted else 2 * PACK_POINTS - counted

    @property
    def may_go_on(self) -> bool:
        """Whether the figure is one digit to which another may come: 4, on the way to 49."""
        return len(self.digits) == 1 and self.digits not in ("0", HALF) and not self.carried

    def taking(self, seat: Seat) -> EntryForm:
        """Say who took. The called king is asked anew where it was theirs, or where another was to play alone."""
        was_alone = self.king and self.partner is None and self.preneur not in (None, seat)
        if self.partner == seat or was_alone:
            return replace(self, preneur=seat, partner=None, king=False)
        return replace(self, preneur=seat)

    def calling(self, partner: Seat | None) -> EntryForm:
        """Say who has the called king; None, or the preneur, where the preneur is alone."""
        return replace(self, partner=None if partner == self.preneur else partner, king=True)

    def typed(self, key: str) -> EntryForm:
        """Add a digit, or a half; a third digit begins the figure anew, for fingers that correct."""
        if key == HALF:
            return self if self.digits.endswith(HALF) else replace(self, digits=self.digits + HALF, carried=False)
        if self.carried or len(self.digits) >= MAX_DIGITS or self.digits.endswith(HALF):
            return replace(self, digits=key, carried=False)
        return replace(self, digits=self.digits.lstrip("0") + key)

    def erased(self) -> EntryForm:
        """Take back the last key."""
        return replace(self, digits=self.digits[:-1], carried=False)

    def cleared(self) -> EntryForm:
        """Take back all keys."""
        return replace(self, digits="", carried=False)

    def counting(self, camp: Camp) -> EntryForm:
        """Type the points of this camp from now on; until then they are what the other's leave."""
        if camp is self.counted:
            return self
        left = self.points_of(camp)
        return replace(self, counted=camp, digits=left, carried=bool(left))

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
        return cls(
            preneur=entry.preneur,
            contrat=entry.contrat,
            bouts=entry.bouts,
            digits=_figure(entry.demi_points),
            carried=True,
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
    found = tuple(_as_typed(v, form) for v in check_donne(saisie, place.barred))
    # One digit on the way to two is no contradiction yet: more is awaited.
    awaited = ("missing", TOO_FEW[form.counted]) if form.may_go_on else ("missing",)
    missing = [v.field for v in found if v.key in awaited]
    # The law takes no partner for a preneur alone; North must say so, or four shares would go unseen.
    if place.calls_king and not form.king:
        missing.append("partner")
    entry = None if found or missing else _entry(saisie)
    return Reading(
        missing=tuple(missing),
        contradictions=tuple(v for v in found if v.key not in awaited),
        questions=ask_donne(saisie),
        marque=None if entry is None else score_donne(entry.donne(place.seats, place.mort)),
        entry=entry,
    )


def _as_typed(found: Violation, form: EntryForm) -> Violation:
    """Return what is said of the attack's points as it concerns the figure that was typed, where that was another."""
    typed = form.counted_demi_points
    if form.counted is Camp.ATTACK or typed is None or found.key not in AS_TYPED:
        return found
    return violation(AS_TYPED[found.key], found.field, points=Demi(typed))


def _figure(demi_points: int) -> str:
    whole, half = divmod(demi_points, 2)
    return f"{whole}{HALF if half else ''}"


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
