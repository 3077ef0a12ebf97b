"""Changes: a late entry before the first position, a withdrawal before it or between two positions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from app.domain.errors import Refused, violation
from app.domain.mouvement.filling import filled
from app.domain.mouvement.levelling import Move, without
from app.domain.mouvement.plan import Plan
from app.domain.mouvement.proof import Proof, prove
from app.domain.mouvement.seats import Card, Player, Seating


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


def handed_again_to_teams(
    held: Mapping[Card, Player], plan: Plan, new: Plan, teams: Sequence[Sequence[Player]]
) -> dict[Card, Player]:
    """Hand the cards of a new plan to these teams, each one the cards of one team; before position 1.

    A team keeps the chairs where most of its members are, and its other members take the rest of them. Teams whose
    chairs are no more, then those that arrived, take the chairs left, in the order of the tables.
    """
    sets = new.teams()
    if len(sets) != len(teams):
        seated = sum(map(len, teams))
        raise Refused(violation("movement.cards_and_players", "players", cards=sum(map(len, sets)), players=seated))
    chairs = {place: card for card, place in new.start.places().items()}
    was = {held[card]: chairs.get(place) for card, place in plan.start.places().items() if card in held}
    set_of = {card: number for number, cards in enumerate(sets) for card in cards}
    sitting = [[set_of[card] for player in team if (card := was.get(player))] for team in teams]
    claims = sorted((-there.count(chosen), chosen, team) for team, there in enumerate(sitting) for chosen in set(there))
    given: dict[int, int] = {}  # by set of cards, the team
    for _, chosen, team in claims:
        if chosen not in given and team not in given.values():
            given[chosen] = team
    waiting = sorted(
        set(range(len(teams))).difference(given.values()), key=lambda team: (was.keys().isdisjoint(teams[team]), team)
    )
    given |= dict(zip((chosen for chosen in range(len(sets)) if chosen not in given), waiting, strict=True))
    now: dict[Card, Player] = {}
    for chosen, team in given.items():
        kept = {card: player for player in teams[team] if (card := was.get(player)) and set_of[card] == chosen}
        free = (card for card in sets[chosen] if card not in kept)
        now |= kept | dict(zip(free, (player for player in teams[team] if player not in kept.values()), strict=True))
    return now


@dataclass(frozen=True, slots=True)
class Remainder:
    """What is left of a plan after withdrawals: seats, who must sit elsewhere once, and the proof of it."""

    seatings: tuple[Seating[Card], ...]
    moves: tuple[Move[Card], ...]
    proof: Proof[Card]


def withdrawn(
    plan: Plan, gone: Collection[Card], *, after: int, played: Sequence[Seating[Card]] | None = None
) -> Remainder:
    """Return the plan without some cards from the position after `after` on; what was played stays.

    `played` are those positions as they really were, where somebody left in them and others filled in; as planned
    unless told.

    The chair stays empty and goes on moving: in a movement without repeats nobody comes to it twice. Only
    where two empty chairs come to one table does somebody of a full table fill one for that position: whom
    that makes meet no mate if that can be, then the fewest again, then the fewest twice at a table of three,
    then a North. A fifth player of a table takes an empty chair, chosen alike. Refused when there are no longer
    three players for each table.
    """
    unknown = [card for card in gone if card not in plan.start.places()]
    if unknown:
        raise Refused(*(violation("movement.card_unknown", "card", card=card) for card in unknown))
    seatings = list(plan.seatings)
    seatings[:after] = seatings[:after] if played is None else played
    seatings[after:] = (without(seating, frozenset(gone)) for seating in seatings[after:])
    kept = (move for move in plan.moves if move.position <= after)
    seatings, moves = filled(seatings, plan.teams(), after=after)
    return Remainder(tuple(seatings), (*kept, *moves), prove(seatings, plan.teams()))
