"""Teams in a movement by lines: who are mates, how long they keep apart, and which duo is missing.

Fascicule 2 (2017), ch. 2, Tournoi en donnes libres par équipes.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice

from app.domain.mouvement.rotation import LINES, Pair, Rotation
from app.domain.mouvement.seats import Place, Seat

FIRST_POSITION = 2  # at the first, mates sit at one table

# Lines whose players of one starting table are mates: two are North and South or East and West, four are a
# whole table.
_MATES: dict[int, tuple[tuple[Seat, ...], ...]] = {2: ((Seat.N, Seat.S), (Seat.E, Seat.O)), 4: (LINES,)}


def mate_lines(team_size: int | None) -> tuple[tuple[Seat, ...], ...]:
    """Return the lines of each team of a starting table; none where everybody plays on their own."""
    return _MATES[team_size] if team_size else ()


def mate_pairs(team_size: int | None) -> tuple[Pair, ...]:
    """Return every two lines whose players of one starting table are mates."""
    return tuple(pair for line in mate_lines(team_size) for pair in combinations(line, 2))


def positions_apart(rotation: Rotation, team_size: int, *, most: int) -> int:
    """Return how many positions teams can play, `most` of them at the most, before two mates meet."""
    pairs = mate_pairs(team_size)
    for played, walk in enumerate(islice(rotation.walks(FIRST_POSITION), most)):
        if any(walk[one] == walk[other] for one, other in pairs):
            return played
    return most


def missing_duo(rotation: Rotation, positions: int) -> tuple[Place, ...]:
    """Return the starting places of the duo to leave out, which sends the fewest to a table of three twice.

    Which table it began at only changes who is concerned, never how many, since all players of a line walk
    alike: it is the highest, as for single players. North and South are left out unless East and West are
    better.
    """
    duo = min(mate_lines(2), key=lambda duo: _sent_twice(rotation, duo, positions))
    return tuple(Place(rotation.tables, seat) for seat in duo)


def _sent_twice(rotation: Rotation, duo: tuple[Seat, ...], positions: int) -> int:
    came: Counter[tuple[Seat, int]] = Counter()
    for walk in islice(rotation.walks(FIRST_POSITION), positions):
        for gone in duo:
            came.update((seat, (walk[gone] - walk[seat]) % rotation.tables) for seat in LINES if seat is not gone)
    return sum(times > 1 for times in came.values())
