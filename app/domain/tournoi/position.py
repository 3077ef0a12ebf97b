"""A position of the tournament: planned, open, closed, and open again for a reason.

Fascicule 2 (2017), ch. 2, Etablissement des résultats: no position is left before its sums are zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from app.domain.errors import Refused, Violation, violation
from app.domain.tournoi.note import Note, check_note
from app.domain.tournoi.sheet import Hand, Sheet
from app.domain.values import replace


class PositionState(StrEnum):
    """Where a position stands."""

    PLANNED = "planned"
    OPEN = "open"
    CLOSED = "closed"
    REOPENED = "reopened"


class PositionAct(StrEnum):
    """What is done to a position."""

    OPEN = "open"
    CLOSE = "close"
    REOPEN = "reopen"


TRANSITIONS: Mapping[tuple[PositionState, PositionAct], PositionState] = MappingProxyType(
    {
        (PositionState.PLANNED, PositionAct.OPEN): PositionState.OPEN,
        (PositionState.OPEN, PositionAct.CLOSE): PositionState.CLOSED,
        (PositionState.CLOSED, PositionAct.REOPEN): PositionState.REOPENED,
        (PositionState.REOPENED, PositionAct.CLOSE): PositionState.CLOSED,
    }
)

# Who may write on a sheet of a position: reopened, it is mended by the arbiter, not played on.
WRITERS: Mapping[PositionState, frozenset[Hand]] = MappingProxyType(
    {
        PositionState.PLANNED: frozenset(),
        PositionState.OPEN: frozenset({Hand.TABLE, Hand.ARBITRE}),
        PositionState.CLOSED: frozenset(),
        PositionState.REOPENED: frozenset({Hand.ARBITRE}),
    }
)


@dataclass(frozen=True, slots=True)
class Position:
    """One position, by its number; `reopenings` keep why it was opened again, each time."""

    number: int
    state: PositionState = PositionState.PLANNED
    reopenings: tuple[Note, ...] = ()


def open_position(position: Position, earlier: Iterable[Position]) -> Position:
    """Return the position open; refuse while an earlier one was never closed."""
    waiting = (PositionState.PLANNED, PositionState.OPEN)
    refused = [
        violation("earlier_not_closed", "position", position=position.number, earlier=other.number)
        for other in earlier
        if other.state in waiting
    ]
    return _moved(position, PositionAct.OPEN, refused)


def close_position(position: Position, sheets: Iterable[Sheet]) -> Position:
    """Return the position closed; refuse, table by table, a sheet not sent or not summing to zero."""
    refused = []
    for sheet in sheets:
        if not sheet.is_sent:
            refused.append(violation("sheet_not_sent", "sheets", table=sheet.table))
        if off := sum(sheet.bilans.values()):
            refused.append(violation("sheet_not_zero", "sheets", table=sheet.table, sum=off))
    return _moved(position, PositionAct.CLOSE, refused)


def reopen_position(position: Position, note: Note) -> Position:
    """Return the position open again for the arbiter to mend, with the reason kept."""
    moved = _moved(position, PositionAct.REOPEN, list(check_note(note)))
    return replace(moved, reopenings=(*position.reopenings, note))


def check_writer(position: Position, hand: Hand) -> tuple[Violation, ...]:
    """Return why this hand may not write on the position's sheets now, if it may not."""
    if hand in WRITERS[position.state]:
        return ()
    return (_in_the_way(position),)


def _in_the_way(position: Position) -> Violation:
    return violation(f"position_{position.state}", "position", position=position.number)


def _moved(position: Position, act: PositionAct, refused: list[Violation]) -> Position:
    state = TRANSITIONS.get((position.state, act))
    if state is None:
        raise Refused(_in_the_way(position), *refused)
    if refused:
        raise Refused(*refused)
    return replace(position, state=state)
