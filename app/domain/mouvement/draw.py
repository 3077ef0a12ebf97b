"""Draws: new seats for one position, by chance or by rank, and the finalists' seats.

Fascicule 2 (2017), ch. 2, Mouvements des joueurs (mise en place aléatoire, meilleur/meilleur) and Tournoi à
grosse dotation (finalistes).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from app.domain.chance import Chance
from app.domain.errors import Refused, Violation, violation
from app.domain.mouvement.asked import Asked, Kind
from app.domain.mouvement.avoidance import Past, apart
from app.domain.mouvement.plan import Plan, make_plan
from app.domain.mouvement.rotation import LINES
from app.domain.mouvement.seats import Place, Seat, Seating, Who

FINALISTS = (12, 16, 20)


def random_seating(players: Sequence[Who], past: Past[Who], *, seed: int) -> Seating[Who]:
    """Seat everybody anew by chance, away from past opponents where that can be done.

    The same players, past and seed give the same seats on every machine.
    """
    _, threes = _sizes(players)
    chance = Chance(seed)
    groups = apart(players, past, threes=threes, chance=chance)
    full = chance.shuffled(group for group in groups if len(group) == 4)
    short = chance.shuffled(group for group in groups if len(group) == 3)
    return _seated([chance.shuffled(group) for group in (*full, *short)])


def best_seating(ranking: Sequence[Who]) -> Seating[Who]:
    """Seat the first four at table 1, the next four at table 2 and so on, in the order N S E O."""
    fours, threes = _sizes(ranking)
    ends = [4 * n for n in range(fours + 1)] + [4 * fours + 3 * n for n in range(1, threes + 1)]
    return _seated([ranking[start:end] for start, end in pairwise(ends)])


def final_start(ranking: Sequence[Who]) -> Seating[Who]:
    """Seat the finalists: with T tables the first T are North, the next T South, then East, then West."""
    if len(ranking) not in FINALISTS:
        raise Refused(violation("movement.finalists", "players", players=len(ranking)))
    tables = len(ranking) // 4
    places = (Place(table, seat) for seat in LINES for table in range(1, tables + 1))
    return Seating.of(zip(places, ranking, strict=True), tables)


def final_plan(finalists: int, positions: int) -> Plan:
    """Return how finalists move from the seats where they begin.

    Twenty move as five tables do: South +1, East +2, West -2. Twelve and sixteen move by the Howell, the only
    movement of three and four tables (decision of ours: the rulebook has them play one position).
    """
    kind = Kind.FFT if finalists == FINALISTS[-1] else Kind.HOWELL
    return make_plan(Asked(kind, finalists, positions))


def check_drawn(players: Sequence[str], ranking: Sequence[str] | None) -> tuple[Violation, ...]:
    """Return every reason why these players cannot be drawn: each once, and ranked once if at all."""
    wrong = []
    tables = -(-len(players) // 4)
    if not players or 4 * tables - len(players) > tables:
        wrong.append(violation("movement.players_unseatable", "players", players=len(players)))
    for name, names in (("players", players), ("ranking", ranking or ())):
        twice = [who for who, times in Counter(names).items() if times > 1]
        wrong += [violation("movement.player_twice", name, player=who) for who in twice]
    if ranking is not None and set(ranking) != set(players):
        unranked, strangers = set(players) - set(ranking), set(ranking) - set(players)
        wrong.append(violation("movement.ranking_differs", "ranking", unranked=len(unranked), strangers=len(strangers)))
    return tuple(wrong)


def _sizes(players: Sequence[str]) -> tuple[int, int]:
    """Return how many tables of four and of three seat these players; raise Refused where none do."""
    wrong = check_drawn(players, None)
    if wrong:
        raise Refused(*wrong)
    tables = -(-len(players) // 4)
    threes = 4 * tables - len(players)
    return tables - threes, threes


def _seated(groups: Iterable[Sequence[Who]]) -> Seating[Who]:
    """Seat each group at its table; at a table of three North is left empty."""
    placed = [
        (Place(table, seat), who)
        for table, group in enumerate(groups, 1)
        for seat, who in zip((Seat.S, Seat.E, Seat.O) if len(group) == 3 else LINES, group, strict=True)
    ]
    return Seating.of(placed, max(place.table for place, _ in placed))
