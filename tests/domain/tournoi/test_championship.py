"""What championships warn about, exactly at their limits."""

from fractions import Fraction

import pytest

from app.domain.errors import Violation, violation
from app.domain.tournoi.championship import championship_warnings
from app.domain.tournoi.cut import Cut
from app.domain.tournoi.shape import Event, PositionPlan, Seance, Shape, plain


def divisions(shape: Shape, entrants: int) -> tuple[Violation, ...]:
    """What is said of divisions alone."""
    return tuple(why for why in championship_warnings(shape, entrants) if why.key.startswith("divide"))


def seances(*donnes: int, event: Event = Event.LIBRE) -> Shape:
    return Shape(tuple(Seance((PositionPlan(count),)) for count in donnes), event)


@pytest.mark.parametrize(("event", "least"), [(Event.LIBRE, 20), (Event.SENIOR, 20), (Event.DUO, 10), (Event.PAR4, 5)])
def test_a_regional_final_needs_its_entrants(event: Event, least: int) -> None:
    shape = seances(20, 20, event=event)
    assert championship_warnings(shape, least) == ()
    expected = violation("final_too_few", "entrants", entrants=least - 1, least=least)
    assert championship_warnings(shape, least - 1) == (expected,)


@pytest.mark.parametrize(
    ("shape", "long_enough"),
    [
        (seances(20, 20), True),
        (seances(20, 19), False),
        (seances(40), False),
        (seances(8, 20, 24), True),
        (plain(6, 4), False),
    ],
)
def test_a_regional_final_needs_two_seances_of_twenty_donnes(shape: Shape, long_enough: bool) -> None:
    expected = (violation("final_too_short", "seances", seances=2, donnes=20),)
    assert championship_warnings(shape, 20) == (() if long_enough else expected)


def between_seances(cut: Cut) -> Shape:
    return Shape((Seance((PositionPlan(10), PositionPlan(10, cut))), Seance((PositionPlan(20),))))


@pytest.mark.parametrize("divide", [2, Fraction(3, 2)])
def test_scores_are_divided_by_two_at_most_when_a_fifth_goes_out(divide: int | Fraction) -> None:
    assert divisions(between_seances(Cut(32, divide)), 40) == ()
    expected = violation("divide_without_cut", "positions.2.cut.keep", eliminated=7, entrants=40)
    assert divisions(between_seances(Cut(33, divide)), 40) == (expected,)
    assert championship_warnings(between_seances(Cut(33, divide)), 40) == (expected,)


@pytest.mark.parametrize("divide", [3, Fraction(9, 4)])
def test_scores_are_not_divided_by_more(divide: int | Fraction) -> None:
    expected = violation("divide_too_much", "positions.2.cut.divide", divide=divide, most=2)
    assert divisions(between_seances(Cut(20, divide)), 40) == (expected,)


def test_whole_scores_are_carried_whoever_goes_out() -> None:
    assert divisions(between_seances(Cut(39)), 40) == ()
    assert divisions(plain(6, 4), 40) == ()


def test_dividing_without_eliminating_is_warned_of() -> None:
    expected = violation("divide_without_cut", "positions.2.cut.keep", eliminated=0, entrants=40)
    assert divisions(between_seances(Cut(divide=2)), 40) == (expected,)


def test_at_the_end_of_a_seance_its_own_eliminations_count() -> None:
    """Of 40 players 35 played its second position: going down to 32 is 8 of 40, though only 3 of 35."""
    within = (PositionPlan(10, Cut(35)), PositionPlan(10, Cut(32, 2)))
    assert divisions(Shape((Seance(within), Seance((PositionPlan(20),)))), 40) == ()


def test_within_a_seance_those_of_the_position_count() -> None:
    within = (PositionPlan(10, Cut(35)), PositionPlan(10, Cut(32, 2)), PositionPlan(10))
    expected = violation("divide_without_cut", "positions.2.cut.keep", eliminated=3, entrants=35)
    assert divisions(Shape((Seance(within),)), 40) == (expected,)


def test_a_second_seance_is_compared_with_who_began_it() -> None:
    shape = Shape(
        (
            Seance((PositionPlan(20, Cut(20)),)),
            Seance((PositionPlan(20, Cut(17, 2)),)),
            Seance((PositionPlan(20, Cut(16, 2)), PositionPlan(4))),
        )
    )
    assert divisions(shape, 40) == (
        violation("divide_without_cut", "positions.2.cut.keep", eliminated=3, entrants=20),
        violation("divide_without_cut", "positions.3.cut.keep", eliminated=1, entrants=17),
    )


def test_a_division_that_is_wrong_twice_is_warned_of_twice() -> None:
    found = divisions(between_seances(Cut(40, 4)), 40)
    assert [warning.key for warning in found] == ["divide_too_much", "divide_without_cut"]


def test_before_anybody_is_entered_only_the_shape_is_weighed() -> None:
    shape = Shape((Seance((PositionPlan(20, Cut(40, 3)),)), Seance((PositionPlan(19),))))
    assert championship_warnings(shape) == (
        violation("final_too_short", "seances", seances=2, donnes=20),
        violation("divide_too_much", "positions.1.cut.divide", divide=3, most=2),
    )
    assert [why.key for why in championship_warnings(shape, 0)] == [
        "final_too_few",
        "final_too_short",
        "divide_too_much",
    ]
