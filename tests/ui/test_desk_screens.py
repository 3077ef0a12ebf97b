"""A table joined to a desk, on every screen and at both ends of text size: large, whole, readable."""

from pathlib import Path

import pytest

from app.services.settings import Poste, Settings
from tests.ui.desk_stage import ControlDesk
from tests.ui.desk_states import desk_states
from tests.ui.display import SCREENS, Screen
from tests.ui.test_every_screen import (
    every_text_can_be_read,
    everything_lies_within_its_parent,
    finger_finds_every_target,
    neighbours_do_not_overlap,
    no_target_lies_over_another,
    no_text_is_cut,
    no_word_is_torn,
)

# Each evening starts and stops a real desk: every screen once, the smallest at both sizes of text.
LANDSCAPE, LARGE, SMALL, PORTRAIT = SCREENS


@pytest.mark.parametrize(
    ("screen", "percent", "lang", "dark"),
    [
        (LANDSCAPE, 150, "fr", False),
        (LARGE, 100, "en", True),
        (SMALL, 100, "fr", False),
        (SMALL, 150, "en", True),
        (PORTRAIT, 150, "fr", True),
    ],
    ids=str,
)
def test_every_state_of_a_joined_table_looks_right(
    play, tmp_path: Path, screen: Screen, percent: int, lang: str, dark: bool
) -> None:
    wrong = []
    settings = Settings(poste=Poste.TABLE, lang=lang, dark=dark, text_percent=percent)
    with play(tmp_path / "tablet", screen=screen, settings=settings) as stage:
        stage.until(lambda: stage.app.table is not None)
        for state in desk_states(stage, ControlDesk(tmp_path / "desk")):
            stage.frames(5)
            checks = [
                lambda: finger_finds_every_target(stage, screen),
                lambda: no_text_is_cut(stage),
                lambda: no_word_is_torn(stage, tmp_path),
                lambda: everything_lies_within_its_parent(stage),
                lambda: neighbours_do_not_overlap(stage),
            ]
            if state != "linked-notice":  # which lies over the screen for a while
                checks.append(lambda: no_target_lies_over_another(stage))
                if not stage.is_asking:  # a question over the screen dims what is below
                    checks.append(lambda: every_text_can_be_read(stage))
            for check in checks:
                try:
                    check()
                except AssertionError as found:
                    wrong.append(f"{state}: {str(found).splitlines()[0]}")
    assert not wrong
