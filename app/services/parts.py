"""Use cases: the parts of an event, positions that one movement runs through; none of them writes.

A part begins with the event or, seated anew, with a later séance: where nobody would meet twice it goes on through
the next ones. Teams, who have no other way to be seated, begin one after every elimination too. Who sits where in its
first position says who holds which card from then on.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from app.domain.chance import Chance
from app.domain.errors import Refused, violation
from app.domain.events.tournoi import MovementChosen, PlayerId, TournamentCreated
from app.domain.fold.state import State
from app.domain.mouvement.asked import Asked, Kind, check_mates
from app.domain.mouvement.changes import withdrawn
from app.domain.mouvement.levelling import is_level, without
from app.domain.mouvement.plan import Plan, make_plan
from app.domain.mouvement.programme import Setting
from app.domain.mouvement.seats import Card, Place, Player, Seat, Seating
from app.domain.tournoi.cut import can_play_on
from app.domain.tournoi.shape import Shape

NOBODY = Player("")  # holds the cards that came back


@dataclass(frozen=True, slots=True)
class Part:
    """A movement from position `begun` on; `held` says who began with each card, or holds it since."""

    begun: int
    plan: Plan
    held: Mapping[Card, Player]


def shape_of(state: State) -> Shape:
    """Return the tournament's shape; refuse where there is none, as in a Partie libre."""
    if not isinstance(state.created, TournamentCreated):
        raise Refused(violation("event.not_begun", "tournament"))
    return state.created.shape


def team_size_of(shape: Shape) -> int | None:
    """Return how many play together, None where everybody plays on their own."""
    return shape.event.members if shape.event.members > 1 else None


def entered(state: State) -> list[PlayerId]:
    """Return who is entered and has not left."""
    return [entrant.id for entrant in state.entrants.players if entrant.left is None]


@lru_cache(maxsize=8)
def planned(kind: Kind, players: int, positions: int, team_size: int | None, five: bool) -> Plan:
    """Return the plan of a movement; refuse one in which mates would meet."""
    asked = Asked(kind, players, positions, team_size, five)
    plan = make_plan(asked)
    if refused := check_mates(asked):
        raise Refused(*refused)
    return plan


def plan_part(shape: Shape, kind: Kind, players: int, begun: int, *, five: bool = False) -> Plan:
    """Plan a movement from a position on: through all séances in which nobody meets twice, its own at least."""
    least, *longer = (end - begun + 1 for end in shape.ends(begun))
    team_size = team_size_of(shape)
    for positions in reversed(longer):
        with suppress(Refused):
            plan = planned(kind, players, positions, team_size, five)
            if plan.repeat_free >= positions:
                return plan
    return planned(kind, players, least, team_size, five)


def plan_parts(shape: Shape, kind: Kind, players: int, *, five: bool = False) -> tuple[Plan, ...]:
    """Plan a movement for all positions that everybody plays, each part of it that begins anew on its own."""
    plans: list[Plan] = []
    begun = 1
    while begun <= shape.played_by_all:
        plans.append(plan_part(shape, kind, players, begun, five=five))
        begun += len(plans[-1].seatings)
    return tuple(plans)


def plan_first(shape: Shape, chosen: MovementChosen, players: int) -> Plan:
    """Return the plan that the event begins with, for a number of players, by a movement that was chosen."""
    return plan_part(shape, Kind(chosen.kind), players, 1, five=chosen.five)


def plan_in_force(state: State, players: int) -> Plan:
    """Return the plan of the movement that was chosen, for a number of players, as far as it runs on from its start."""
    if state.movement is None:
        raise Refused(violation("movement_missing", "movement"))
    chosen, shape = state.movement, shape_of(state)
    if state.position == 0:
        return plan_first(shape, chosen, players)
    # Played without a word of how long it lasts: in a journal of the time when it ran through all séances.
    positions = state.lasting.get(1, shape.played_by_all)
    return planned(Kind(chosen.kind), players, positions, chosen.team_size, chosen.five)


def part_begun(state: State, setting: Setting) -> int:
    """Return the position at which a movement began that is played, or asked for, at the next position.

    It runs on from séance to séance as long as nobody is eliminated, no other way of seating comes between, and it is
    not begun anew; whether it is to end before the next position is not told.
    """
    eliminations = shape_of(state).eliminations
    first = state.position + 1
    while first > 1 and state.settings[first - 2] == setting and first - 1 not in eliminations:
        first -= 1
        if first in state.lasting:
            break
    return first


def first_part(state: State) -> Part:
    """Return the part that the event begins with, from the cards that were handed out."""
    held = {Card(card): Player(player) for card, player in state.cards.items()}
    return Part(1, plan_in_force(state, len(held)), held)


