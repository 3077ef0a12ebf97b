"""Levelling: when empty chairs come together at one table, somebody of a full table goes there.

Two absent players of a Howell are due at the same table once, and so are a moving gap and a table of three
after a withdrawal. A table of two cannot play: for that position a player of a full table fills a chair. And
nobody is fifth at a table while a chair is empty at another: the fifth one takes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Generic

from app.domain.mouvement.seats import Place, Seat, Seating, Table, Who


@dataclass(frozen=True, slots=True)
class Move(Generic[Who]):
    """One player sits elsewhere than planned, for one position."""

    position: int
    who: Who
    planned: Place
    taken: Place


def is_level(seating: Seating[Who]) -> bool:
    """Whether every table has the three players without whom it cannot play, and nobody a fifth beside a free chair."""
    return all(len(table.seated) >= 3 for table in seating) and not (_fifths(seating) and _chairs(seating))


def _fifths(seating: Seating[Who]) -> list[tuple[Place, Who]]:
    """Return who is fifth at a table, and where."""
    seats = ((Place(table.number, Seat.E2), table.at(Seat.E2)) for table in seating)
    return [(place, who) for place, who in seats if who is not None]


def _chairs(seating: Seating[Who]) -> list[Place]:
    """Return the chairs of four that nobody has."""
    four = (Seat.S, Seat.E, Seat.O, Seat.N)
    return [Place(table.number, seat) for table in seating for seat in four if table.at(seat) is None]


def fillings(seating: Seating[Who], position: int) -> Iterator[Move[Who]]:
    """Go through the moves of a fifth player to a free chair; where there is none, from a full table to a short one.

    That is the first that lacks players, and nothing where there is none. North of the highest full table comes first,
    since North is the chair to be left empty.
    """
    if fifths := _fifths(seating):
        yield from (Move(position, who, fifth, chair) for fifth, who in fifths for chair in _chairs(seating))
        return
    short = next(table for table in seating if len(table.seated) < 3)
    chair = next(place for place in _chairs(seating) if place.table == short.number)
    for table in reversed(seating.tables):
        if len(table.seated) > 3:
            for seat, who in table.seated:
                yield Move(position, who, Place(table.number, seat), chair)


def levellings(seating: Seating[Who], position: int) -> Iterator[tuple[Seating[Who], tuple[Move[Who], ...]]]:
    """Go through the ways to give every table three players by as few moves as can be.

    Ways differ by the full tables that give a player. Whoever goes, the same people sit at tables of three:
    it is always the first one, North if there is a North.
    """
    if is_level(seating):
        yield seating, ()
        return
    for _, moves in groupby(fillings(seating, position), key=lambda move: move.planned.table):
        move = next(moves)
        for levelled, more in levellings(moved(seating, move), position):
            yield levelled, (move, *more)


def moved(seating: Seating[Who], move: Move[Who]) -> Seating[Who]:
    """Return the seating with one player moved."""
    tables = list(seating.tables)
    left = tables[move.planned.table - 1]
    tables[left.number - 1] = Table(left.number, tuple(there for there in left.seated if there[1] != move.who))
    joined = tables[move.taken.table - 1]
    seats = {**dict(joined.seated), move.taken.seat: move.who}
    tables[joined.number - 1] = Table(joined.number, tuple((seat, seats[seat]) for seat in Seat if seat in seats))
    return Seating(tuple(tables))


def without(seating: Seating[Who], gone: frozenset[Who]) -> Seating[Who]:
    """Return the seating with some chairs left empty."""
    return Seating(
        tuple(Table(t.number, tuple((seat, who) for seat, who in t.seated if who not in gone)) for t in seating)
    )
