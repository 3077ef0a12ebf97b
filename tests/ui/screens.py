"""Writes a picture of every state on every screen: `make screens`.

    python -m tests.ui.screens

All go to screens/, which is not kept; the few that the README shows are refreshed in docs/screens/.
"""

import itertools
import multiprocessing
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from app.services.settings import LANGUAGES, TEXT_PERCENTS, Poste, Settings
from app.storage.folder import open_folder
from app.ui import surroundings
from tests.ui import north_states, table_states
from tests.ui.carry_states import carry_states
from tests.ui.desk_stage import ControlDesk
from tests.ui.desk_states import desk_states
from tests.ui.display import SCREENS, Screen, display

if TYPE_CHECKING:
    from PIL.Image import Image

    from tests.ui.stage import Stage

ROOT = Path(__file__).parents[2]
ALL, KEPT = ROOT / "screens", ROOT / "docs" / "screens"
KEEP = {
    "1280x800-fr-light-100-choice": "choice",
    "1280x800-fr-dark-100-table": "table",
    "800x1280-fr-light-100-choice": "choice-portrait",
    "1280x800-fr-light-100-entry": "entry",
    "800x1280-fr-light-100-entry": "entry-portrait",
    "1280x800-fr-light-100-evening": "evening",
    "1280x800-fr-light-100-call": "call",
    "1280x800-fr-dark-100-visas": "visas",
    "1280x800-fr-light-100-fault-ruling": "ruling",
    "1280x800-fr-light-100-join": "join",
    "1280x800-fr-light-100-desk-next": "next-places",
    "1280x800-fr-light-100-carry-written": "carry",
    "1280x800-fr-light-100-bring": "bring",
}
# What a person would see, whatever machine the picture is taken on.
FOLDER = "/home/nord/.local/share/nord/{poste}"


def states(stage: "Stage", folder: Path) -> Iterator[str]:
    """Bring the window to each of its states, and name it."""
    stage.app._say_opening(Poste.TABLE)
    stage.frames()
    yield "opening"
    stage.app._ask()
    stage.frames()
    yield "first"
    stage.tap("poste.table")
    yield "choice"
    with open_folder(Poste.DESK, folder):
        stage.tap("poste.desk")
        stage.tap("open")
        stage.until(lambda: stage.app._choice.refusal is not None)
        yield "refused"
    for poste in Poste:
        stage.open(poste)
        if poste is not Poste.TABLE:
            stage.app._welcome.folder = FOLDER.format(poste=poste)
        stage.frames()
        yield poste.value
        stage.tap("change_poste")


def at_table(stage: "Stage") -> Iterator[str]:
    """Go on to the states of North's screens at a table, and of the arbiter's."""
    stage.open(Poste.TABLE)
    yield from north_states.states(stage)
    yield from table_states.states(stage)


def at_desk(stage: "Stage", folder: Path) -> Iterator[str]:
    """Go on to the states of a table that joins a control desk, then goes without it."""
    assert stage.app.table is not None
    stage.app.table.home("home")
    stage.frames()
    control = ControlDesk(folder / "control")
    yield from desk_states(stage, control)
    yield from carry_states(stage, control, folder / "home")


def save(picture: "Image", name: str) -> None:
    """Write the picture small: a screen of ours has few colours."""
    small = picture.quantize(96)
    small.save(ALL / f"{name}.png", optimize=True)
    if name in KEEP:
        small.save(KEPT / f"{KEEP[name]}.png", optimize=True)


def take(screen: Screen, settings: Settings) -> None:
    """Take all pictures of one screen in one setting, in a process of their own: a window is one program's."""
    light = "dark" if settings.dark else "light"
    with display(), tempfile.TemporaryDirectory() as data:
        surroundings.settle(Path(data) / "kivy")
        from tests.ui.stage import leave, play

        with play(Path(data), screen=screen, settings=settings) as stage:
            for state in itertools.chain(states(stage, Path(data)), at_table(stage), at_desk(stage, Path(data))):
                save(stage.picture(), f"{screen}-{settings.lang}-{light}-{settings.text_percent}-{state}")
        leave()


def main() -> None:
    """Take every picture anew, as many windows at a time as there are processors."""
    os.environ["KCFG_GRAPHICS_MAXFPS"] = "0"
    shutil.rmtree(ALL, ignore_errors=True)
    for folder in (ALL, KEPT):
        folder.mkdir(parents=True, exist_ok=True)
    plain = [Settings(lang=lang, dark=dark) for lang, dark in itertools.product(LANGUAGES, (False, True))]
    every = itertools.product(SCREENS, [*plain, Settings(text_percent=TEXT_PERCENTS[-1])])
    with multiprocessing.get_context("spawn").Pool(maxtasksperchild=1) as processes:
        processes.starmap(take, every, chunksize=1)
    print(f"{len(list(ALL.iterdir()))} pictures in {ALL.relative_to(ROOT)}, {len(KEEP)} in {KEPT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
