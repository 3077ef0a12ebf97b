"""A sheet's lines as the score sheet shows them: words, signs and marks, still without a widget."""

from __future__ import annotations

from functools import lru_cache

from app.domain.donne.contrat import Contrat
from app.domain.donne.donne import Seat
from app.services.sheet_lines import Line, SheetLines, SubtotalLine, Visa
from app.services.table_session import TableSession
from app.texts.catalogue import N_, Texts
from app.texts.figures import signed
from app.texts.table import CONTRATS, seat_name
from app.ui.widgets.rows_in_sight import Row

DEALER = "◆"
ROWS_KEPT = 1024  # more than the longest evening has
# Beside a number there is little room.
SHORT = {**CONTRATS, Contrat.GARDE_SANS: N_("G. sans"), Contrat.GARDE_CONTRE: N_("G. contre")}
VISAS = {
    Visa.NONE: "",
    Visa.GIVEN: N_("✓ visa"),
    Visa.DUE: N_("no visa"),
    Visa.DOUBTFUL: N_("visa?"),
    Visa.REFUSED: N_("visa refused"),
}


def dealer_of(session: TableSession, number: int) -> Seat | None:
    """Return who deals the cards in play, or who dealt those of a recorded donne that is being corrected."""
    feuille = session.feuille
    return feuille.dealer_of(number) if number <= len(feuille.donnes) else feuille.course.dealer


def sheet_heads(session: TableSession, number: int | None, texts: Texts) -> list[tuple[str, str, str]]:
    """Return seat, name and starting place of everyone, in the paper's order; ◆ dealt the donne that is entered."""
    feuille = session.feuille
    dealer = None if number is None else dealer_of(session, number)
    return [
        (
            f"{seat_name(seat, texts)}\u00a0{DEALER}" if seat == dealer else seat_name(seat, texts),
            session.name_of(seat),
            session.starting_place_of(seat),
        )
        for seat in feuille.sheet.seats
    ]


def strip_heads(heads: list[tuple[str, str, str]], penalties: list[int], texts: Texts) -> list[tuple[str, str, str]]:
    """Return the heads of the bilans in one line, where a penalty has no line of its own."""
    if not penalties:
        return heads
    return [
        (texts("{seat} · pen. {mark}", seat=word, mark=signed(points)) if points else word, name, place)
        for (word, name, place), points in zip(heads, penalties, strict=True)
    ]


def sheet_rows(lines: SheetLines, texts: Texts) -> list[Row]:
    """Return the data of the rows."""
    longest = max((signed(mark) for mark in lines.bilans.values()), key=len, default="")
    return [{**_row(line, lines.seats, texts), "longest": longest} for line in lines.lines]


def bilan_marks(lines: SheetLines) -> list[int]:
    """Return the bilans in the paper's order."""
    return [lines.bilans[seat] for seat in lines.seats]


def penalty_marks(session: TableSession) -> list[int]:
    """Return what penalties took from each player here, in the paper's order; nothing where there are none."""
    points = session.penalties()
    return [-points[seat] for seat in session.feuille.sheet.seats] if any(points.values()) else []


@lru_cache(maxsize=ROWS_KEPT)
def _row(line: Line, seats: tuple[Seat, ...], texts: Texts) -> Row:
    if isinstance(line, SubtotalLine):
        return {
            "aid": f"subtotal.{line.after}",
            "number": 0,
            "word": texts("Sub-total"),
            "note": "",
            "is_due": False,
            "marks": [(line.marks[seat], False) for seat in seats],
            "is_entered": False,
            "is_subtotal": True,
        }
    contract = "" if line.contrat is None else texts(SHORT[line.contrat])
    marks = line.marks
    return {
        "aid": f"row.{line.number}",
        "number": line.number if marks is not None and not line.is_entered else 0,
        "word": f"{line.number}\u2002{contract}".strip(),
        "note": texts(VISAS[line.visa]) if line.visa else "",
        "is_due": line.visa in (Visa.DUE, Visa.DOUBTFUL, Visa.REFUSED),
        "marks": [(None if marks is None else marks[seat], seat == line.preneur) for seat in seats],
        "is_entered": line.is_entered,
        "is_subtotal": False,
    }
