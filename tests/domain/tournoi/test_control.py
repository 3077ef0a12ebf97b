"""Control sums: zero per sheet, per position and running; boards and penalties apart."""

from dataclasses import replace
from fractions import Fraction

from app.domain.mouvement.seats import Seat, Table
from app.domain.tournoi.control import (
    Board,
    PositionControl,
    RunningControl,
    control_position,
    control_running,
    orientation,
)
from app.domain.tournoi.cut import CutMade
from app.domain.tournoi.penalty import Penalty, cancel, give
from app.domain.tournoi.record import Played, Record
from app.domain.tournoi.sheet import Scored, Sheet
from tests.domain.tournoi.strategies import NOTE


def fine(points: int) -> Penalty:
    return give(player="a", position=1, points=points, given=NOTE)


def sheet(table: int, **bilans: int) -> Sheet:
    seated = tuple((Seat(seat), f"{seat}{table}") for seat in bilans)
    return replace(Sheet.blank(Table(table, seated), position=1, due=1), donnes=(Scored(bilans),))


def test_the_fifth_seat_is_reported_with_east() -> None:
    assert [orientation(seat) for seat in Seat] == ["N", "S", "E", "O", "E"]


def test_a_position_is_balanced_over_its_boards_not_within_one() -> None:
    sheets = [sheet(1, N=100, S=-40, E=-60, O=0), sheet(2, N=-30, S=50, E=30, O=-10, E2=-40)]
    control = control_position(sheets, [fine(100), fine(50), cancel(fine(400), NOTE)])
    assert control == PositionControl(
        sheets_off=(),
        boards=(Board("N", 100, -30), Board("S", 50, -40), Board("E", 30, -100), Board("O", 0, -10)),
        penalties=150,
    )
    assert [board.total for board in control.boards] == [70, 10, -70, -10]
    assert (control.total, control.balanced) == (0, True)


def test_a_single_point_is_a_positive_and_zero_is_neither() -> None:
    boards = control_position([sheet(1, N=1, S=-1, E=0, O=0)], []).boards
    assert boards == (Board("N", 1, 0), Board("S", 0, -1), Board("E", 0, 0), Board("O", 0, 0))


def test_a_sheet_that_is_off_is_named_with_what_it_is_off_by() -> None:
    control = control_position([sheet(1, S=1, E=0, O=-1), sheet(7, S=10, E=0, O=-7)], [])
    assert (control.sheets_off, control.total, control.balanced) == (((7, 3),), 3, False)


def test_two_sheets_that_are_off_do_not_hide_each_other() -> None:
    control = control_position([sheet(1, S=3, E=0, O=0), sheet(2, S=-3, E=0, O=0)], [])
    assert (control.sheets_off, control.total, control.balanced) == (((1, 3), (2, -3)), 0, False)


def test_boards_that_do_not_add_up_are_not_balanced_even_without_a_sheet_to_blame() -> None:
    assert not PositionControl(sheets_off=(), boards=(Board("N", 1, 0),), penalties=0).balanced


def record(name: str, *marks: int | None, **more: object) -> Record:
    return Record(id=name, played=tuple(None if mark is None else Played(mark) for mark in marks), **more)


SEATS = {"a": "N", "b": "S", "c": "E2", "d": "O"}


def test_the_running_sum_is_zero_before_any_cut() -> None:
    everyone = [record("a", 30, 10, penalties=(fine(100),)), record("b", -50, 20), record("c", 5, 5)]
    everyone += [record("d", 10, -35), record("left", 5, None, abandoned_at=2)]
    control = control_running(everyone, seats=SEATS)
    assert control == RunningControl(
        boards=(Board("N", 40, 0), Board("S", 0, -30), Board("E", 10, 0), Board("O", 0, -25), Board("", 5, 0)),
        played=0,
        brought=0,
        penalties=100,
    )
    assert (control.total, control.balanced) == (0, True)


def test_before_any_cut_nothing_was_brought_even_when_the_sums_are_off() -> None:
    control = control_running([record("a", 30, 10), record("b", -29, -10)], seats=SEATS)
    assert (control.played, control.brought, control.total, control.balanced) == (1, 0, 1, False)


def test_after_a_cut_the_boards_sum_to_what_was_brought_along() -> None:
    cut = CutMade(after=1, divide=2, kept=("a", "b"), eliminated=("c", "d"))
    everyone = [record("a", 31, 10), record("b", 20, -10), record("c", -40, out_after=1), record("d", -11, out_after=1)]
    control = control_running(everyone, seats=SEATS, cuts=[cut])
    assert control.boards[:2] == (Board("N", Fraction(51, 2), 0), Board("S", 0, 0))
    assert (control.played, control.brought, control.total) == (0, Fraction(51, 2), Fraction(51, 2))
    assert control.balanced


def test_two_cuts_bring_along_what_the_last_one_left() -> None:
    cuts = [CutMade(after=after, divide=2, kept=(), eliminated=()) for after in (1, 2)]
    everyone = [record("a", 40, 20, 5), record("b", -40, 0, -5), record("c", 0, -20, out_after=2)]
    control = control_running(everyone, seats=SEATS, cuts=cuts)
    assert (control.brought, control.total, control.played, control.balanced) == (10, 10, 0, True)


def test_a_mark_lost_since_the_last_cut_shows_on_both_sums() -> None:
    cut = CutMade(after=1, divide=1, kept=("a", "b"), eliminated=("c",))
    everyone = [record("a", 30, 10), record("b", 20, -9), record("c", -50, out_after=1)]
    control = control_running(everyone, seats=SEATS, cuts=[cut])
    assert (control.played, control.brought, control.total, control.balanced) == (1, 50, 51, False)


def test_a_mark_of_who_is_out_shows_on_what_was_played() -> None:
    cut = CutMade(after=1, divide=1, kept=("a", "b"), eliminated=("c",))
    everyone = [record("a", 30, 10), record("b", 20, -10), record("c", -49, out_after=1)]
    control = control_running(everyone, seats=SEATS, cuts=[cut])
    assert (control.played, control.brought, control.total, control.balanced) == (1, 50, 50, False)
