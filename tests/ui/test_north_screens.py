"""North's screens, on every screen and at both ends of text size: large, whole, readable, nothing over another."""

from pathlib import Path

import pytest

from app.services.settings import TEXT_PERCENTS, Poste, Settings
from tests.ui.display import SCREENS, Screen
from tests.ui.north_states import states
from tests.ui.test_every_screen import SLACK, wrong_with


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
    # A low screen has no room for all of them in large text.
    has_room = percent == TEXT_PERCENTS[0] or screen.height / screen.density > 600
    wrong = []
    settings = Settings(poste=Poste.TABLE, lang=lang, dark=dark, text_percent=percent)
    with play(tmp_path, screen=screen, settings=settings) as stage:
        stage.until(lambda: stage.app.table is not None)
        for state in states(stage):
            stage.frames(5)
            more = [lambda: every_field_is_in_sight(stage)] if has_room else []
            wrong += [f"{state}: {found}" for found in wrong_with(stage, screen, tmp_path, *more)]
    assert not wrong
