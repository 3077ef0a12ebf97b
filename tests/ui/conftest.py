"""The ground of the window tests."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.services.settings import Poste
from app.ui import surroundings
from tests.ui.desk_stage import ControlDesk
from tests.ui.display import display

if TYPE_CHECKING:
    from tests.ui.stage import Stage
    from tests.ui.table_stage import TableStage

# Kivy looks at its surroundings when it is first imported, by whichever test is collected first.
# Tests step through frames by themselves and need not wait for the next one to be due.
os.environ["KCFG_GRAPHICS_MAXFPS"] = "0"
surroundings.settle(Path(tempfile.gettempdir()) / "nord-kivy")


@pytest.fixture(scope="session")
def play() -> Iterator[Callable[..., "AbstractContextManager[Stage]"]]:
    """Runs the window: `with play(folder) as stage`. One display serves all tests of a process."""
    with display():
        # The window opens on import, so not before there is somewhere to open it.
        from tests.ui import stage

        yield stage.play
        stage.leave()


@pytest.fixture
def table(play, tmp_path: Path) -> Iterator["TableStage"]:
    """A table's poste, open and without a sheet."""
    with play(tmp_path, poste=Poste.TABLE) as stage:
        from tests.ui.table_stage import TableStage

        stage.until(lambda: stage.app.table is not None)
        yield TableStage(stage)


@pytest.fixture
def control(tmp_path: Path) -> ControlDesk:
    """A desk's folder, whose program nobody has started yet."""
    return ControlDesk(tmp_path / "desk")


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A stick that is plugged into the tablet."""
    stick = tmp_path / "tablet" / "home" / "media" / "CLUB"
    stick.mkdir(parents=True)
    return stick
