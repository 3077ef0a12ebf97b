"""North's screens, on every screen and at both ends of text size: large, whole, readable, nothing over another."""

from pathlib import Path

import pytest

from app.services.settings import TEXT_PERCENTS, Poste, Settings
from tests.ui.display import SCREENS, Screen
from tests.ui.north_states import states
from tests.ui.test_every_screen import (
    SLACK,
    every_figure_stands_on_one_line,
    every_text_can_be_read,
    everything_lies_within_its_parent,
    finger_finds_every_target,
    neighbours_do_not_overlap,
    no_target_lies_over_another,
    no_text_is_cut,
    no_word_is_torn,
)


def every_field_is_in_sight(stage) -> None:
    from app.ui.widgets.field_grid import FieldGrid

    for grid in stage.widgets():
        if isinstance(grid, FieldGrid):
            assert grid.minimum_height <= grid.room + SLACK, f"{grid.minimum_height} in {grid.room}"
            # However little there is to slide; where there once was more, the bar has a place of its own.
            assert grid.height <= grid.room or grid.is_long, "a bar lies over the fields"


@pytest.mark.parametrize("percent", [TEXT_PERCENTS[0], TEXT_PERCENTS[-1]])
@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_every_state_of_norths_screens_looks_right(play, tmp_path: Path, screen: Screen, percent: int) -> None:
    # Each screen once in each language and light, over the two sizes of text.
    lang, dark = ("fr", False) if (percent == 100) == (screen is SCREENS[0]) else ("en", True)
    wrong = []
    settings = Settings(poste=Poste.TABLE, lang=lang, dark=dark, text_percent=percent)
    with play(tmp_path, screen=screen, settings=settings) as stage:
        stage.until(lambda: stage.app.table is not None)
        for state in states(stage):
            stage.frames(5)
            checks = [
                lambda: finger_finds_every_target(stage, screen),
                lambda: no_text_is_cut(stage),
                lambda: no_word_is_torn(stage, tmp_path),
                lambda: every_figure_stands_on_one_line(stage),
                lambda: everything_lies_within_its_parent(stage),
                lambda: neighbours_do_not_overlap(stage),
                lambda: no_target_lies_over_another(stage),
            ]
            if percent == TEXT_PERCENTS[0]:
                checks.append(lambda: every_field_is_in_sight(stage))
            if not stage.is_asking:  # a question over the screen dims what is below
                checks.append(lambda: every_text_can_be_read(stage))
            for check in checks:
                try:
                    check()
                except AssertionError as found:
                    wrong.append(f"{state}: {str(found).splitlines()[0]}")
    assert not wrong
