"""What the arbiter's events do: answers, rulings, corrections, penalties, and what was decided at a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from app.domain.arbitrage.faute import Seat
from app.domain.donne import deroulement
from app.domain.errors import Refused, Violation, refuse, violation
from app.domain.events.arbitre import (
    DecidedAtTable,
    DecisionConfirmed,
    DonneStruck,
    FauteRuled,
    HeldSettled,
    PenaltyCancelled,
    PenaltyGiven,
    Proof,
    SheetCorrected,
    SheetShortened,
    SheetTyped,
    SurContratGranted,
    SurContratRefused,
    TimeCalled,
)
from app.domain.events.table import EntryUndone, EventId
from app.domain.events.tournoi import Role
from app.domain.fold import lines
from app.domain.fold.feuille import Feuille, ends_cards
from app.domain.fold.on_devices import raised
from app.domain.fold.on_players import check_entered
from app.domain.fold.on_sheet import unanswered, unsigned
from app.domain.fold.state import Assignment, State
from app.domain.fold.writing import ToSheet, ToState, Writing
from app.domain.tournoi import penalty
from app.domain.tournoi.note import check_note
from app.domain.tournoi.penalty import Penalty
from app.domain.tournoi.sheet import Sheet
from app.domain.typed_code import DECISION_DIGITS
from app.domain.values import replace

CODE = re.compile(f"[0-9]{{{DECISION_DIGITS}}}")


def grant(feuille: Feuille, by: Writing, body: SurContratGranted) -> Feuille:
    """Grant what was asked, or what a donne was played on without asking."""
    line = next((line for line in feuille.donnes if line.id == body.grants), None)
    if line is None:
        return _answered(feuille, body.grants, granted=True)
    number = feuille.number_of(line.id)
    if not line.announces:
        raise Refused(violation("nothing_to_grant", "grants", donne=number))
    if number not in feuille.unvisaed():
        raise Refused(violation("answered_twice", "grants"))
    visaed = replace(line, granted=line.announces)
    return replace(feuille, lines=tuple(visaed if other is line else other for other in feuille.lines))


def turn_down(feuille: Feuille, by: Writing, body: SurContratRefused) -> Feuille:
    """Refuse what was asked."""
    return _answered(feuille, body.refuses, granted=False)


def strike(feuille: Feuille, by: Writing, body: DonneStruck) -> Feuille:
    """Annul a donne of the sheet."""
    note = by.note(body.reason)
    refuse(*check_note(note))
    return lines.annul(feuille, body.strikes, by.id, deroulement.DonneAnnulled(), hand=by.hand, note=note)


def shorten(feuille: Feuille, by: Writing, body: SheetShortened) -> Feuille:
    """Strike donnes that are still owed."""
    refuse(*check_note(by.note(body.reason)))
    return lines.happen(unsigned(feuille), by.id, deroulement.DonnesStruck(body.donnes))


def call_time(feuille: Feuille, by: Writing, body: TimeCalled) -> Feuille:
    """End the position at a table, after the donne already dealt where there is one."""
    return lines.happen(unsigned(feuille), by.id, deroulement.TimeCalled(body.donne_under_way))


def correct(feuille: Feuille, by: Writing, body: SheetCorrected) -> Feuille:
    """Write a signed sheet anew."""
    return lines.rewrite(feuille, by.id, body.donnes, note=by.note(body.reason), played=body.played)


def type_paper(state: State, by: Writing, body: SheetTyped) -> State:
    """Take a paper sheet in; the table's tablet writes on it no more."""
    feuille = state.feuille(body.position, by.table)
    typed = lines.type_paper(feuille, by.id, body.donnes, note=by.note(body.reason), played=body.played)
    before = state.assignments.get(by.table)
    tablet = "" if before is None else before.instead_of or before.device
    assignment = Assignment(by.event.device, body.epoch, instead_of=tablet)
    return replace(state.with_feuille(typed), assignments=raised(state, by.table, assignment))


def rule(state: State, by: Writing, body: FauteRuled) -> State:
    """Give a ruling: on the cards in play, or on a donne of the sheet; warnings and penalties go to the players."""
    feuille = state.feuille(body.position, by.table)
    code, ruling = body.faute.code, body.ruling
    refuse(*_ruling_refusals(state, feuille.sheet, body))
    number = len(feuille.sheet.donnes) + 1 if body.concerns is None else feuille.number_of(body.concerns)
    happening = deroulement.FauteRuled(code, ruling)
    if body.concerns is None:
        ruled = lines.happen(feuille, by.id, happening)
    elif ends_cards(ruling.donne):
        ruled = lines.annul(feuille, body.concerns, by.id, happening, hand=by.hand, note=by.note(code))
    else:
        ruled = lines.rule_on(feuille, body.concerns, by.id, happening)

    def player_at(seat: Seat) -> str:
        return feuille.sheet.player_at(seat, number)

    given = {
        _fine_id(by.id, fine.player): penalty.give(
            player=player_at(fine.player), position=body.position, points=fine.points, given=by.note(code)
        )
        for fine in ruling.penalties
    }
    changed = replace(state.with_feuille(replace(ruled, call=None)), penalties={**state.penalties, **given})
    if not ruling.warnings:
        return changed
    warned = tuple((player_at(seat), code) for seat in ruling.warnings)
    return replace(changed, warned={**state.warned, by.id: warned})


