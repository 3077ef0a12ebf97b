"""A sheet as everybody at the table reads it: its donnes, sub-totals and bilans, the one being entered included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.domain.donne.contrat import Contrat
from app.domain.donne.donne import Seat
from app.domain.donne.marque import Marque
from app.domain.events.table import Entry
from app.domain.fold.feuille import Feuille, Ligne
from app.domain.fold.on_start import UNLIMITED

SUBTOTAL_EVERY = 5


class Visa(StrEnum):
    """Whether the arbiter's visa is due on a donne, and there."""

    NONE = ""
    GIVEN = "given"
    DUE = "due"
    REFUSED = "refused"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True, kw_only=True)
class DonneLine:
    """A donne of the sheet; `marks` is empty while it is not played, `is_entered` says that it is not saved yet."""

    number: int
    preneur: Seat | None = None
    contrat: Contrat | None = None
    marks: Mapping[Seat, int] | None = None
    visa: Visa = Visa.NONE
    is_entered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SubtotalLine:
    """What each player has after so many donnes."""

    after: int
    marks: Mapping[Seat, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLines:
    """The whole sheet: `bilans` count the donne being entered too."""

    seats: tuple[Seat, ...]
    lines: tuple[DonneLine | SubtotalLine, ...]
    bilans: Mapping[Seat, int]

    @property
    def sum(self) -> int:
        """What the bilans sum to: 0, on a sheet that is right."""
        return sum(self.bilans.values())


def sheet_lines(
    feuille: Feuille,
    *,
    entering: int | None = None,
    form: tuple[Seat | None, Contrat | None] = (None, None),
    marque: Marque | None = None,
    has_arbiter: bool = True,
) -> SheetLines:
    """Return the sheet with the donne of number `entering` as its form says it so far; without an arbiter, no visa."""
    sheet = feuille.sheet
    donnes = [
        _recorded(number, line, feuille if has_arbiter else None) for number, line in enumerate(feuille.donnes, 1)
    ]
    if entering is not None:
        preneur, contrat = form
        marks = None if marque is None else marque.marks
        visa = donnes[entering - 1].visa if entering <= len(donnes) else Visa.NONE
        entered = DonneLine(number=entering, preneur=preneur, contrat=contrat, marks=marks, visa=visa, is_entered=True)
        donnes[entering - 1 : entering] = [entered]
    if sheet.due < UNLIMITED:
        donnes += [DonneLine(number=number) for number in range(len(donnes) + 1, sheet.due + 1)]
    played = [donne.marks for donne in donnes if donne.marks is not None]
    return SheetLines(
        seats=sheet.seats,
        lines=tuple(_with_subtotals(donnes, sheet.seats)),
        bilans={seat: sum(marks[seat] for marks in played) for seat in sheet.seats},
    )


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


def _with_subtotals(donnes: list[DonneLine], seats: tuple[Seat, ...]) -> Iterator[DonneLine | SubtotalLine]:
    running = dict.fromkeys(seats, 0)
    for place, donne in enumerate(donnes, 1):
        yield donne
        if donne.marks is None:
            continue
        running = {seat: running[seat] + donne.marks[seat] for seat in seats}
        # A sub-total right before the bilan would only say it twice.
        if place % SUBTOTAL_EVERY == 0 and place < len(donnes):
            yield SubtotalLine(after=place, marks=dict(running))
