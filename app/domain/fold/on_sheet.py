"""What a table's events do to its sheet; the arbiter may write them too."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.donne import deroulement
from app.domain.errors import Refused, refuse, violation
from app.domain.events.table import (
    ArbiterCalled,
    ArbiterCodeChosen,
    CallEnded,
    DealerDrawn,
    DonnePassed,
    DonneRecorded,
    DonneReplaced,
    EventId,
    SheetDisputed,
    SheetSent,
    SheetVisaed,
    SurContratRequested,
    SurContratWithdrawn,
    WrongDealerKept,
)
from app.domain.fold import lines
from app.domain.fold.feuille import Feuille, Request
from app.domain.fold.writing import ToSheet, Writing
from app.domain.tournoi import writing
from app.domain.values import replace


def draw_dealer(feuille: Feuille, by: Writing, body: DealerDrawn) -> Feuille:
    """Say who deals first, once."""
    for line in unsigned(feuille).lines:
        if isinstance(line.happening, deroulement.DealerDrawn) and not feuille.course.is_over:
            raise Refused(violation("dealer_already_drawn", "dealer", seat=line.happening.seat))
    return lines.happen(unsigned(feuille), by.id, deroulement.DealerDrawn(body.seat))


def keep_wrong_dealer(feuille: Feuille, by: Writing, body: WrongDealerKept) -> Feuille:
    """Let the turn go on from whoever dealt."""
    return lines.happen(unsigned(feuille), by.id, deroulement.WrongDealerKept(body.seat))


def pass_donne(feuille: Feuille, by: Writing, body: DonnePassed) -> Feuille:
    """Throw the cards in: nobody played."""
    return lines.happen(unsigned(feuille), by.id, deroulement.DonnePassed(), passed=body.why)


def record_donne(feuille: Feuille, by: Writing, body: DonneRecorded) -> Feuille:
    """Put one more donne on the sheet."""
    return lines.record(unsigned(feuille), by.id, body.entry, hand=by.hand)


def replace_donne(feuille: Feuille, by: Writing, body: DonneReplaced) -> Feuille:
    """Enter a donne of the sheet otherwise."""
    note = by.note(body.reason)
    return lines.substitute_donne(feuille, body.replaces, by.id, body.entry, hand=by.hand, note=note)


def request(feuille: Feuille, by: Writing, body: SurContratRequested) -> Feuille:
    """Ask the arbiter for something on the cards in play."""
    course = unsigned(feuille).course
    # What cannot be played now cannot be asked for either: no dealer yet, or the position over.
    deroulement.after(course, lines.PLAYED)
    deal = feuille.deal
    if body.seat not in course.seats:
        raise Refused(violation("seat_unknown", "seat", seat=body.seat))
    if not course.may_bid(body.seat):
        key = "preneur_is_mort" if body.seat == course.mort else "preneur_barred"
        raise Refused(violation(key, "seat", seat=body.seat))
    if (deal, body.seat, body.announce) in {(asked.deal, asked.seat, asked.announce) for asked in feuille.requests}:
        raise Refused(violation("asked_twice", "announce", seat=body.seat))
    asked = Request(id=by.id, seat=body.seat, announce=body.announce, deal=deal)
    return replace(feuille, requests=(*feuille.requests, asked))


def take_back_request(feuille: Feuille, by: Writing, body: SurContratWithdrawn) -> Feuille:
    """Ask no more for what the arbiter has not answered."""
    asked = unanswered(feuille, body.withdraws)
    return replace(feuille, requests=tuple(other for other in feuille.requests if other is not asked))


def unanswered(feuille: Feuille, request: EventId) -> Request:
    """Return a request that waits for its answer; refuse where there is none, or it has one."""
    asked = next((asked for asked in feuille.requests if asked.id == request), None)
    if asked is None:
        raise Refused(violation("request_unknown", "request"))
    if asked.granted is not None:
        raise Refused(violation("answered_twice", "request"))
    return asked


def call_arbiter(feuille: Feuille, by: Writing, body: ArbiterCalled) -> Feuille:
    """Call the arbiter, with a reason or without."""
    return replace(feuille, call=body.why)


def end_call(feuille: Feuille, by: Writing, body: CallEnded) -> Feuille:
    """Call the arbiter no more."""
    if feuille.call is None:
        raise Refused(violation("nobody_called", "call"))
    return replace(feuille, call=None)


def choose_code(feuille: Feuille, by: Writing, body: ArbiterCodeChosen) -> Feuille:
    """Remember that the arbiter's visas on this sheet may be somebody else's."""
    return replace(feuille, code_chosen=True)


def visa(feuille: Feuille, by: Writing, body: SheetVisaed) -> Feuille:
    """Sign for a seat; who signs disputes nothing any more."""
    return replace(
        feuille,
        sheet=writing.visa(feuille.sheet, body.seat, by.hand),
        disputes={seat: donne for seat, donne in feuille.disputes.items() if seat != body.seat},
        signatures={**feuille.signatures, body.seat: body.signature},
    )


def dispute(feuille: Feuille, by: Writing, body: SheetDisputed) -> Feuille:
    """Note that a player does not agree, and with which donne."""
    sheet, recorded = feuille.sheet, len(feuille.sheet.donnes)
    found = []
    if body.seat not in sheet.seats:
        found.append(violation("seat_unknown", "seat", seat=body.seat))
    if body.seat in sheet.visas:
        found.append(violation("visa_twice", "seat", seat=body.seat))
    if sheet.is_sent or recorded < sheet.due:
        found.append(violation("not_to_be_signed", "sheet", table=sheet.table))
    if body.donne is not None and not 1 <= body.donne <= recorded:
        found.append(violation("donne_unknown", "donne", donne=body.donne, recorded=recorded))
    refuse(*found)
    return replace(feuille, disputes={**feuille.disputes, body.seat: body.donne})


def send(feuille: Feuille, by: Writing, body: SheetSent) -> Feuille:
    """Give the sheet in."""
    return replace(feuille, sheet=writing.send(feuille.sheet, by.hand))


def unsigned(feuille: Feuille) -> Feuille:
    """Return the sheet; refuse one that somebody has signed: only the arbiter changes it, by correcting it."""
    if not feuille.is_open:
        raise Refused(violation(f"sheet_{feuille.sheet.state}", "sheet", table=feuille.sheet.table))
    return feuille


TO_SHEET: Mapping[type, ToSheet] = {
    DealerDrawn: draw_dealer,
    WrongDealerKept: keep_wrong_dealer,
    DonnePassed: pass_donne,
    DonneRecorded: record_donne,
    DonneReplaced: replace_donne,
    SurContratRequested: request,
    SurContratWithdrawn: take_back_request,
    ArbiterCalled: call_arbiter,
    CallEnded: end_call,
    ArbiterCodeChosen: choose_code,
    SheetVisaed: visa,
    SheetDisputed: dispute,
    SheetSent: send,
}
