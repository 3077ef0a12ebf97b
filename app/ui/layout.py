"""Loads the kv files and tells them the names that they all use: `theme` and `words`."""

from __future__ import annotations

from importlib import import_module, resources
from pathlib import Path

from kivy.lang import Builder
from kivy.lang.parser import global_idmap

from app.ui.theme import Theme
from app.ui.words import Words

# kv names widgets by their class alone; these modules bring the classes.
PARTS = (
    "framed",
    "button",
    "segmented",
    "fitted",
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
    "name_field",
    "evening_chart",
    "poste_icon",
    "poste_card",
    "preferences",
)


def load(theme: Theme, words: Words) -> None:
    """Make every widget and screen ready to be built, with this theme and these words."""
    global_idmap.update(theme=theme, words=words)
    for part in PARTS:
        import_module(f"app.ui.widgets.{part}")
    with resources.as_file(resources.files("kv")) as folder:
        # Parts first: of two rules for one property, the later one is followed.
        for path in (*sorted((folder / "widgets").glob("*.kv")), *sorted(folder.glob("*.kv"))):
            _load_file(path)


def load_screen(poste: str, name: str) -> None:
    """Make one screen of a poste ready to be built: only those that somebody goes to are read."""
    with resources.as_file(resources.files("kv")) as folder:
        _load_file(folder / poste / f"{name}_screen.kv")


def _load_file(path: Path) -> None:
    if str(path) not in Builder.files:
        Builder.load_file(str(path))
