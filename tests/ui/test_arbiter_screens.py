"""The arbiter's screens at a table, on every screen: large enough, whole, readable, nothing over another."""

from pathlib import Path

import pytest

from app.services.settings import Poste, Settings
from tests.ui.display import SCREENS, Screen
from tests.ui.table_states import states
from tests.ui.test_every_screen import wrong_with


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_every_state_is_whole_and_readable(play, tmp_path: Path, screen: Screen) -> None:
    # Both languages and both lights, on screens of either kind.
    lang, dark = ("fr", True) if screen.height < 1000 else ("en", False)
    wrong = []
    with play(tmp_path, screen=screen, settings=Settings(poste=Poste.TABLE, lang=lang, dark=dark)) as stage:
        stage.until(lambda: stage.app.table is not None)
        for state in states(stage):
            wrong += [f"{state}: {found}" for found in wrong_with(stage, screen, tmp_path)]
    assert not wrong, "\n".join(wrong)
