"""The contest's table of five: the printed lines of Easts, and those computed where none is printed."""

from collections import Counter
from itertools import islice, permutations

import pytest

from app.domain.chance import Chance
from app.domain.mouvement.asked import Asked, Kind
from app.domain.mouvement.assignment import cheapest
from app.domain.mouvement.contest import contest_of_five, east_line
from app.domain.mouvement.fft import asce
from app.domain.mouvement.plan import make_plan
from app.domain.mouvement.proof import prove, repeat_free
from app.domain.mouvement.rotation import BIS
from app.domain.mouvement.seats import Card, Seat
from tests.domain.mouvement.five import Cost, cost, least
from tests.golden.movements import easts

GOLDEN = easts()


@pytest.mark.parametrize("tables", GOLDEN)
def test_the_printed_lines_of_easts_come_out(tables: int) -> None:
    for seating, line in zip(contest_of_five(tables), GOLDEN[tables], strict=False):
        for table in seating:
            there = [table.at(seat) for seat in (Seat.E, Seat.E2)]
            assert [card for card in there if card] == line[table.number]


def test_the_golden_lines_are_those_of_the_article() -> None:
    assert {tables: len(lines) for tables, lines in GOLDEN.items()} == {6: 4, 8: 3, 11: 4, 12: 4}


@pytest.mark.parametrize("tables", [*range(2, 14), 20])
def test_one_table_has_five_and_everybody_sits_once(tables: int) -> None:
    for seating in islice(contest_of_five(tables), 6):
        cards = list(seating.people())
        assert len(cards) == len(set(cards)) == 4 * tables + 1
        assert len(seating.tables_of(5)) == 1
        assert len(seating.tables_of(4)) == tables - 1


@pytest.mark.parametrize("tables", [5, 7, 20])
def test_north_south_and_west_move_as_without_a_table_of_five(tables: int) -> None:
    for seating, usual in zip(contest_of_five(tables), islice(asce(tables).seatings(), 4), strict=False):
        places = seating.places()
        for card, place in usual.places().items():
            if place.seat is not Seat.E:
                assert places[card] == place


@pytest.mark.parametrize(("tables", "limit"), [(5, 5), (7, 4)])
def test_computed_lines_let_nobody_meet_twice_where_that_can_be(tables: int, limit: int) -> None:
    assert repeat_free(islice(contest_of_five(tables), 8)) == limit


def test_the_table_of_five_goes_round_where_its_lines_are_computed() -> None:
    """Seven tables have no printed line: in four parts eighteen players come to five, two of them twice."""
    seatings = tuple(islice(contest_of_five(7), 4))
    at_five = Counter(card for seating in seatings for card in seating.table(seating.tables_of(5)[0]).people)
    assert Counter(at_five.values()) == {1: 16, 2: 2}


@pytest.mark.parametrize(
    ("tables", "parts", "expected"),
    [
        (2, 3, (18, 7)),
        (3, 3, (8, 6)),
        (4, 3, (9, 3)),
        (5, 3, (0, 3)),
        (2, 4, (33, 13)),
        (3, 4, (28, 8)),
        (5, 4, (0, 6)),
    ],
)
def test_no_other_lines_of_easts_are_better(tables: int, parts: int, expected: Cost) -> None:
    """Every way compared: fewest meet again, then fewest come to five again."""
    assert cost(tuple(islice(contest_of_five(tables, parts), parts))) == expected == least(tables, parts)


@pytest.mark.parametrize(("tables", "parts", "expected"), [(4, 4, (18, 6)), (7, 3, (0, 0)), (7, 4, (0, 2))])
def test_the_best_lines_that_a_longer_search_found_are_played(tables: int, parts: int, expected: Cost) -> None:
    assert cost(tuple(islice(contest_of_five(tables, parts), parts))) == expected


def test_the_plan_is_the_best_for_the_parts_that_are_asked_for() -> None:
    for parts in (3, 4):
        plan = make_plan(Asked(Kind.ASCE, 29, parts, five=True))
        assert plan.seatings == tuple(islice(contest_of_five(7, parts), parts))
        assert plan.repeat_free == repeat_free(islice(contest_of_five(7, parts), 8))
    assert tuple(islice(contest_of_five(7, 6), 4)) == tuple(islice(contest_of_five(7, 4), 4))


def test_the_printed_lines_make_an_east_meet_a_north_again() -> None:
    """Who stays to be fifth stays with North: the article's own table repeats from its second part on."""
    proof = prove(tuple(islice(contest_of_five(11), 4)))
    assert proof.repeats == 6
    assert (Card("E4"), Card("N4")) in [tuple(sorted(again.people)) for again in proof.meeting_again]
    assert repeat_free(islice(contest_of_five(11), 4)) == 1


