"""An extract: a table of plain values under named columns, the same in every format that it is written in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from app.texts.catalogue import N_, Texts
from app.texts.fautes import faute_name

Value = str | int | Fraction | bool | None


class Kind(StrEnum):
    """What a column holds; all but texts may be empty (None)."""

    TEXT = "text"
    NUMBER = "number"
    SCORE = "score"  # whole, or a fraction after a division
    DEMI = "demi"  # a number of half points, read as points
    CENTS = "cents"  # a number of cents, read as euros
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name for programs, its heading for people, and what it holds.

    `said` puts a text that is a code for programs into words, for people.
    """

    name: str
    heading: str
    kind: Kind = Kind.TEXT
    said: Callable[[str, Texts], str] | None = None


@dataclass(frozen=True, slots=True)
class Extract:
    """A table of a tournament; each row has a value for each column."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]


def spoken(extract: Extract, texts: Texts) -> Extract:
    """Return the extract as people read it: words in place of codes."""
    rows = tuple(
        tuple(
            column.said(value, texts) if column.said is not None and isinstance(value, str) else value
            for column, value in zip(extract.columns, row, strict=True)
        )
        for row in extract.rows
    )
    return Extract(extract.columns, rows)


ID = Column("id", N_("Id"))
NAME = Column("name", N_("Name"))
FIRST_NAME = Column("first_name", N_("First name"))
LICENCE = Column("licence", N_("Licence"))
CLUB = Column("club", N_("Club"))
POSITION = Column("position", N_("Position"), Kind.NUMBER)
TABLE = Column("table", N_("Table"), Kind.NUMBER)
SEAT = Column("seat", N_("Seat"))
PLAYER = Column("player", N_("Player's id"))
WHO = Column("who", N_("Player"))
REASON = Column("reason", N_("Reason"), said=faute_name)
