"""Filling in: who goes to a table where two chairs are empty, chosen against all that is played and to come."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from app.domain.errors import Refused, violation
from app.domain.mouvement.avoidance import Past
from app.domain.mouvement.levelling import Move, fillings, is_level, moved
from app.domain.mouvement.seats import Card, Seat, Seating


def filled(
    seatings: Sequence[Seating[Card]], teams: Iterable[Collection[Card]], *, after: int = 0
) -> tuple[list[Seating[Card]], list[Move[Card]]]:
    """Return the seatings with three players at each table from the position after `after` on, and who moved for it.

    Whoever fills in meets no mate if that can be, then the fewest again, then sends the fewest to a table of three
    twice, then is a North. Refused when there are not three players for each table.
    """
    level, moves = list(seatings), []
    mates = Past.of(teams)
    for position in range(after + 1, len(level) + 1):
        seating = level[position - 1]
        if is_level(seating):
            continue
        others = level[: position - 1] + level[position:]
        past = Past.of(table.people for other in others for table in other)
        while not is_level(seating):
            ways = ((move, moved(seating, move)) for move in fillings(seating, position))
            best = min(ways, key=lambda way: _bother(*way, mates=mates, past=past), default=None)
            if best is None:
                if mates.met:  # nobody draws new seats for teams
                    raise Refused(violation("movement.teams_too_few_left", "position", position=position))
                raise Refused(violation("movement.too_few_left", "position", position=position))
            move, seating = best
            moves.append(move)
        level[position - 1] = seating
    return level, moves


def _bother(
    move: Move[Card], seating: Seating[Card], *, mates: Past[Card], past: Past[Card]
) -> tuple[int, int, int, bool]:
    """Weigh the two tables that a move changes against all other positions, played or to come."""
    tables = [seating.table(number) for number in dict.fromkeys((move.planned.table, move.taken.table))]
    twice = sum(past.at_three[who] > 0 for table in tables if len(table.seated) == 3 for who in table.people)
    return (mates.repeats(tables), past.repeats(tables), twice, move.planned.seat is not Seat.N)
