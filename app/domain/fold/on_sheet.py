"""What the events of a table and of the arbiter do to a sheet, to penalties and to warnings."""

from __future__ import annotations

from dataclasses import replace

from app.domain.arbitrage.faute import Fate
from app.domain.donne import deroulement
from app.domain.errors import Refused, violation
from app.domain.events import arbitre, table
from app.domain.events.table import EventId
from app.domain.fold import feuille as sheets
from app.domain.fold.apply import Writing, handles
from app.domain.fold.feuille import Feuille, Ligne, Request
from app.domain.fold.on_tournoi import raised
from app.domain.fold.state import Assignment, State
from app.domain.mouvement.seats import Player
from app.domain.tournoi import penalty, writing
from app.domain.tournoi.penalty import Penalty
from app.domain.tournoi.sheet import Hand


def _with(state: State, changed: Feuille) -> State:
    sheet = changed.sheet
    tables = {**state.feuilles[sheet.position], sheet.table: changed}
    return replace(state, feuilles={**state.feuilles, sheet.position: tables})


@handles(table.DealerDrawn)
def _(state: State, by: Writing, body: table.DealerDrawn) -> State:
    feuille = _writable(state.feuille(body.position, by.table))
    return _with(state, sheets.happen(feuille, by.id, deroulement.DealerDrawn(body.seat)))


@handles(table.WrongDealerKept)
def _(state: State, by: Writing, body: table.WrongDealerKept) -> State:
    feuille = _writable(state.feuille(body.position, by.table))
    return _with(state, sheets.happen(feuille, by.id, deroulement.WrongDealerKept(body.seat)))


@handles(table.DonnePassed)
def _(state: State, by: Writing, body: table.DonnePassed) -> State:
    feuille = _writable(state.feuille(body.position, by.table))
    return _with(state, sheets.happen(feuille, by.id, deroulement.DonnePassed()))


@handles(table.DonneRecorded)
def _(state: State, by: Writing, body: table.DonneRecorded) -> State:
    feuille = state.feuille(body.position, by.table)
    return _with(state, sheets.record(feuille, by.id, body.entry, hand=by.hand))


@handles(table.DonneReplaced)
def _(state: State, by: Writing, body: table.DonneReplaced) -> State:
    feuille = state.feuille(body.position, by.table)
    note = by.note(body.reason)
    return _with(state, sheets.substitute_donne(feuille, body.replaces, by.id, body.entry, hand=by.hand, note=note))


@handles(table.EntryUndone)
def _(state: State, by: Writing, body: table.EntryUndone) -> State:
    feuille = state.feuille(body.position, by.table)
    last = feuille.lines[-1] if feuille.lines else None
    if by.hand is Hand.TABLE and last is not None and isinstance(last.happening, ARBITERS_HAPPENINGS):
        raise Refused(violation("arbiter_only", "sheet", table=by.table))
    return _with(state, sheets.undo(feuille, body.undoes))


# What only the arbiter may take back.
ARBITERS_HAPPENINGS = (deroulement.FauteRuled, deroulement.DonnesStruck, deroulement.TimeCalled)


@handles(table.SurContratRequested)
def _(state: State, by: Writing, body: table.SurContratRequested) -> State:
    feuille = _writable(state.feuille(body.position, by.table))
    if not feuille.course.may_bid(body.seat):
        raise Refused(violation("preneur_barred", "seat", seat=body.seat))
    number = len(feuille.sheet.donnes) + 1
    asked = Request(id=by.id, seat=body.seat, announce=body.announce, donne=number)
    return _with(state, replace(feuille, requests=(*feuille.requests, asked), called=True))


@handles(table.SurContratWithdrawn)
def _(state: State, by: Writing, body: table.SurContratWithdrawn) -> State:
    feuille = state.feuille(body.position, by.table)
    asked = _unanswered(feuille, body.withdraws)
    requests = tuple(other for other in feuille.requests if other is not asked)
    return _with(state, replace(feuille, requests=requests, called=False))


