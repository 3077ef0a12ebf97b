"""Answers as large tiles, as many columns as fit: a tap on one is the answer."""

from __future__ import annotations

from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from app.ui.widgets.choice_tile import ChoiceTile


class OptionGrid(GridLayout):
    """`options` holds (value, word, note); a tap dispatches `on_choose` with the value of its tile."""

    __events__ = ("on_choose",)

    aid = StringProperty()
    options = ListProperty()
    room = NumericProperty(0)
    """The height that there is."""
    lines = NumericProperty(1)
    tallest = NumericProperty("60dp")
    """The height that the tallest tile needs."""

    def on_choose(self, value: object) -> None:
        """Told to whoever binds it."""

    def on_options(self, _grid: OptionGrid, options: list[tuple[object, str, str]]) -> None:
        """Lay the answers of another question out."""
        self.clear_widgets()
        for value, word, note in options:
            tile = ChoiceTile(aid=f"{self.aid}.{value}", word=word, note=note, note_lines=2)
            tile.bind(on_release=lambda _tile, value=value: self.dispatch("on_choose", value))
            tile.fbind("size_hint_min_y", self._measure)
            self.add_widget(tile)
        self._measure()

    def _measure(self, *_: object) -> None:
        self.tallest = max((tile.size_hint_min_y or 0 for tile in self.children), default=0)
