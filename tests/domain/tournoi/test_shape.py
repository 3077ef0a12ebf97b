"""Shapes: presets, finals, programmes, and what cannot be played."""

from fractions import Fraction

import pytest

from app.domain.errors import Violation, violation
from app.domain.tournoi.cut import Cut
from app.domain.tournoi.shape import (
    PRESETS,
    Event,
    PositionPlan,
    Seance,
    Shape,
    Step,
    check_new_shape,
    check_shape,
    plain,
    programme,
    with_final,
)
from app.texts.shapes import read_shape

HALF = Fraction(1, 2)


def one_cut(cut: Cut, event: Event = Event.LIBRE) -> Shape:
    return Shape((Seance((PositionPlan(4, cut), PositionPlan(4))),), event)


@pytest.mark.parametrize(
    ("preset", "donnes", "common", "finalists"),
    [
        ("6x4", (4,) * 6, 6, None),
        ("5x5", (5,) * 5, 5, None),
        ("3x8", (8,) * 3, 3, None),
        ("5x4+12", (4,) * 6, 5, 12),
        ("5x4+16", (4,) * 6, 5, 16),
        ("5x4+20", (4,) * 6, 5, 20),
        ("5x5+20", (5, 5, 5, 5, 5, 1, 1, 1, 1, 1), 5, 20),
    ],
)
def test_the_presets_are_those_of_the_rulebook(
    preset: str, donnes: tuple[int, ...], common: int, finalists: int | None
) -> None:
    shape = PRESETS[preset]
    assert tuple(plan.donnes for plan in shape.positions) == donnes
    assert shape.played_by_all == common
    assert [(number, plan.cut) for number, plan in enumerate(shape.positions, 1) if plan.cut] == (
        [(common, Cut(finalists, 1))] if finalists else []
    )
    assert len(shape.seances) == 1
    assert shape.seances[0].donnes == sum(donnes)
    assert check_shape(shape) == ()


def test_there_are_no_other_presets() -> None:
    assert set(PRESETS) == {"6x4", "5x5", "3x8", "5x4+12", "5x4+16", "5x4+20", "5x5+20"}


def test_a_final_follows_the_last_seance_and_keeps_what_came_before() -> None:
    two = Shape((Seance((PositionPlan(5, Cut(40, 2)),)), Seance((PositionPlan(3), PositionPlan(2)))), Event.SENIOR)
    assert with_final(two, 8, positions=2, donnes=1) == Shape(
        (
            Seance((PositionPlan(5, Cut(40, 2)),)),
            Seance((PositionPlan(3), PositionPlan(2, Cut(8)), PositionPlan(1), PositionPlan(1))),
        ),
        Event.SENIOR,
    )


def test_everyone_plays_until_the_first_elimination_not_until_a_division() -> None:
    shape = Shape((Seance((PositionPlan(4, Cut(None, 2)), PositionPlan(4, Cut(8)), PositionPlan(4))),))
    assert shape.played_by_all == 2


def test_the_programme_says_who_plays_what_with_how_much_of_their_score() -> None:
    shape = Shape(
        (
            Seance((PositionPlan(5), PositionPlan(5, Cut(HALF, 2)))),
            Seance((PositionPlan(4, Cut(12)), PositionPlan(3, Cut(divide=Fraction(3, 2))), PositionPlan(2))),
        )
    )
    rows = [(1, 1, 5, 47, 1), (1, 2, 5, 47, 1), (2, 3, 4, 24, 2), (2, 4, 3, 12, 1), (2, 5, 2, 12, Fraction(3, 2))]
    assert programme(shape, 47) == tuple(
        Step(seance=seance, position=position, donnes=donnes, entrants=entrants, divided_by=by)
        for seance, position, donnes, entrants, by in rows
    )


def test_fewer_entrants_than_places_all_play_on() -> None:
    assert [step.entrants for step in programme(PRESETS["5x4+16"], 14)] == [14] * 6


def test_an_empty_shape_and_an_empty_seance_are_refused() -> None:
    assert check_shape(Shape(())) == (violation("no_seance", "seances"),)
    assert check_shape(Shape((*plain(1, 1).seances, Seance(())))) == (violation("seance_empty", "seances.2", seance=2),)


@pytest.mark.parametrize("donnes", [0, -1])
def test_a_position_has_a_donne(donnes: int) -> None:
    expected = violation("position_without_donne", "positions.2.donnes", position=2)
    assert check_shape(Shape((Seance((PositionPlan(1), PositionPlan(donnes))),))) == (expected,)


def test_no_cut_after_the_last_position() -> None:
    shape = Shape((Seance((PositionPlan(1), PositionPlan(1, Cut(4)))),))
    assert check_shape(shape) == (violation("cut_after_last", "positions.2.cut", position=2),)


@pytest.mark.parametrize(("event", "least"), [(Event.LIBRE, 4), (Event.SENIOR, 4), (Event.DUO, 2), (Event.PAR4, 2)])
def test_whoever_plays_on_fills_a_table(event: Event, least: int) -> None:
    assert check_shape(one_cut(Cut(least), event)) == ()
    expected = violation("keep_too_few", "positions.1.cut.keep", keep=least - 1, least=least)
    assert check_shape(one_cut(Cut(least - 1), event)) == (expected,)


@pytest.mark.parametrize("share", [Fraction(0), Fraction(1), Fraction(-1, 2), Fraction(5, 4)])
def test_a_share_is_a_part(share: Fraction) -> None:
    assert check_shape(one_cut(Cut(share))) == (violation("keep_share", "positions.1.cut.keep", share=share),)