@handles(arbitre.SurContratGranted)
def _(state: State, by: Writing, body: arbitre.SurContratGranted) -> State:
    feuille = state.feuille(body.position, by.table)
    if any(line.id == body.grants for line in feuille.donnes):
        if body.grants in feuille.granted:
            raise Refused(violation("answered_twice", "grants"))
        return _with(state, replace(feuille, granted=feuille.granted | {body.grants}, called=False))
    return _with(state, _answered(feuille, body.grants, granted=True))


@handles(arbitre.SurContratRefused)
def _(state: State, by: Writing, body: arbitre.SurContratRefused) -> State:
    return _with(state, _answered(state.feuille(body.position, by.table), body.refuses, granted=False))


def _answered(feuille: Feuille, request: EventId, *, granted: bool) -> Feuille:
    asked = _unanswered(feuille, request)
    requests = tuple(replace(asked, granted=granted) if other is asked else other for other in feuille.requests)
    return replace(feuille, requests=requests, called=False)


def _unanswered(feuille: Feuille, request: EventId) -> Request:
    asked = next((asked for asked in feuille.requests if asked.id == request), None)
    if asked is None:
        raise Refused(violation("request_unknown", "request"))
    if asked.granted is not None:
        raise Refused(violation("answered_twice", "request"))
    return asked


@handles(table.ArbiterCalled)
def _(state: State, by: Writing, body: table.ArbiterCalled) -> State:
    return _with(state, replace(state.feuille(body.position, by.table), called=True))


@handles(arbitre.FauteRuled)
def _(state: State, by: Writing, body: arbitre.FauteRuled) -> State:
    feuille = replace(state.feuille(body.position, by.table), called=False)
    code, ruling = body.faute.code, body.ruling
    seats = {*ruling.warnings, *(p.player for p in ruling.penalties), *(b.player for b in ruling.barred)}
    if unknown := sorted(seats - set(feuille.sheet.seats)):
        raise Refused(*(violation("seat_unknown", "ruling", seat=seat) for seat in unknown))
    # A donne may have been annulled since it was faulted: it counts the players who sat there then.
    number = len(feuille.sheet.donnes) + 1 if body.concerns is None else feuille.number_of(body.concerns)
    player_at = {seat: feuille.sheet.player_at(seat, number) for seat in seats}
    happening = deroulement.FauteRuled(code, ruling)
    if body.concerns is None:
        ruled = sheets.happen(feuille, by.id, happening)
    elif ruling.donne in (Fate.ANNULLED, Fate.REDEAL):
        instead = Ligne(id=by.id, happening=happening)
        note = by.note(f"{code}: {ruling.source}")
        ruled = sheets.annul(feuille, body.concerns, instead, hand=by.hand, note=note)
    else:
        ruled = _barred_next(feuille, by.id, happening)
    warned = state.warnings
    for seat in ruling.warnings:
        warned = warned.with_warning(player_at[seat], code, state.ruleset)
    given = {
        f"{by.id}/{fine.player}": penalty.give(
            player=player_at[fine.player], position=body.position, points=fine.points, given=by.note(code)
        )
        for fine in ruling.penalties
    }
    return replace(_with(state, ruled), warnings=warned, penalties={**state.penalties, **given})


def _barred_next(feuille: Feuille, event: EventId, happening: deroulement.FauteRuled) -> Feuille:
    """A ruling on a donne that stays: only its bars count, from the cards now in play on."""
    if feuille.course.is_over or not happening.ruling.barred:
        return feuille
    return sheets.happen(feuille, event, happening)


@handles(arbitre.DonneStruck)
def _(state: State, by: Writing, body: arbitre.DonneStruck) -> State:
    feuille = state.feuille(body.position, by.table)
    return _with(state, sheets.annul(feuille, body.strikes, None, hand=by.hand, note=by.note(body.reason)))


