"""Which positions may follow which: every refusal names its position."""

import pytest

from app.domain.errors import Violation, violation
from app.domain.mouvement.programme import Setting, check_programme

FFT, REPAIRED, HOWELL, ASCE, RANDOM, BEST, FINAL = Setting


def at(position: int, key: str, setting: Setting) -> Violation:
    return violation(f"movement.{key}", "positions", position=position, setting=setting)


@pytest.mark.parametrize(
    "settings",
    [
        [FFT] * 6,
        [HOWELL] * 5,
        [ASCE] * 4,
        [FFT, FFT, FFT, RANDOM, BEST],
        [FFT, BEST, RANDOM, BEST],
        [RANDOM, RANDOM, BEST],
        [REPAIRED] * 5 + [FINAL],
        [FFT, RANDOM, FINAL, FINAL, FINAL, FINAL, FINAL],
    ],
)
def test_a_programme_may_mix_as_the_rules_allow(settings: list[Setting]) -> None:
    assert check_programme(settings) == ()


@pytest.mark.parametrize("draw", [RANDOM, BEST])
@pytest.mark.parametrize("movement", [FFT, REPAIRED, HOWELL, ASCE])
def test_a_movement_is_not_resumed_after_a_draw(movement: Setting, draw: Setting) -> None:
    assert check_programme([movement, draw, movement]) == (at(3, "resumed_after_draw", movement),)


def test_an_event_keeps_to_one_movement() -> None:
    assert check_programme([FFT, REPAIRED, REPAIRED]) == (
        at(2, "two_movements", REPAIRED),
        at(3, "two_movements", REPAIRED),
    )


def test_no_movement_follows_a_final() -> None:
    assert check_programme([FFT, FINAL, FFT]) == (at(3, "after_final", FFT),)


@pytest.mark.parametrize("setting", [RANDOM, BEST, FINAL])
def test_after_a_final_those_who_are_kept_are_seated_anew(setting: Setting) -> None:
    assert check_programme([FFT, FINAL, setting]) == ()


@pytest.mark.parametrize("setting", [BEST, FINAL])
def test_a_first_position_by_rank_needs_a_ranking(setting: Setting) -> None:
    assert check_programme([setting]) == (at(1, "nobody_ranked", setting),)
    assert check_programme([setting], first=2) == ()


@pytest.mark.parametrize("team_size", [2, 4])
@pytest.mark.parametrize("setting", [RANDOM, BEST, HOWELL, ASCE, FINAL])
def test_teams_play_the_federation_s_movement_alone(setting: Setting, team_size: int) -> None:
    assert check_programme([setting], team_size=team_size, first=3) == (at(3, "not_for_teams", setting),)
    assert check_programme([FFT, FFT], team_size=team_size) == ()
    assert check_programme([REPAIRED], team_size=team_size) == ()


def test_every_reason_is_told_at_once() -> None:
    assert check_programme([BEST, FFT, HOWELL], team_size=2) == (
        at(1, "nobody_ranked", BEST),
        at(1, "not_for_teams", BEST),
        at(2, "resumed_after_draw", FFT),
        at(3, "resumed_after_draw", HOWELL),
        at(3, "two_movements", HOWELL),
        at(3, "not_for_teams", HOWELL),
    )


def test_an_event_has_a_position() -> None:
    assert check_programme([]) == (violation("movement.programme_empty", "positions"),)


def test_a_later_seance_is_checked_on_its_own_and_names_its_positions() -> None:
    assert check_programme([HOWELL, HOWELL, RANDOM], first=6) == ()
    assert check_programme([HOWELL, RANDOM, FFT], first=6) == (
        at(8, "resumed_after_draw", FFT),
        at(8, "two_movements", FFT),
    )


def test_a_movement_ends_with_an_elimination_in_its_seance() -> None:
    assert check_programme([FFT, FFT, FFT], first=4, eliminations=[3, 6]) == ()
    assert check_programme([FFT, FFT, FFT], first=4, eliminations=[4]) == (
        at(5, "after_elimination", FFT),
        at(6, "after_elimination", FFT),
    )
    assert check_programme([FFT, BEST, FINAL, RANDOM], eliminations=[1]) == ()


def test_teams_begin_anew_after_an_elimination() -> None:
    assert check_programme([FFT, FFT], team_size=2, eliminations=[1]) == ()
