"""An extract: a table of plain values under named columns, the same in every format that it is written in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from app.texts.catalogue import N_

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
    """A column: its name for programs, its heading for people, and what it holds."""

    name: str
    heading: str
    kind: Kind = Kind.TEXT


@dataclass(frozen=True, slots=True)
class Extract:
    """A table of a tournament; each row has a value for each column."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]


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
REASON = Column("reason", N_("Reason"))
