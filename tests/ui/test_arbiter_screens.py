"""The arbiter's screens at a table, on every screen: large enough, whole, readable, nothing over another."""

from pathlib import Path

import pytest

from app.services.settings import Poste, Settings
from tests.ui.display import SCREENS, Screen
from tests.ui.table_states import states
from tests.ui.test_every_screen import (
    every_figure_stands_on_one_line,
    every_text_can_be_read,
    everything_lies_within_its_parent,
    finger_finds_every_target,
    neighbours_do_not_overlap,
    no_target_lies_over_another,
    no_text_is_cut,
    no_word_is_torn,
)


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_every_state_is_whole_and_readable(play, tmp_path: Path, screen: Screen) -> None:
    # Both languages and both lights, on screens of either kind.
    lang, dark = ("fr", True) if screen.height < 1000 else ("en", False)
    wrong = []
    with play(tmp_path, screen=screen, settings=Settings(poste=Poste.TABLE, lang=lang, dark=dark)) as stage:
        stage.until(lambda: stage.app.table is not None)
        for state in states(stage):
            checks = [
                lambda: finger_finds_every_target(stage, screen),
                lambda: no_text_is_cut(stage),
                lambda: no_word_is_torn(stage, tmp_path),
                lambda: every_figure_stands_on_one_line(stage),
                lambda: everything_lies_within_its_parent(stage),
                lambda: neighbours_do_not_overlap(stage),
                lambda: no_target_lies_over_another(stage),
            ]
            if not stage.is_asking:  # a question over the screen dims what is below
                checks.append(lambda: every_text_can_be_read(stage))
            for check in checks:
                try:
                    check()
                except AssertionError as found:
                    wrong.append(f"{state}: {found}")
    assert not wrong, "\n".join(wrong)
