"""Loads the kv files and tells them the names that they all use: `theme` and `words`."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module, resources
from importlib.util import find_spec
from pathlib import Path

from kivy.lang import Builder
from kivy.lang.parser import global_idmap

from app.ui.theme import Theme
from app.ui.words import Words

# kv names widgets by their class alone; modules and rules of the same name bring them. First what the first screens
# are made of, then what only a table's are: nobody waits for those who does not open one.
FIRST = ("texts", "framed", "button", "bars", "fitted", "segmented", "poste_icon", "poste_card", "preferences")
OF_A_TABLE = (
    "gold",
    "named",
    "choice_tile",
    "seat_cross",
    "keypad",
    "address_pad",
    "link_pill",
    "notice",
    "field_grid",
    "score_sheet",
    "bilan_strip",
    "telling",
    "dialog",
    "option_grid",
    "marks_before_after",
    "one_of",
    "effect_list",
    "call_parts",
    "signature_pad",
    "visa_card",
    "drawer",
    "poignee_grid",
    "shown",
    "offers",
    "folder_row",
    "name_field",
    "evening_chart",
)


def load(theme: Theme, words: Words) -> None:
    """Make the first screens ready to be built, with this theme and these words."""
    global_idmap.update(theme=theme, words=words)
    _load_parts(FIRST)


def load_table() -> None:
    """Make all that a table's screens are made of ready to be built."""
    _load_parts(OF_A_TABLE)


def _load_parts(parts: Sequence[str]) -> None:
    with resources.as_file(resources.files("kv") / "widgets") as folder:
        for part in parts:
            if find_spec(f"app.ui.widgets.{part}"):
                import_module(f"app.ui.widgets.{part}")
            if (folder / f"{part}.kv").exists():
                _load_file(folder / f"{part}.kv")


def load_screen(name: str, poste: str = "") -> None:
    """Make one screen, of a poste or of none, ready to be built: only those that somebody goes to are read."""
    with resources.as_file(resources.files("kv")) as folder:
        _load_file(folder / poste / f"{name}_screen.kv")


def _load_file(path: Path) -> None:
    if str(path) not in Builder.files:
        Builder.load_file(str(path))