def undo_entry(state: State, by: Writing, body: EntryUndone) -> State:
    """Take back the last thing written on a sheet; a ruling goes with its warnings, and its penalties are cancelled."""
    feuille = lines.undo(state.feuille(body.position, by.table), body.undoes, hand=by.hand)
    fines = {_fine_id(body.undoes, seat): by.note("EntryUndone") for seat in feuille.sheet.seats}
    cancelled = {
        name: penalty.cancel(state.penalties[name], note)
        for name, note in fines.items()
        if name in state.penalties and state.penalties[name].stands
    }
    warned = {ruling: given for ruling, given in state.warned.items() if ruling != body.undoes}
    return replace(state.with_feuille(feuille), penalties={**state.penalties, **cancelled}, warned=warned)


def give_penalty(state: State, by: Writing, body: PenaltyGiven) -> State:
    """Take points from a player's own total."""
    refuse(*check_entered(state, [body.player]))
    # Who comes late to the first position is penalised before it opens.
    if body.position > max(1, state.position):
        raise Refused(violation("position_unknown", "position", position=body.position))
    given = penalty.give(player=body.player, position=body.position, points=body.points, given=by.note(body.reason))
    return replace(state, penalties={**state.penalties, by.id: given})


def cancel_penalty(state: State, by: Writing, body: PenaltyCancelled) -> State:
    """Let a penalty count no more."""
    given: Penalty | None = state.penalties.get(body.penalty)
    if given is None:
        raise Refused(violation("penalty_unknown", "penalty"))
    cancelled = penalty.cancel(given, by.note(body.reason))
    return replace(state, penalties={**state.penalties, body.penalty: cancelled})


def confirm(state: State, by: Writing, body: DecisionConfirmed) -> State:
    """Stand by what was decided on a table's own tablet."""
    if body.confirms not in state.unconfirmed:
        raise Refused(violation("nothing_to_confirm", "confirms"))
    if body.by and state.devices.get(body.by) is not Role.ARBITRE:
        raise Refused(violation("device_no_arbiter", "by"))
    return replace(state, unconfirmed=state.unconfirmed - {body.confirms})


def settle(state: State, by: Writing, body: HeldSettled) -> State:
    """Decide about an event in quarantine, once: whatever brings it again, it does not count beside the decision."""
    note = by.note(body.reason)
    places = state.settled.get(body.settles, ())
    refuse(*check_note(note), *([violation("settled_already", "settles")] if body.place in places else ()))
    return replace(state, settled={**state.settled, body.settles: (*places, body.place)})


def decision_of(body: Any) -> Any:
    """Return the decision inside, of what was decided at a table; anything else is itself."""
    return body.decision if isinstance(body, DecidedAtTable) else body


def check_proof(feuille: Feuille, body: DecidedAtTable) -> None:
    """Refuse a code that no arbiter's tablet gives or that was used before, and what may be a PIN's own digits."""
    if body.proof is Proof.PIN and body.code:
        raise Refused(violation("pin_written", "code"))
    if body.proof is Proof.CODE and not CODE.fullmatch(body.code):
        raise Refused(violation("code_digits", "code", digits=DECISION_DIGITS))
    if body.code in feuille.codes:
        raise Refused(violation("code_used", "code"))


def spend_code(feuille: Feuille, body: DecidedAtTable) -> Feuille:
    """Return the sheet on which the code of a decision is good no more; a PIN leaves nothing."""
    return replace(feuille, codes=feuille.codes | {body.code}) if body.code else feuille


def _answered(feuille: Feuille, request: EventId, *, granted: bool) -> Feuille:
    asked = unanswered(feuille, request)
    answer = replace(asked, granted=granted)
    return replace(feuille, requests=tuple(answer if other is asked else other for other in feuille.requests))


def _ruling_refusals(state: State, sheet: Sheet, body: FauteRuled) -> Iterator[Violation]:
    """Yield what makes no sense in a ruling; what the arbiter decides otherwise than the code is theirs to decide."""
    code, ruling = body.faute.code, body.ruling
    if not state.ruleset.of(code):
        yield violation("code_unknown", "faute.code", code=code)
    elif ruling.warnings and not state.ruleset.family(code):
        yield violation("code_does_not_warn", "ruling.warnings", code=code)
    for name, seats in (
        ("players", body.faute.players),
        ("warnings", ruling.warnings),
        ("penalties", tuple(fine.player for fine in ruling.penalties)),
        ("barred", tuple(barred.player for barred in ruling.barred)),
    ):
        for place, seat in enumerate(seats):
            if seat not in sheet.seats:
                yield violation("seat_unknown", name, seat=seat)
            if seat in seats[:place]:
                yield violation("seat_repeated", name, seat=seat)


def _fine_id(ruling: EventId, seat: Seat) -> str:
    """Return the name of a penalty that a ruling gave."""
    return f"{ruling}/{seat}"


TO_SHEET: Mapping[type, ToSheet] = {
    SurContratGranted: grant,
    SurContratRefused: turn_down,
    DonneStruck: strike,
    SheetShortened: shorten,
    TimeCalled: call_time,
    SheetCorrected: correct,
}
TO_STATE: Mapping[type, ToState] = {
    EntryUndone: undo_entry,
    FauteRuled: rule,
    SheetTyped: type_paper,
    PenaltyGiven: give_penalty,
    PenaltyCancelled: cancel_penalty,
    DecisionConfirmed: confirm,
    HeldSettled: settle,
}
