"""Levelling: when empty chairs come together at one table, somebody of a full table goes there.

Two absent players of a Howell are due at the same table once, and so are a moving gap and a table of three
after a withdrawal. A table of two cannot play: for that position a player of a full table fills a chair.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

from app.domain.mouvement.seats import Place, Seat, Seating, Table, Who


@dataclass(frozen=True, slots=True)
class Move(Generic[Who]):
    """One player sits elsewhere than planned, for one position."""

    position: int
    who: Who
    planned: Place
    taken: Place


def levellings(seating: Seating[Who], position: int) -> Iterator[tuple[Seating[Who], tuple[Move[Who], ...]]]:
    """Go through the ways to give every table three players by as few moves as can be.

    North of the highest full table comes first, since North is the chair to be left empty. Nothing comes out
    when there are not three players for each table.
    """
    short = next((table for table in seating if len(table.seated) < 3), None)
    if short is None:
        yield seating, ()
        return
    # North stays empty if any chair does.
    chair = next(seat for seat in (Seat.S, Seat.E, Seat.O, Seat.N) if short.at(seat) is None)
    for table in reversed(seating.tables):
        if len(table.seated) < 4:
            continue
        for seat, who in table.seated:
            move = Move(position, who, Place(table.number, seat), Place(short.number, chair))
            for levelled, more in levellings(moved(seating, move), position):
                yield levelled, (move, *more)


def moved(seating: Seating[Who], move: Move[Who]) -> Seating[Who]:
    """Return the seating with one player moved."""
    placed = {place: who for who, place in seating.places().items() if who != move.who}
    placed[move.taken] = move.who
    return Seating.of(placed.items(), len(seating.tables))


def without(seating: Seating[Who], gone: frozenset[Who]) -> Seating[Who]:
    """Return the seating with some chairs left empty."""
    return Seating(
        tuple(Table(t.number, tuple((seat, who) for seat, who in t.seated if who not in gone)) for t in seating)
    )
