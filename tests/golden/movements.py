"""Reads the golden movements: chairs, tables and Easts as `howell.md`, `fft.md` and `contest.md` print them."""

import re

from app.domain.mouvement.rotation import BIS
from app.domain.mouvement.seats import Card, Place, Seat
from tests.golden.tables import rows

EAST = "Easts at "


def howell(tables: int) -> list[dict[Place, Card]]:
    """Return the printed Howell: who sits on each chair, position by position."""
    return [
        {
            Place(int(chair[1:]), Seat(chair[0])): Card(number)
            for chair, number in row.cells.items()
            if chair != "position"
        }
        for row in rows("howell.md")
        if row.heading.endswith(f": {tables} tables")
    ]


def card_of_seven(tables: int) -> list[Place]:
    """Return the printed personal card of player 7."""
    return [
        Place(int(row.cells["table"]), Seat(row.cells["seat"]))
        for row in rows("howell.md")
        if f"({tables} tables), joueur n° 7" in row.heading
    ]


def places_from_table_one(page: str) -> dict[int, list[dict[Seat, int]]]:
    """Return, for each number of tables, where each line's first player sits, position by position."""
    found: dict[int, list[dict[Seat, int]]] = {}
    for row in rows(page):
        if "steps" in row.cells:
            tables = int(re.findall(r"(\d+) tables$", row.heading)[0])
            found.setdefault(tables, []).append({seat: int(row.cells[f"{seat}1"]) for seat in list(Seat)[:4]})
    return found


def easts() -> dict[int, list[dict[int, list[Card]]]]:
    """Return the contest's Easts at each table, for each number of tables, position by position."""
    found: dict[int, list[dict[int, list[Card]]]] = {}
    for row in rows("contest.md"):
        if EAST in row.heading:
            tables = int(re.findall(r"Easts at (\d+) tables", row.heading)[0])
            line = {
                int(table): [BIS if number == "1b" else Card(f"E{number}") for number in cell.split()]
                for table, cell in row.cells.items()
                if table != "position"
            }
            found.setdefault(tables, []).append(line)
    return found
