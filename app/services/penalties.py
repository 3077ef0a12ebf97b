"""Use case: penalties by numbers that people can say, and by the seats of a sheet; writes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.domain.donne.donne import Seat
from app.domain.errors import Refused, violation
from app.domain.fold.state import State
from app.domain.tournoi.penalty import Penalty, points_at
from app.services.book import Book


@dataclass(frozen=True, slots=True)
class Numbered:
    """A penalty under its number: that of its fact in the history, with the seat where a ruling gave it (412S).

    While a tablet has it alone, it is counted among those that the desk has not placed yet: +1.
    """

    number: str
    id: str
    penalty: Penalty


def numbered_penalties(book: Book) -> tuple[Numbered, ...]:
    """Return every penalty in the order of the history, cancelled ones too."""
    given: dict[str, list[tuple[str, Penalty]]] = {}
    for key, penalty in book.state.penalties.items():
        event, _, seat = key.partition("/")
        given.setdefault(event, []).append((seat, penalty))
    found, unplaced = [], 0
    for one in book.facts():
        if one.id in given:
            unplaced += one.n is None
            number = f"+{unplaced}" if one.n is None else str(one.n)
            for seat, penalty in sorted(given[one.id], key=lambda item: item[0]):
                key = f"{one.id}/{seat}" if seat else one.id
                found.append(Numbered(f"{number}{seat}", key, penalty))
    return tuple(found)


def find_penalty(book: Book, number: str) -> Numbered:
    """Return the penalty of a number; refuse where there is none."""
    for one in numbered_penalties(book):
        if one.number == number.strip().upper():
            return one
    raise Refused(violation("penalty_number", "penalty", number=number))


def seat_penalties(state: State, *, position: int, table: int) -> Mapping[Seat, int]:
    """Return the points that each seat's player lost at this position, outside the bilans; 0 where none stand."""
    sheet = state.feuille(position, table).sheet
    players = {seat: sheet.player_at(seat, len(sheet.donnes) + 1) for seat in sheet.seats}
    given = state.penalties.values()
    return {
        seat: points_at((penalty for penalty in given if penalty.player == player), position)
        for seat, player in players.items()
    }
