"""Use cases of the arbiter: rule on a fault, give a penalty, cancel one."""

from __future__ import annotations

from dataclasses import replace

from app.domain.arbitrage.faute import Faute, Ruling
from app.domain.arbitrage.jugement import judge, told_whole
from app.domain.errors import Refused, violation
from app.domain.events.arbitre import FauteRuled, PenaltyCancelled, PenaltyGiven
from app.domain.events.table import EventId
from app.domain.events.tournoi import PlayerId
from app.domain.fold.state import State
from app.services.book import Book

MOST_PENALTY = 1_000_000  # far more than an evening is worth: a slip of the finger


def foresee_ruling(
    state: State, faute: Faute, *, position: int, table: int, donne: int | None = None
) -> tuple[Faute, Ruling]:
    """Return the fault as the tournament knows it (seats, dealer, preneur, result, warnings) and its ruling.

    Writes nothing: the arbiter sees the ruling before it is given. `donne` is the number of a recorded donne.
    """
    feuille = state.feuille(position, table)
    sheet = feuille.sheet
    known = replace(faute, seats=sheet.seats, dealer=faute.dealer or feuille.course.dealer)
    if donne is not None:
        # The cards in play are other ones, and may be another's to answer for.
        if not 1 <= donne <= len(feuille.donnes):
            raise Refused(violation("donne_unknown", "donne", donne=donne, recorded=len(feuille.donnes)))
        entry, scored = feuille.donnes[donne - 1].donne, feuille.donnes[donne - 1].scored
        preneur = getattr(entry, "preneur", None)
        made = None if scored is None else scored.made is not None
        known = replace(
            known,
            dealer=faute.dealer or feuille.dealer_of(donne) or feuille.course.dealer,
            preneur=faute.preneur or preneur,
            partner=faute.partner or getattr(entry, "partner", None),
            made=made if faute.made is None else faute.made,
        )
    known = told_whole(known, state.ruleset.of(known.code))
    number = donne or len(sheet.donnes) + 1
    warned = {
        state.warnings.is_warned(sheet.player_at(seat, number), known.code, state.ruleset)
        for seat in known.players
        if seat in sheet.seats
    }
    if len(warned) > 1:
        raise Refused(violation("warned_apart", "player"))
    known = replace(known, warned=faute.warned or warned == {True})
    return known, judge(known, state.ruleset)


def rule_fault(book: Book, faute: Faute, *, position: int, table: int, donne: int | None = None) -> Ruling:
    """Give the ruling on a fault, at once effective, and return it."""
    known, ruling = foresee_ruling(book.state, faute, position=position, table=table, donne=donne)
    concerns = None if donne is None else book.state.feuille(position, table).donnes[donne - 1].id
    book.write(FauteRuled(position=position, faute=known, ruling=ruling, concerns=concerns), table=table)
    return ruling


def give_penalty(book: Book, player: PlayerId, *, points: int, reason: str, position: int | None = None) -> EventId:
    """Take points from a player's own total and return the penalty's id."""
    if points > MOST_PENALTY:
        raise Refused(violation("penalty_too_large", "points", points=points, most=MOST_PENALTY))
    at = position or max(1, book.state.position)
    (penalty,) = book.write(PenaltyGiven(player=player, position=at, points=points, reason=reason))
    return penalty


def cancel_penalty(book: Book, penalty: str, *, reason: str) -> None:
    """Take a penalty back; it stays to be read."""
    book.write(PenaltyCancelled(penalty=penalty, reason=reason))
