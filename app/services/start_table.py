"""Use cases: a table alone begins a Partie libre, or a tournament's sheet typed by hand or read from a file."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.donne.donne import Seat
from app.domain.events.codec import from_json
from app.domain.events.tournoi import LoneSheetStarted, PartieStarted
from app.services.book import Book

# As people sit down: three without North, five with the second East.
SEATS_BY_PLAYERS: Mapping[int, tuple[Seat, ...]] = {
    3: ("S", "E", "O"),
    4: ("N", "S", "E", "O"),
    5: ("N", "S", "E", "O", "E2"),
}


def start_partie(book: Book, names: Mapping[Seat, str], *, has_mort: bool = False, ruleset: str = "fft-2017") -> None:
    """Begin a Partie libre for three to five people; at five, with a mort or a called king."""
    book.write(PartieStarted(names=names, has_mort=has_mort, ruleset=ruleset))


def start_sheet(book: Book, sheet: LoneSheetStarted) -> None:
    """Begin a tournament's sheet at a table without a desk."""
    book.write(sheet)


def read_sheet(json: object) -> LoneSheetStarted:
    """Return the sheet that a file describes; raise Refused naming the field where it does not."""
    return from_json(LoneSheetStarted, json)
