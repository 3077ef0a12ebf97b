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
    """A penalty under its number: that of its fact in the history, with the seat where a ruling gave it (412S)."""

    number: str
    id: str
    penalty: Penalty


def numbered_penalties(book: Book) -> tuple[Numbered, ...]:
    """Return every penalty in the order of the history, cancelled ones too."""
    places = {entry.sealed.id: entry.n for entry in book.entries()}
    found = []
    for key, penalty in book.state.penalties.items():
        event, _, seat = key.partition("/")
        found.append((places[event], seat, Numbered(f"{places[event]}{seat}", key, penalty)))
    return tuple(one for _, _, one in sorted(found, key=lambda item: item[:2]))


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