def test_a_computed_part_goes_on_from_the_printed_ones() -> None:
    """At ten tables the fourth part is not printed: nobody new meets again in it."""
    seatings = tuple(islice(contest_of_five(10), 5))
    assert [prove(seatings[:part]).repeats for part in range(1, 6)] == [0, 1, 3, 3, 3]
    stray = sum(
        seatings[3].places()[card].table != place.table % 10 + 1
        for card, place in seatings[2].places().items()
        if place.seat in (Seat.E, Seat.E2)
    )
    assert stray <= 4


def test_the_extra_east_begins_at_table_one() -> None:
    assert next(contest_of_five(9)).table(1).at(Seat.E2) == BIS


def test_the_next_computed_table_of_five_lies_three_further_when_nobody_there_had_one() -> None:
    assert [seating.tables_of(5)[0] for seating in islice(contest_of_five(7), 4)] == [1, 4, 2, 6]
    assert [seating.tables_of(5)[0] for seating in islice(contest_of_five(20), 6)] == [1, 4, 7, 10, 14, 18]


@pytest.mark.parametrize(
    ("costs", "total"),
    [
        ([[4, 1, 3], [2, 0, 5], [3, 2, 2]], 5),
        ([[9]], 9),
        ([[1, 1], [1, 1]], 2),
        ([[7, 7, 0], [7, 0, 0]], 0),
        ([[1, 2, 3], [2, 4, 6], [3, 6, 9]], 10),
        ([[10, 19, 8, 15], [10, 18, 7, 17], [13, 16, 9, 14], [12, 19, 8, 18]], 49),
    ],
)
def test_the_cheapest_assignment_is_found(costs: list[list[int]], total: int) -> None:
    chosen, cost = cheapest(costs)
    assert cost == total
    assert len(set(chosen)) == len(costs)
    assert sum(costs[row][column] for row, column in enumerate(chosen)) == total


COMPUTED = {
    5: ["1+1b 2 3 4 5", "5 1 2 3 1b+4", "4 5 1 2+1b 3", "3 4 5+1b 1 2"],
    7: ["1+1b 2 3 4 5 6 7", "7 1 2 3+6 4 5 1b", "6 7+4 5 1b 3 1 2", "4 5 7 1 1b 3+2 6"],
}


@pytest.mark.parametrize("tables", COMPUTED)
def test_computed_lines_are_the_same_on_every_machine(tables: int) -> None:
    told = [
        " ".join("+".join(card[1:] for seat in (Seat.E, Seat.E2) if (card := table.at(seat))) for table in seating)
        for seating in islice(contest_of_five(tables), 4)
    ]
    assert told == COMPUTED[tables]


def test_the_fourth_part_at_ten_tables_changes_as_little_as_can_be() -> None:
    fourth = next(islice(contest_of_five(10), 3, None))
    easts = [table.at(Seat.E) for table in fourth]
    assert easts == [f"E{name}" for name in ("8", "1b", "10", "1", "2", "3", "9", "6", "4", "7")]
    assert fourth.table(3).at(Seat.E2) == "E5"


@pytest.mark.parametrize(("tables", "repeats"), [(2, [0, 7, 18]), (3, [0, 4, 8]), (4, [0, 2, 9]), (9, [0, 1, 3, 12])])
def test_where_meeting_again_is_forced_it_stays_within_this(tables: int, repeats: list[int]) -> None:
    seatings = tuple(islice(contest_of_five(tables, len(repeats)), len(repeats)))
    assert [prove(seatings[:part]).repeats for part in range(1, len(repeats) + 1)] == repeats


def test_every_assignment_of_small_tables_is_the_cheapest() -> None:
    chance = Chance(5)
    for _ in range(300):
        rows = 1 + chance.below(4)
        columns = rows + chance.below(3)
        costs = [[chance.below(12) for _ in range(columns)] for _ in range(rows)]
        least = min(sum(costs[r][c] for r, c in enumerate(way)) for way in permutations(range(columns), rows))
        chosen, total = cheapest(costs)
        assert total == least == sum(costs[row][column] for row, column in enumerate(chosen))
        assert len(set(chosen)) == rows


def test_a_printed_line_names_every_table_and_no_other() -> None:
    lines = [(tables, east_line(tables, position)) for tables in range(5, 16) for position in range(1, 5)]
    assert all(sorted(line) == list(range(1, tables + 1)) for tables, line in lines if line is not None)
    assert [tables for tables, line in lines if line is None] == [5, 5, 5, 7, 7, 7, 8, 9, 10]