@handles(arbitre.SheetShortened)
def _(state: State, by: Writing, body: arbitre.SheetShortened) -> State:
    feuille = _writable(state.feuille(body.position, by.table))
    return _with(state, sheets.happen(feuille, by.id, deroulement.DonnesStruck(body.donnes)))


@handles(arbitre.TimeCalled)
def _(state: State, by: Writing, body: arbitre.TimeCalled) -> State:
    feuille = _writable(state.feuille(body.position, by.table))
    return _with(state, sheets.happen(feuille, by.id, deroulement.TimeCalled(body.donne_under_way)))


@handles(table.SheetVisaed)
def _(state: State, by: Writing, body: table.SheetVisaed) -> State:
    feuille = state.feuille(body.position, by.table)
    signed = writing.visa(feuille.sheet, body.seat, by.hand)
    disputes = {seat: donne for seat, donne in feuille.disputes.items() if seat != body.seat}
    signatures = {**feuille.signatures, body.seat: body.signature}
    return _with(state, replace(feuille, sheet=signed, disputes=disputes, signatures=signatures))


@handles(table.SheetDisputed)
def _(state: State, by: Writing, body: table.SheetDisputed) -> State:
    feuille = state.feuille(body.position, by.table)
    sheet = feuille.sheet
    if body.seat not in sheet.seats:
        raise Refused(violation("seat_unknown", "seat", seat=body.seat))
    if sheet.is_sent or len(sheet.donnes) < sheet.due:
        raise Refused(violation("not_to_be_signed", "sheet", table=sheet.table))
    return _with(state, replace(feuille, disputes={**feuille.disputes, body.seat: body.donne}, called=True))


@handles(table.SheetSent)
def _(state: State, by: Writing, body: table.SheetSent) -> State:
    feuille = state.feuille(body.position, by.table)
    return _with(state, replace(feuille, sheet=writing.send(feuille.sheet, by.hand)))


@handles(arbitre.SheetCorrected)
def _(state: State, by: Writing, body: arbitre.SheetCorrected) -> State:
    feuille = state.feuille(body.position, by.table)
    return _with(state, sheets.rewrite(feuille, by.id, body.donnes, note=by.note(body.reason)))


@handles(arbitre.SheetTyped)
def _(state: State, by: Writing, body: arbitre.SheetTyped) -> State:
    feuille = state.feuille(body.position, by.table)
    typed = sheets.type_paper(feuille, by.id, body.donnes, note=by.note(body.reason))
    assignment = Assignment(by.event.device, body.epoch)
    return replace(_with(state, typed), assignments=raised(state, by.table, assignment))


@handles(arbitre.PenaltyGiven)
def _(state: State, by: Writing, body: arbitre.PenaltyGiven) -> State:
    if state.entrants.find(Player(body.player)) is None:
        raise Refused(violation("entrant_unknown", "player", player=body.player))
    given = penalty.give(player=body.player, position=body.position, points=body.points, given=by.note(body.reason))
    return replace(state, penalties={**state.penalties, by.id: given})


@handles(arbitre.PenaltyCancelled)
def _(state: State, by: Writing, body: arbitre.PenaltyCancelled) -> State:
    given: Penalty | None = state.penalties.get(body.penalty)
    if given is None:
        raise Refused(violation("penalty_unknown", "penalty"))
    cancelled = penalty.cancel(given, by.note(body.reason))
    return replace(state, penalties={**state.penalties, body.penalty: cancelled})


@handles(arbitre.DecisionConfirmed)
def _(state: State, by: Writing, body: arbitre.DecisionConfirmed) -> State:
    if body.confirms not in state.unconfirmed:
        raise Refused(violation("nothing_to_confirm", "confirms"))
    return replace(state, unconfirmed=state.unconfirmed - {body.confirms})


def _writable(feuille: Feuille) -> Feuille:
    """Refuse a sheet that somebody has signed: only the arbiter changes it, by correcting it."""
    if feuille.sheet.state not in sheets.OPEN_STATES:
        raise Refused(violation(f"sheet_{feuille.sheet.state}", "sheet", table=feuille.sheet.table))
    return feuille
