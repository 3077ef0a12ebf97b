"""The golden finals: seats by rank, and rankings before and after."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from tests.golden.tables import NONE, Row, rows


@dataclass(frozen=True, slots=True)
class Final:
    """One final: its preset, and its rows in the order of entry."""

    preset: str
    table: tuple[Row, ...]


def seats() -> Iterator[tuple[int, dict[str, dict[str, int]]]]:
    """Yield, for each number of finalists, the rank at each seat of each table."""
    for heading, table in _sections("starting seats"):
        count = int(heading.split("seats of ")[1].split()[0])
        yield count, {row.cells["table"]: {seat: int(row.cells[seat]) for seat in "NSEO"} for row in table}


def finals() -> Iterator[Final]:
    """Yield the three finals that were worked out."""
    for heading, table in _sections("play "):
        yield Final(heading.rsplit("(", 1)[1].rstrip(")"), tuple(table))


def prize() -> list[Row]:
    """Return the rows of the special prize."""
    return next(table for _, table in _sections("best over"))


def number(text: str) -> int | None:
    """Return a figure, or None for a dash."""
    return None if text == NONE else int(text)


def _sections(words: str) -> Iterator[tuple[str, list[Row]]]:
    for heading, found in groupby(rows("finals.md"), key=lambda row: row.heading):
        if words in heading:
            yield heading, list(found)
