"""A tile to choose by: a word, a note below it, and a fill with a ✓ once it is chosen."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.behaviors import ButtonBehavior

from app.ui.widgets.framed import Framed


class ChoiceTile(ButtonBehavior, Framed, AnchorLayout):
    """One answer among several. `note_ink` is the note's colour while the tile is not chosen."""

    aid = StringProperty()
    word = StringProperty()
    note = StringProperty()
    note_ink = ColorProperty()
    people = ListProperty()
    """The notes of the other tiles too, where each is who sits somewhere."""
    chosen = BooleanProperty(False)
    wrong = BooleanProperty(False)
    """Whether the law contradicts this choice: it then has a ⚠ and a red frame."""
    note_lines = NumericProperty(1.3)
    """How many lines the note may have; a little more than one lets it shrink first."""
    is_figure = BooleanProperty(False)
    """Whether the word is a figure to type, and so larger."""
