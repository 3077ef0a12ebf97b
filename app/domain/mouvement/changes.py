"""Changes: a late entry before the first position, a withdrawal before it or between two positions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from app.domain.errors import Refused, violation
from app.domain.mouvement.levelling import Move, levellings, without
from app.domain.mouvement.plan import Plan
from app.domain.mouvement.proof import Proof, prove
from app.domain.mouvement.seats import Card, Player, Seat, Seating


def handed_again(
    held: Mapping[Card, Player],
    plan: Plan,
    new: Plan,
    *,
    arrived: Sequence[Player] = (),
    left: Collection[Player] = (),
) -> dict[Card, Player]:
    """Hand the cards of a new plan to those who are there; before position 1, nothing being played yet.

    Whoever began at a chair that the new plan still has keeps it, under that plan's card. Those who lost
    theirs (a North where there is now a table of three), then those who arrived, take the chairs left, in
    the order of the tables.
    """
    chairs = {place: card for card, place in new.start.places().items()}
    there = [(place, held[card]) for card, place in plan.start.places().items() if held[card] not in left]
    kept = {chairs[place]: player for place, player in there if place in chairs}
    waiting = [*(player for place, player in there if place not in chairs), *arrived]
    free = [card for card in chairs.values() if card not in kept]
    if len(waiting) != len(free):
        raise Refused(violation("movement.cards_and_players", "players", cards=len(chairs), players=len(held)))
    return kept | dict(zip(free, waiting, strict=True))


@dataclass(frozen=True, slots=True)
class Remainder:
    """What is left of a plan after withdrawals: seats, who must sit elsewhere once, and the proof of it."""

    seatings: tuple[Seating[Card], ...]
    moves: tuple[Move[Card], ...]
    proof: Proof[Card]


def withdrawn(plan: Plan, gone: Collection[Card], *, after: int) -> Remainder:
    """Return the plan without some cards from the position after `after` on; what was played stays.

    The chair stays empty and goes on moving: in a movement without repeats nobody comes to it twice. Only
    where two empty chairs come to one table does somebody of a full table fill one for that position: whom
    that makes meet the fewest again, then the fewest twice at a table of three, then a North. Refused when
    there are no longer three players for each table.
    """
    unknown = [card for card in gone if card not in plan.start.places()]
    if unknown:
        raise Refused(*(violation("movement.card_unknown", "card", card=card) for card in unknown))
    seatings = list(plan.seatings[:after])
    moves = [move for move in plan.moves if move.position <= after]
    for position, seating in enumerate(plan.seatings[after:], after + 1):
        ways = list(levellings(without(seating, frozenset(gone)), position))
        if not ways:
            raise Refused(violation("movement.too_few_left", "position", position=position))
        level, more = min(ways, key=lambda way: _bother(seatings, way))
        seatings.append(level)
        moves += more
    return Remainder(tuple(seatings), tuple(moves), prove(seatings, plan.teams()))


def _bother(
    played: Sequence[Seating[Card]], way: tuple[Seating[Card], tuple[Move[Card], ...]]
) -> tuple[int, int, int, int]:
    seating, moves = way
    if not moves:
        return (0, 0, 0, 0)
    proof = prove([*played, seating])
    norths = sum(move.planned.seat is Seat.N for move in moves)
    return (len(moves), proof.repeats, len(proof.twice_at_three), -norths)
