"""A score sheet on a terminal: whole, in a line, or among those of its position."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.cli.tournoi.report import columns
from app.domain.donne.deroulement import FauteRuled
from app.domain.donne.marque import score_donne
from app.domain.events.table import Entry
from app.domain.fold.feuille import Feuille, Ligne
from app.domain.tournoi.sheet import Sheet, SheetState
from app.texts.catalogue import Texts
from app.texts.fautes import faute_name
from app.texts.figures import signed
from app.texts.game import ANNOUNCES, SHEET_STATES, donne
from app.texts.notation import write_donne
from app.texts.reckoning import reckoning


def sheet_line(feuille: Feuille, tr: Texts) -> str:
    """Return a sheet in a line: “Table 3, position 1: 2 of 5 donnes, being played. N −182 S −182 E +242 O +122”."""
    sheet = feuille.sheet
    bilans = "  ".join(f"{seat} {signed(bilan)}" for seat, bilan in sheet.bilans.items())
    state = _state(sheet, tr)
    return tr.plural(
        "Table {table}, position {position}: {n} donne of {due}, {state}.  {bilans}",
        "Table {table}, position {position}: {n} donnes of {due}, {state}.  {bilans}",
        feuille.donnes_played,
        table=sheet.table,
        position=sheet.position,
        due=_owed(feuille),
        state=state,
        bilans=bilans,
    )


def sheets_table(feuilles: Sequence[Feuille], tr: Texts) -> list[str]:
    """Return a position's sheets, a line each, with what each lacks."""
    rows = [(tr("Table"), tr("Donnes"), tr("State"), tr("Sum"), tr("Remarks"))]
    for feuille in feuilles:
        sheet = feuille.sheet
        total = sum(sheet.bilans.values())
        state, donnes = _state(sheet, tr), f"{feuille.donnes_played}/{_owed(feuille)}"
        rows.append((str(sheet.table), donnes, state, signed(total), tr("; ").join(_remarks(feuille, tr))))
    return columns(rows, frozenset({0, 1, 3}))


def sheet_lines(feuille: Feuille, name: Callable[[str], str], tr: Texts) -> list[str]:
    """Return a sheet whole: who sits where, each donne with its reckoning, bilans, visas."""
    sheet, seats = feuille.sheet, feuille.sheet.seats
    lines = [sheet_line(feuille, tr).partition(".  ")[0] + "."]
    lines += [f"  {who.seat}  {name(who.player)}{_since(who.from_donne, tr)}" for who in sheet.occupants]
    rows: list[list[str]] = [["", *seats, ""]]
    for number, line in enumerate(feuille.donnes, 1):
        marks = line.scored.marks if line.scored else {}
        rows.append([str(number), *(signed(marks[seat]) for seat in seats), _said(line, seats, tr)])
    rows.append(["=", *(signed(bilan) for bilan in sheet.bilans.values()), ""])
    lines += columns(rows, frozenset(range(len(seats) + 1)))
    if sheet.visas:
        lines.append(tr("Signed by: {seats}", seats=", ".join(sheet.visas)))
    lines += [tr("Corrected: {reason}", reason=faute_name(note.reason, tr)) for note in sheet.corrections]
    return [*lines, *_remarks(feuille, tr)]


def sheet_data(feuille: Feuille) -> dict[str, object]:
    """Return a sheet as scripts read it; each donne as it can be typed again."""
    sheet = feuille.sheet
    return {
        "table": sheet.table,
        "position": sheet.position,
        "due": sheet.due,
        "played": feuille.donnes_played,
        "state": sheet.state,
        "dealer": feuille.course.dealer,
        "deal": feuille.deal,
        "barred": sorted(feuille.course.barred),
        "players": {who.seat: who.player for who in sheet.occupants},
        "donnes": [
            {"marks": dict(line.scored.marks), "typed": write_donne(line.donne or line.scored)}
            for line in feuille.donnes
            if line.scored is not None
        ],
        "bilans": dict(sheet.bilans),
        "visas": list(sheet.visas),
        "unvisaed": list(feuille.unvisaed()),
        "asked": [{"seat": asked.seat, "announce": asked.announce} for asked in feuille.waiting],
        "rulings": [line.happening.code for line in feuille.lines if isinstance(line.happening, FauteRuled)],
    }


def _owed(feuille: Feuille) -> int:
    """Return how many donnes the sheet owes; once it is in, how many the position had, so that a short one shows."""
    return feuille.start.donnes if feuille.sheet.is_sent else feuille.sheet.due


def _state(sheet: Sheet, tr: Texts) -> str:
    if sheet.state is SheetState.VISAED and set(sheet.visas) == set(sheet.seats):
        return tr("signed, to be given in")
    return tr(SHEET_STATES[sheet.state])


def _said(line: Ligne, seats: tuple[str, ...], tr: Texts) -> str:
    if not isinstance(line.donne, Entry):
        return tr("marks alone")
    marque = score_donne(line.donne.donne(seats, line.mort))
    return tr("{what}: {more}", what=donne(line.donne, tr), more=reckoning(marque, tr))


def _since(number: int, tr: Texts) -> str:
    return "" if number == 1 else tr(" (from donne {donne} on)", donne=number)


def _remarks(feuille: Feuille, tr: Texts) -> list[str]:
    """Return what somebody should see to at this table."""
    said = [tr("donne {donne} without the arbiter's visa", donne=donne) for donne in feuille.unvisaed()]
    said += [
        tr("{seat} asks for a {announce}", seat=asked.seat, announce=tr(ANNOUNCES[asked.announce]))
        for asked in feuille.waiting
    ]
    if feuille.course.barred:
        said.append(tr("may not bid now: {seats}", seats=", ".join(sorted(feuille.course.barred))))
    said += [tr("{seat} does not agree with the sheet", seat=seat) for seat in feuille.disputes]
    if feuille.call is not None:
        said.append(tr("arbiter called {why}", why=feuille.call).strip())
    return said
