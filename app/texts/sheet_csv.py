"""A sheet as a table for spreadsheets."""

from __future__ import annotations

import csv
import io

from app.domain.donne.donne import Seat
from app.domain.events.table import Entry
from app.domain.fold.feuille import Feuille
from app.texts.catalogue import Texts
from app.texts.figures import points
from app.texts.table import CAMPS, CHELEMS, CONTRATS, seat_name

COLUMNS = 8


def sheet_csv(feuille: Feuille, names: dict[Seat, str], texts: Texts) -> str:
    """Return one line for each donne and one for the bilans; semicolons, as French spreadsheets expect."""
    written = io.StringIO()
    rows = csv.writer(written, delimiter=";", lineterminator="\r\n")
    seats = feuille.sheet.seats
    rows.writerow([*_heads(texts), *(names[seat] for seat in seats)])
    for number, line in enumerate(feuille.donnes, 1):
        marks = line.scored.marks if line.scored is not None else {}
        entry = _entry(line.donne, names, texts) if isinstance(line.donne, Entry) else [""] * (COLUMNS - 1)
        rows.writerow([number, *entry, *(marks[seat] for seat in seats)])
    bilans = feuille.sheet.bilans
    rows.writerow([texts("Bilan"), *[""] * (COLUMNS - 1), *(bilans[seat] for seat in seats)])
    return written.getvalue()


def _heads(texts: Texts) -> list[str]:
    return [
        texts("Donne"),
        texts("Preneur"),
        texts("Contract"),
        texts("Bouts"),
        texts("Points"),
        texts("Petit au bout"),
        texts("Poignée"),
        texts("Chelem"),
    ]


def _entry(entry: Entry, names: dict[Seat, str], texts: Texts) -> list[str]:
    called = f" + {names[entry.partner]}" if entry.partner else ""
    return [
        names[entry.preneur] + called,
        texts(CONTRATS[entry.contrat]),
        str(entry.bouts),
        points(entry.demi_points, texts),
        texts(CAMPS[entry.petit_au_bout]) if entry.petit_au_bout else "",
        ", ".join(f"{seat_name(poignee.by, texts)} {poignee.atouts}" for poignee in entry.poignees),
        texts(CHELEMS[entry.chelem]) if entry.chelem else "",
    ]
