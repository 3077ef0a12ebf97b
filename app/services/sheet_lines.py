"""A sheet as everybody at the table reads it: its donnes, sub-totals and bilans, the one being entered included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile

from app.domain.donne.contrat import Contrat
from app.domain.donne.donne import Seat
from app.domain.donne.marque import Marque
from app.domain.events.table import Entry
from app.domain.fold.feuille import Feuille, Ligne
from app.domain.fold.on_start import UNLIMITED
from app.services.entry_form import EntryForm

SUBTOTAL_EVERY = 5
EMPTY = EntryForm()


class Visa(StrEnum):
    """Whether the arbiter's visa is due on a donne, and there."""

    NONE = ""
    GIVEN = "given"
    DUE = "due"
    REFUSED = "refused"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DonneLine:
    """A donne of the sheet; `marks` is empty while it is not played, `is_entered` says that it is not saved yet.

    A line is one of a kind: whoever shows it knows the same line again without looking into it.
    """

    number: int
    preneur: Seat | None = None
    contrat: Contrat | None = None
    marks: Mapping[Seat, int] | None = None
    visa: Visa = Visa.NONE
    is_entered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SubtotalLine:
    """What each player has after so many donnes; one of a kind, too."""

    after: int
    marks: Mapping[Seat, int]


Line = DonneLine | SubtotalLine


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLines:
    """The whole sheet: `bilans` count the donne being entered too."""

    seats: tuple[Seat, ...]
    lines: tuple[Line, ...]
    bilans: Mapping[Seat, int]

    @property
    def sum(self) -> int:
        """What the bilans sum to: 0, on a sheet that is right."""
        return sum(self.bilans.values())


class SheetReader:
    """Reads a sheet again and again while donnes are entered; what has not changed since is said by the same lines."""

    def __init__(self) -> None:
        self._feuille: Feuille | None = None
        self._has_arbiter = True
        self._donnes: list[DonneLine] = []
        self._lines: list[Line] = []
        self._totals: list[dict[Seat, int]] = []
        """What each player has before the first donne, and after each of them."""

    def read(
        self,
        feuille: Feuille,
        *,
        entering: int | None = None,
        form: EntryForm = EMPTY,
        marque: Marque | None = None,
        has_arbiter: bool = True,
    ) -> SheetLines:
        """Return the sheet with the donne of number `entering` as its form says it so far; without an arbiter, no visa.

        A recorded donne that is entered otherwise leaves all other lines in their places, whatever its form lacks.

        Costs little more than what is written below the donne that is entered.
        """
        self._take_in(feuille, has_arbiter)
        kept = len(self._donnes)
        if entering is not None:
            # What the table enters may be ahead of a sheet that was read a moment ago.
            kept = min(kept, entering - 1)
        rest = self._donnes[kept:]
        if entering is not None:
            rest[:1] = [self._entered(entering, form, marque)]
        rest += [DonneLine(number=number) for number in range(kept + len(rest) + 1, self._empty_to(entering) + 1)]
        # A sub-total right before the bilan would only say it twice.
        last = kept + len(rest) - 1
        lines, totals = self._lines[: _length(min(kept, last)) + (kept > last)], self._totals[kept]
        for donne in rest:
            lines.append(donne)
            if donne.marks is not None:
                totals = _added(totals, donne.marks)
            elif donne.number > len(self._donnes):
                continue
            if donne.number % SUBTOTAL_EVERY == 0 and donne.number <= last:
                lines.append(SubtotalLine(after=donne.number, marks=totals))
        return SheetLines(seats=feuille.sheet.seats, lines=tuple(lines), bilans=totals)

    def _take_in(self, feuille: Feuille, has_arbiter: bool) -> None:
        """Read what was recorded since, and what was changed."""
        if feuille is self._feuille and has_arbiter == self._has_arbiter:
            return
        kept = self._unchanged(feuille, has_arbiter)
        self._feuille, self._has_arbiter = feuille, has_arbiter
        del self._donnes[kept:], self._lines[_length(kept) :], self._totals[kept + 1 :]
        if not kept:
            self._totals = [dict.fromkeys(feuille.sheet.seats, 0)]
        for number, ligne in enumerate(feuille.donnes[kept:], kept + 1):
            donne = _recorded(number, ligne, feuille if has_arbiter else None)
            assert donne.marks is not None
            totals = _added(self._totals[-1], donne.marks)
            self._donnes.append(donne)
            self._totals.append(totals)
            self._lines.append(donne)
            if number % SUBTOTAL_EVERY == 0:
                self._lines.append(SubtotalLine(after=number, marks=totals))

    def _unchanged(self, feuille: Feuille, has_arbiter: bool) -> int:
        """Return how many donnes in front say what they said before; a visa comes and goes without its donne."""
        before = self._feuille
        if before is None or before.sheet.seats != feuille.sheet.seats or has_arbiter != self._has_arbiter:
            return 0
        both = zip(before.donnes, feuille.donnes, strict=False)
        same = takewhile(lambda pair: pair[0] is pair[1] and not pair[1].announces, both)
        return sum(1 for _ in same)

    def _empty_to(self, entering: int | None) -> int:
        """Return the number of the last donne that has a line before it is played: where none is due, the next one."""
        assert self._feuille is not None
        if self._feuille.sheet.due < UNLIMITED:
            return self._feuille.sheet.due
        return 0 if entering is None or self._feuille.course.is_over else len(self._donnes) + 1

    def _entered(self, number: int, form: EntryForm, marque: Marque | None) -> DonneLine:
        return DonneLine(
            number=number,
            preneur=form.preneur,
            contrat=form.contrat,
            marks=None if marque is None else marque.marks,
            visa=self._visa_kept(number, form),
            is_entered=True,
        )

    def _visa_kept(self, number: int, form: EntryForm) -> Visa:
        """Return the visa of a recorded donne while its form announces the same: it was given, or is due, for that."""
        if self._feuille is None or number > len(self._donnes):
            return Visa.NONE
        line = self._feuille.donnes[number - 1]
        if not isinstance(line.donne, Entry) or line.donne.preneur != form.preneur:
            return Visa.NONE
        return self._donnes[number - 1].visa if line.announces == frozenset(form.announces) else Visa.NONE


def _length(donnes: int) -> int:
    """Return how many lines so many donnes take, with their sub-totals."""
    return donnes + donnes // SUBTOTAL_EVERY


def _added(totals: Mapping[Seat, int], marks: Mapping[Seat, int]) -> dict[Seat, int]:
    return {seat: total + marks[seat] for seat, total in totals.items()}


def _recorded(number: int, line: Ligne, visas: Feuille | None) -> DonneLine:
    entry, scored = line.donne, line.scored
    assert scored is not None
    if not isinstance(entry, Entry):
        return DonneLine(number=number, marks=scored.marks)
    visa = Visa.NONE if visas is None or not line.announces else _visa(number, visas)
    return DonneLine(number=number, preneur=entry.preneur, contrat=entry.contrat, marks=scored.marks, visa=visa)


def _visa(number: int, feuille: Feuille) -> Visa:
    if number in feuille.turned_down():
        return Visa.REFUSED
    if number in feuille.unvisaed():
        return Visa.DUE
    return Visa.DOUBTFUL if feuille.code_chosen else Visa.GIVEN
