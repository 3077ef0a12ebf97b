"""The arbiter's screens at a table, on the smallest and on the narrowest screen: large enough, whole, readable."""

from pathlib import Path

import pytest

from app.services.settings import Poste, Settings
from tests.ui.display import SCREENS
from tests.ui.table_states import states
from tests.ui.test_every_screen import (
    every_figure_stands_on_one_line,
    every_text_can_be_read,
    everything_lies_within_its_parent,
    finger_finds_every_target,
    no_text_is_cut,
)


@pytest.mark.parametrize(("place", "lang", "dark"), [(2, "fr", True), (3, "en", False)], ids=["small", "narrow"])
def test_every_state_is_whole_and_readable(play, tmp_path: Path, place: int, lang: str, dark: bool) -> None:
    screen = SCREENS[place]
    settings = Settings(poste=Poste.TABLE, lang=lang, dark=dark)
    with play(tmp_path, screen=screen, settings=settings) as stage:
        stage.until(lambda: stage.app.table is not None)
        for state in states(stage):
            try:
                finger_finds_every_target(stage, screen)
                no_text_is_cut(stage)
                every_figure_stands_on_one_line(stage)
                everything_lies_within_its_parent(stage)
                if not state.endswith("which"):  # a question over the screen dims what is below
                    every_text_can_be_read(stage)
            except AssertionError as wrong:
                raise AssertionError(f"{state}: {wrong}") from wrong
