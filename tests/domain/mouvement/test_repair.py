"""Repaired movements: longer than the printed ones, near to them, and the same on every machine."""

from itertools import islice

import pytest

from app.domain.mouvement import repair
from app.domain.mouvement.fft import fft
from app.domain.mouvement.repair import ENOUGH, repaired
from app.domain.mouvement.rotation import LINES, Steps
from app.domain.mouvement.seats import Seat

ALL = (*LINES, Seat.E2)


@pytest.mark.parametrize(
    ("tables", "limit"),
    [
        (5, 5),
        (6, 5),
        (7, 7),
        (8, 7),
        (9, 7),
        (10, 9),
        (12, 11),
        (14, 13),
        (15, 15),
        (16, 14),
        (18, 15),
        (24, 20),
        (26, 17),
    ],
)
def test_a_repair_lasts_so_many_positions(tables: int, limit: int) -> None:
    assert repaired(tables).repeat_free() == limit


def test_a_repair_is_never_shorter_than_what_is_printed() -> None:
    assert all(repaired(tables).repeat_free() >= fft(tables).repeat_free() for tables in range(5, 80))


def test_seven_positions_can_be_played_at_every_size_that_has_seven_tables() -> None:
    assert all(repaired(tables).repeat_free() >= 7 for tables in range(7, 301))


def test_what_lasts_long_enough_is_left_as_printed() -> None:
    """So are 6 and 9 tables, where the search finds nothing longer than the print."""
    left = {tables for tables in range(5, 301) if repaired(tables) == fft(tables)}
    assert left == {tables for tables in range(5, 301) if fft(tables).repeat_free() >= min(tables, ENOUGH)} | {6, 9}


def test_twenty_four_tables_need_but_one_other_step_for_seven_positions() -> None:
    """Every machine finds this one: it can be announced in the hall."""
    special = dict(repaired(24).special)
    assert special[7] == Steps.of(1, 2, -3)
    assert min(special) == 7


def test_eight_tables_play_seven_positions_by_these_steps() -> None:
    steps = [repaired(8).steps(position)[:3] for position in range(2, 8)]
    assert steps == [(1, 2, -2), (1, 2, -3), (1, 2, -2), (1, 3, -2), (1, 2, -3), (1, 2, -2)]


def test_ten_tables_play_nine_positions_by_these_steps() -> None:
    steps = [repaired(10).steps(position)[:3] for position in range(2, 10)]
    assert steps == [
        (1, 2, -1),
        (1, 2, -3),
        (1, 5, 2),
        (1, -1, 5),
        (1, 5, 4),
        (1, -2, 5),
        (1, 5, 2),
        (1, -1, -3),
    ]


def test_steps_are_announced_the_shorter_way_round() -> None:
    for tables in (8, 10, 12, 15, 24):
        for _, steps in repaired(tables).special:
            assert all(-tables / 2 < step <= tables / 2 for step in steps[:3])
            assert steps.s == 1


@pytest.mark.parametrize(("tables", "limit"), [(5, 5), (6, 5), (7, 7), (8, 6), (10, 7), (12, 9), (15, 12), (25, 20)])
def test_the_extra_east_of_a_repaired_movement_meets_nobody_twice_so_long(tables: int, limit: int) -> None:
    assert repaired(tables, five=True).repeat_free(lines=ALL) == limit
    lines = [walk[seat] for walk in islice(repaired(tables, five=True).walks(), 5) for seat in LINES]
    assert lines == [walk[seat] for walk in islice(repaired(tables).walks(), 5) for seat in LINES]


def test_the_extra_east_goes_where_the_decision_says_as_long_as_that_is_good() -> None:
    assert repaired(7, five=True).steps(2).e2 == repaired(7).steps(2).e2


def test_nine_tables_were_searched_whole_and_have_nothing_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repair, "TRIES", 10**9)
    assert repair._search(9, fft(9).usual).repeat_free() == 7
