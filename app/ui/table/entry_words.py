"""What the entry screen says, in words and figures; kv asks here, and nothing here knows a widget."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.donne.contrat import FORMES, Contrat
from app.domain.donne.donne import Seat
from app.domain.fold.feuille import Request
from app.domain.fold.on_start import UNLIMITED
from app.services.entry_form import EntryForm, Place, Reading
from app.services.table_session import TableSession
from app.texts.catalogue import Texts
from app.texts.table import missing_fields, said_refusal, seat_letter, seat_name
from app.ui.table.sheet_rows import DEALER, dealer_of


def heading(session: TableSession, tr: Texts) -> str:
    """Return whose sheet this is: “Table 3 · Position 1”, or that it is a Partie libre."""
    if session.is_partie:
        return tr("Partie libre")
    return tr("Table {table} · Position {position}", table=session.table, position=session.position)


def detail(session: TableSession, number: int, tr: Texts) -> str:
    """Return where the sheet stands: “Donne 4 sur 5 · Donneur : Est ◆”."""
    feuille = session.feuille
    course, due = feuille.course, feuille.sheet.due
    if course.is_over:
        return tr("The position is over")
    donne = (
        tr("Donne {number}", number=number)
        if due >= UNLIMITED
        else tr("Donne {number} of {due}", number=number, due=due)
    )
    dealt = dealer_of(session, number)
    if dealt is None:
        return donne
    dealer = tr("Dealer: {seat}", seat=seat_name(dealt, tr))
    return f"{donne} · {dealer}\u00a0{DEALER}"


def seat_words(session: TableSession, number: int, tr: Texts) -> Mapping[Seat, str]:
    """Return the seats' names, with ◆ that of who deals this donne."""
    dealer = dealer_of(session, number)
    return {
        seat: f"{seat_name(seat, tr)}\u00a0{DEALER}" if seat == dealer else seat_name(seat, tr)
        for seat in session.feuille.sheet.seats
    }


def seat_notes(session: TableSession, place: Place, tr: Texts) -> Mapping[Seat, str]:
    """Return who sits there, or why they cannot take."""
    return {seat: _seat_note(session, place, seat, tr) for seat in session.feuille.sheet.seats}


def _seat_note(session: TableSession, place: Place, seat: Seat, tr: Texts) -> str:
    if seat == place.mort:
        return tr("mort")
    return tr("may not bid") if seat in place.barred else session.name_of(seat)


def poignee_note(form: EntryForm, tr: Texts) -> str:
    """Return the poignées shown: “Sud : 10 atouts”."""
    if not form.poignees:
        return tr("No")
    return ", ".join(
        tr("{seat}: {atouts}", seat=seat_name(seat, tr), atouts=atouts) for seat, atouts in form.poignees.items()
    )


def has_halves(place: Place) -> bool:
    """Tell whether points come in halves here: at three, and at five without a mort."""
    return bool(place.seats) and place.mort is None and FORMES[len(place.seats)].has_halves


def is_wrong(reading: Reading, *fields: str) -> bool:
    """Tell whether something contradicts in one of these fields."""
    return any(found.field in fields for found in reading.contradictions)


def main_action(reading: Reading, number: int, tr: Texts, *, editing: bool) -> str:
    """Return what the main button says: what it does, or what keeps it from doing it."""
    if reading.contradictions:
        fields = tuple(dict.fromkeys(found.field for found in reading.contradictions))
        return tr("To check: {fields}", fields=missing_fields(fields, tr))
    if reading.missing:
        return tr("Missing: {fields}", fields=missing_fields(reading.missing, tr))
    return tr("Correct donne {number}", number=number) if editing else tr("Validate donne {number}", number=number)


def call_state(phase: str, waited: str, tr: Texts) -> str:
    """Return what the arbiter is doing: on the way since a while, or deciding."""
    return tr("Called {time} ago", time=waited) if phase == "wait" else tr("The arbiter decides")


def contract_title(refused: Request | None, tr: Texts) -> str:
    """Return what stands above the contracts: what the arbiter has refused, where the form says it all the same."""
    return tr("Contract") if refused is None else said_refusal(refused.announce, tr)


def coefficient(contrat: Contrat, tr: Texts, *, needs_arbiter: bool) -> str:
    """Return what a contract multiplies, and that the arbiter must be asked where one is there."""
    return f"× {contrat.coef} · " + tr("arbiter") if needs_arbiter else f"× {contrat.coef}"


def partners(place: Place, tr: Texts, *, has_room: bool) -> list[tuple[Seat | None, str]]:
    """Return who may have the called king, by letters where names would be too small; None is the preneur alone."""
    say = seat_name if has_room else seat_letter
    return [(None, tr("Alone")), *((seat, say(seat, tr)) for seat in place.seats)]


def king_title(session: TableSession, form: EntryForm, tr: Texts) -> str:
    """Return what is asked of the called king, and once it is said, the name of who has it."""
    if form.partner is None:
        return tr("Called king: who has it?")
    return tr("Called king: {name}", name=session.name_of(form.partner))
