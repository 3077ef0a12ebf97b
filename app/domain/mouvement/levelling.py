"""Levelling: when empty chairs come together at one table, somebody of a full table goes there.

Two absent players of a Howell are due at the same table once, and so are a moving gap and a table of three
after a withdrawal. A table of two cannot play: for that position a player of a full table fills a chair.
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
    """Whether every table has the three players without whom it cannot play."""
    return all(len(table.seated) >= 3 for table in seating)


def fillings(seating: Seating[Who], position: int) -> Iterator[Move[Who]]:
    """Go through the moves from a full table to the first that lacks players; nothing where there is none.

    North of the highest full table comes first, since North is the chair to be left empty.
    """
    short = next(table for table in seating if len(table.seated) < 3)
    chair = next(seat for seat in (Seat.S, Seat.E, Seat.O) if short.at(seat) is None)
    for table in reversed(seating.tables):
        if len(table.seated) > 3:
            for seat, who in table.seated:
                yield Move(position, who, Place(table.number, seat), Place(short.number, chair))


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
    left, joined = tables[move.planned.table - 1], tables[move.taken.table - 1]
    tables[left.number - 1] = Table(left.number, tuple(there for there in left.seated if there[1] != move.who))
    seats = {**dict(joined.seated), move.taken.seat: move.who}
    tables[joined.number - 1] = Table(joined.number, tuple((seat, seats[seat]) for seat in Seat if seat in seats))
    return Seating(tuple(tables))


def without(seating: Seating[Who], gone: frozenset[Who]) -> Seating[Who]:
    """Return the seating with some chairs left empty."""
    return Seating(
        tuple(Table(t.number, tuple((seat, who) for seat, who in t.seated if who not in gone)) for t in seating)
    )
