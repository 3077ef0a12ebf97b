"""The finalists' seats: the first at North, then South, East and West, table by table.

Fascicule 2 (2017), ch. 2, Tournoi à grosse dotation, Position de départ des joueurs finalistes.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.errors import Refused, violation
from app.domain.mouvement.seats import Place, Seat, Seating, Who

SEATS = (Seat.N, Seat.S, Seat.E, Seat.O)


def final_seating(ranked: Sequence[Who]) -> Seating[Who]:
    """Return the seating of the finalists, given in the order of their ranks; they fill whole tables."""
    if not ranked or len(ranked) % len(SEATS):
        raise Refused(violation("finalists_not_tables", "finalists", finalists=len(ranked)))
    tables = len(ranked) // len(SEATS)
    placed = ((Place(place % tables + 1, SEATS[place // tables]), finalist) for place, finalist in enumerate(ranked))
    return Seating.of(placed, tables)
