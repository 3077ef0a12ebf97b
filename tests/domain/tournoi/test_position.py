"""The life of a position: planned, open, closed, reopened with a reason."""

from dataclasses import replace

import pytest

from app.domain.errors import Refused, Violation, violation
from app.domain.mouvement.seats import Seat, Table
from app.domain.tournoi.note import Note, check_note
from app.domain.tournoi.position import (
    TRANSITIONS,
    Position,
    PositionAct,
    PositionState,
    check_writer,
    close_position,
    open_position,
    reopen_position,
)
from app.domain.tournoi.sheet import Hand, Scored, Sheet
from app.domain.tournoi.writing import record
from tests.domain.tournoi.strategies import NOTE, scored, signed


def sent(table: int) -> Sheet:
    sheet = Sheet.blank(Table(table, tuple((seat, f"{seat}{table}") for seat in Seat)), position=2, due=1)
    return signed(record(sheet, scored(sheet, 0, 10), Hand.TABLE))


def do(position: Position, act: PositionAct) -> Position:
    if act is PositionAct.OPEN:
        return open_position(position, [])
    if act is PositionAct.CLOSE:
        return close_position(position, [])
    return reopen_position(position, NOTE)


def refusals(position: Position, act: PositionAct) -> tuple[Violation, ...]:
    with pytest.raises(Refused) as refused:
        do(position, act)
    return refused.value.violations


@pytest.mark.parametrize("state", PositionState)
@pytest.mark.parametrize("act", PositionAct)
def test_only_the_transitions_of_the_table_are_allowed(state: PositionState, act: PositionAct) -> None:
    position = Position(2, state)
    if then := TRANSITIONS.get((state, act)):
        assert do(position, act).state is then
    else:
        assert refusals(position, act) == (violation(f"position_{state.value}", "position", position=2),)


def test_what_may_be_done_is_written_out_here_once_more() -> None:
    assert TRANSITIONS == {
        ("planned", "open"): "open",
        ("open", "close"): "closed",
        ("closed", "reopen"): "reopened",
        ("reopened", "close"): "closed",
    }


def test_a_position_is_planned_first() -> None:
    assert Position(1) == Position(1, PositionState.PLANNED, ())


def test_no_position_opens_before_every_earlier_one_was_closed() -> None:
    earlier = [Position(number, state) for number, state in enumerate(PositionState, 1)]
    with pytest.raises(Refused) as refused:
        open_position(Position(5), earlier)
    assert refused.value.violations == (
        violation("earlier_not_closed", "position", position=5, earlier=1),
        violation("earlier_not_closed", "position", position=5, earlier=2),
    )
    assert open_position(Position(5), earlier[2:]) == Position(5, PositionState.OPEN)


def test_a_position_closes_when_every_sheet_is_there_and_sums_to_zero() -> None:
    position = Position(2, PositionState.OPEN)
    assert close_position(position, [sent(1), sent(2)]) == Position(2, PositionState.CLOSED)
    off = replace(sent(3), donnes=(Scored(dict.fromkeys(Seat, 1)),))
    unsent = Sheet.blank(Table(4, ((Seat.N, "a"),)), position=2, due=1)
    with pytest.raises(Refused) as refused:
        close_position(position, [sent(1), off, unsent])
    assert refused.value.violations == (
        violation("sheet_not_zero", "sheets", table=3, sum=5),
        violation("sheet_not_sent", "sheets", table=4),
    )
    with pytest.raises(Refused) as refused:
        close_position(Position(2), [unsent])
    assert refused.value.violations == (
        violation("position_planned", "position", position=2),
        violation("sheet_not_sent", "sheets", table=4),
    )


def test_every_reopening_keeps_its_reason() -> None:
    again = Note("arbiter", "table 7 wrote East's score for South", "22:10")
    once = reopen_position(Position(2, PositionState.CLOSED), NOTE)
    twice = reopen_position(close_position(once, []), again)
    assert twice == Position(2, PositionState.REOPENED, (NOTE, again))


def test_reopening_without_a_reason_is_refused() -> None:
    nobody = Note("", "", "")
    with pytest.raises(Refused) as refused:
        reopen_position(Position(2, PositionState.CLOSED), nobody)
    assert refused.value.violations == check_note(nobody)


@pytest.mark.parametrize(
    ("state", "writers"),
    [("planned", []), ("open", ["table", "arbitre"]), ("closed", []), ("reopened", ["arbitre"])],
)
def test_tables_write_while_it_is_open_and_the_arbiter_also_once_reopened(state: str, writers: list[str]) -> None:
    position = Position(2, PositionState(state))
    for hand in Hand:
        expected = () if hand in writers else (violation(f"position_{state}", "position", position=2),)
        assert check_writer(position, hand) == expected
