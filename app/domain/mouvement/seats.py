"""Where people sit: seats, tables, and one position's whole seating.

A movement seats **cards**, not people. A card ("S4": South who began at table 4; "7" in a Howell) is the
personal card handed out at registration; whoever holds it sits where it says. A substitute takes over the
card, and with it the seat, but not the name: hence two types that cannot be mixed up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, NewType, TypeVar

Card = NewType("Card", str)
Player = NewType("Player", str)

Who = TypeVar("Who", bound=str)
Other = TypeVar("Other", bound=str)


class Seat(StrEnum):
    """A side of the table, in the order in which the rulebook's tables print them; E2 is the fifth."""

    N = "N"
    S = "S"
    E = "E"
    O = "O"  # noqa: E741 - Ouest, as on every sheet
    E2 = "E2"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """One chair of the room."""

    table: int
    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat}{self.table}"


@dataclass(frozen=True, slots=True)
class Table(Generic[Who]):
    """The people of one table for one position; an empty chair is simply not there."""

    number: int
    seated: tuple[tuple[Seat, Who], ...]

    def at(self, seat: Seat) -> Who | None:
        """Return who sits there, or None where the chair is empty."""
        return next((who for taken, who in self.seated if taken is seat), None)

    @property
    def people(self) -> tuple[Who, ...]:
        """Everybody at this table, in the order of the seats."""
        return tuple(who for _, who in self.seated)


@dataclass(frozen=True, slots=True)
class Seating(Generic[Who]):
    """The whole room for one position: every table, in the order of its number."""

    tables: tuple[Table[Who], ...]

    @classmethod
    def of(cls, placed: Iterable[tuple[Place, Who]], tables: int) -> Seating[Who]:
        """Seat each one at their place among `tables` tables; seats come out in the printed order."""
        rows: list[dict[Seat, Who]] = [{} for _ in range(tables)]
        for place, who in placed:
            rows[place.table - 1][place.seat] = who
        return cls(
            tuple(
                Table(number, tuple((seat, row[seat]) for seat in Seat if seat in row))
                for number, row in enumerate(rows, 1)
            )
        )

    def __iter__(self) -> Iterator[Table[Who]]:
        return iter(self.tables)

    def people(self) -> Iterator[Who]:
        """Go through everybody, table by table."""
        return (who for table in self.tables for who in table.people)

    def table(self, number: int) -> Table[Who]:
        """Return the table of that number."""
        return self.tables[number - 1]

    def places(self) -> dict[Who, Place]:
        """Return where each one sits."""
        return {who: Place(table.number, seat) for table in self.tables for seat, who in table.seated}

    def tables_of(self, size: int) -> tuple[int, ...]:
        """Return the numbers of the tables where that many sit."""
        return tuple(table.number for table in self.tables if len(table.seated) == size)

    def renamed(self, name: Callable[[Who], Other]) -> Seating[Other]:
        """Return the same seating under other names: cards become the people who hold them."""
        return Seating(tuple(Table(t.number, tuple((seat, name(who)) for seat, who in t.seated)) for t in self.tables))