def later_part(state: State, kind: Kind, begun: int) -> Part:
    """Return a part that began at a later position, from where everybody sat down then."""
    sat = {
        Place(sheet.table, Seat(seat)): sheet.player_at(seat, 1)
        for sheet in state.sheets(begun)
        for seat in sheet.seats
    }
    shape, roots = shape_of(state), _roots(state)
    positions = state.lasting.get(begun, shape.ends(begun)[-1] - begun + 1)
    five = any(place.seat is Seat.E2 for place in sat)
    plan = planned(kind, len(sat), positions, team_size_of(shape), five)
    known = {roots.get(player, player) for player in sat.values()}
    cards = {place: card for card, place in plan.seatings[0].places().items()}
    if sat.keys() != cards.keys() or not known.issuperset(roots[player] for player in playing_on(state)):
        raise Refused(violation("seats_withheld", "position", position=begun))
    return Part(begun, plan, {cards[place]: player for place, player in sat.items()})


def new_part(state: State, kind: Kind, *, seed: int) -> Part:
    """Return a part that begins at the next position, its cards drawn for those who play on, teams team by team."""
    begun, shape = state.position + 1, shape_of(state)
    playing = _teams_on(state) if team_size_of(shape) else [(Player(player),) for player in playing_on(state)]
    players = sum(map(len, playing))
    if team_size_of(shape) and not can_play_on(len(playing), members=shape.event.members):
        raise Refused(violation("movement.teams_too_few_left", "position", position=begun))
    plan = plan_part(shape, kind, players, begun, five=_seats_five(state, kind, players))
    sets = plan.teams() or tuple((card,) for card in plan.start.people())
    drawn = zip(sets, Chance(seed).shuffled(playing), strict=True)
    held = {card: who for cards, players in drawn for card, who in zip(cards, players, strict=True)}
    return Part(begun, plan, held)


def seated_part(state: State, part: Part, number: int) -> Seating[Player]:
    """Return the seats of one position of a part.

    Who left leaves an empty chair, which goes on moving; a substitute sits in the chair of whom they replace.
    """
    heirs, there = {entrant.replaces: entrant.id for entrant in state.entrants.players}, set(entered(state))
    sitting: dict[Card, Player | None] = {}
    for card, player in part.held.items():
        while player in heirs:
            player = heirs[player]
        sitting[card] = player if player in there else None
    gone = frozenset(card for card, player in sitting.items() if player is None)
    after = number - part.begun
    seating = without(part.plan.seatings[after], gone)
    if not is_level(seating):
        seating = withdrawn(part.plan, gone, after=after, played=_played(state, part, number)).seatings[after]
    return seating.renamed(lambda card: sitting[card] or NOBODY)


def _played(state: State, part: Part, number: int) -> list[Seating[Card]]:
    """Return how the cards of a part really sat before a position: who filled in for whom is on the sheets alone."""
    roots = _roots(state)
    cards = {roots.get(player, player): card for card, player in part.held.items()}
    tables = part.plan.tables
    found = []
    for position in range(part.begun, number):
        sheets = list(state.sheets(position))
        if len(sheets) != tables:
            raise Refused(violation("seats_withheld", "position", position=position))
        sat = ((Place(s.table, Seat(seat)), s.player_at(seat, 1)) for s in sheets for seat in s.seats)
        found.append(Seating.of(((place, cards[roots.get(who, who)]) for place, who in sat), tables))
    return found


def _seats_five(state: State, kind: Kind, players: int) -> bool:
    """Tell whether a part has a table of five: that of the movement chosen, as long as nobody was eliminated."""
    chosen = state.movement
    return chosen is not None and chosen.five and chosen.kind is kind and not state.cuts and players % 4 == 1


def _teams_on(state: State) -> list[tuple[Player, ...]]:
    """Return the teams that play on; refuse while somebody is left alone of theirs, whom no movement can seat."""
    on, teams = set(playing_on(state)), []
    for members in state.teams.values():
        sitting = [state.entrants.sitting_for(Player(member)) for member in members]
        there = tuple(player for player in sitting if player in on and player is not None)
        if there and len(there) < len(members):
            raise Refused(*(violation("mate_missing", "teams", player=player) for player in there))
        if there:
            teams.append(there)
    return teams


def playing_on(state: State) -> list[PlayerId]:
    """Return who has neither left nor been eliminated."""
    out = {player for cut in state.cuts for player in cut.eliminated}
    return [player for player in entered(state) if player not in out]


def _roots(state: State) -> dict[PlayerId, PlayerId]:
    """Return, for everybody, whose seat they took: the first who held it."""
    roots: dict[PlayerId, PlayerId] = {}
    for entrant in state.entrants.players:  # nobody is replaced by somebody who entered before
        roots[entrant.id] = entrant.id if entrant.replaces is None else roots.get(entrant.replaces, entrant.replaces)
    return roots
