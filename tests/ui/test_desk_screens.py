"""A table joined to a desk, on every screen and at both ends of text size: large, whole, readable."""

from itertools import chain
from pathlib import Path

import pytest

from app.services.settings import Poste, Settings
from tests.ui.carry_states import carry_states
from tests.ui.desk_stage import ControlDesk
from tests.ui.desk_states import desk_states
from tests.ui.display import SCREENS, Screen
from tests.ui.test_every_screen import wrong_with

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
        control = ControlDesk(tmp_path / "desk")
        for state in chain(desk_states(stage, control), carry_states(stage, control, tmp_path / "tablet" / "home")):
            stage.frames(5)
            is_overlaid = state == "linked-notice"
            wrong += [f"{state}: {found}" for found in wrong_with(stage, screen, tmp_path, is_overlaid=is_overlaid)]
    assert not wrong