@pytest.mark.parametrize("divide", [0, -1, HALF])
def test_a_division_does_not_multiply(divide: int | Fraction) -> None:
    expected = violation("divide_below_one", "positions.1.cut.divide", divide=divide)
    assert check_shape(one_cut(Cut(8, divide))) == (expected,)
    assert check_shape(one_cut(Cut(None, divide))) == (expected,)


def test_nobody_comes_back_at_a_later_cut() -> None:
    def cuts(*keeps: int | Fraction | None) -> Shape:
        return Shape((Seance((*(PositionPlan(1, Cut(keep)) for keep in keeps), PositionPlan(1))),))

    assert check_shape(cuts(12, 12, HALF, None, 8)) == ()
    assert check_shape(cuts(8, None, 12)) == (violation("keep_grows", "positions.3.cut.keep", keep=12, most=8),)


def test_every_fault_is_named_at_once() -> None:
    shape = Shape((Seance(()), Seance((PositionPlan(0, Cut(1, 0)), PositionPlan(0, Cut(2))))))
    assert [found.key for found in check_shape(shape)] == [
        "seance_empty",
        "position_without_donne",
        "keep_too_few",
        "divide_below_one",
        "position_without_donne",
        "cut_after_last",
        "keep_too_few",
        "keep_grows",
    ]


def test_a_competitor_has_as_many_members_as_the_event_says() -> None:
    assert {event: event.members for event in Event} == {"libre": 1, "senior": 1, "duo": 2, "par4": 4}


@pytest.mark.parametrize(
    ("event", "keep", "found"),
    [
        (Event.LIBRE, 4, []),
        (Event.SENIOR, 5, [violation("keep_unseatable", "positions.1.cut.keep", keep=5, fewer=4, more=6)]),
        (Event.LIBRE, 6, []),
        (Event.LIBRE, Fraction(1, 20), []),
        (Event.LIBRE, None, []),
        (Event.LIBRE, 3, [violation("keep_too_few", "positions.1.cut.keep", keep=3, least=4)]),
        (Event.DUO, 8, [violation("keep_teams", "positions.1.cut.keep", keep=8, least=9)]),
        (Event.DUO, 9, []),
        (Event.PAR4, 4, [violation("keep_teams", "positions.1.cut.keep", keep=4, least=5)]),
        (Event.PAR4, 5, []),
    ],
)
def test_a_new_tournament_keeps_only_numbers_that_can_sit_down(
    event: Event, keep: int | Fraction | None, found: list[Violation]
) -> None:
    assert check_new_shape(one_cut(Cut(keep), event)) == tuple(found)


def test_a_number_that_cannot_sit_down_is_found_after_positions_without_a_cut() -> None:
    shape = Shape((Seance((PositionPlan(4), PositionPlan(4, Cut(5)), PositionPlan(4))),))
    assert [found.field for found in check_new_shape(shape)] == ["positions.2.cut.keep"]


def test_a_new_shape_has_all_its_faults_named_at_once() -> None:
    shape = Shape((Seance((PositionPlan(0, Cut(5)), PositionPlan(1, Cut(5, 0)), PositionPlan(1))),))
    assert [(found.key, found.field) for found in check_new_shape(shape)] == [
        ("position_without_donne", "positions.1.donnes"),
        ("divide_below_one", "positions.2.cut.divide"),
        ("keep_unseatable", "positions.1.cut.keep"),
        ("keep_unseatable", "positions.2.cut.keep"),
    ]


def test_the_programme_of_a_share_counts_those_who_can_sit_down() -> None:
    assert [step.entrants for step in programme(one_cut(Cut(Fraction(1, 20))), 20)] == [20, 4]
    assert [step.entrants for step in programme(one_cut(Cut(Fraction(1, 20)), Event.DUO), 20)] == [20, 9]


def test_a_shape_knows_where_its_seances_begin_and_where_players_go_out() -> None:
    shape = Shape(
        (
            Seance((PositionPlan(4), PositionPlan(4, Cut(None, 2)))),
            Seance((PositionPlan(4, Cut(12)),)),
            Seance((PositionPlan(4), PositionPlan(4, Cut(HALF)), PositionPlan(4))),
        )
    )
    assert [shape.seance_begun(position) for position in range(1, 7)] == [1, 1, 3, 4, 4, 4]
    assert shape.eliminations == (3, 5)
    assert plain(3, 4).eliminations == ()


@pytest.mark.parametrize(
    ("text", "begun", "ends"),
    [
        ("6x4", 1, (6,)),
        ("2x4 / 3x4 / 1x4", 1, (2, 5, 6)),
        ("2x4 / 3x4 / 1x4", 3, (5, 6)),
        ("2x4 / 1x4 keep:20 2x4 / 1x4", 1, (2, 3)),
        ("2x4 / 1x4 keep:20 2x4 / 1x4", 4, (5, 6)),
        ("2x4 keep:20 / 3x4", 1, (2,)),
        ("1x4 / 2x4", 1, (1, 3)),
        ("1x4 keep:20 / 3x4", 1, (1,)),
    ],
)
def test_a_movement_may_end_with_a_seance_and_ends_with_an_elimination(
    text: str, begun: int, ends: tuple[int, ...]
) -> None:
    assert read_shape(text).ends(begun) == ends
