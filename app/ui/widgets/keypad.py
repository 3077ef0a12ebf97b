"""Our own keypad: digits as on a telephone turned over, no system keyboard."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from app.services.entry_form import HALF
from app.ui.widgets.choice_tile import ChoiceTile

ERASE, CLEAR = "⌫", "clear"


class Keypad(GridLayout):
    """Twelve keys; a tap dispatches `on_key` with a digit, the half, ERASE or CLEAR.

    `half` puts the half where “clear” is: tables of three and five count in halves.
    """

    __events__ = ("on_key",)

    aid = StringProperty()
    half = BooleanProperty(False)
    clear_word = StringProperty()

    def on_kv_post(self, _base: object) -> None:
        """Lay the keys out."""
        for key in ("7", "8", "9", "4", "5", "6", "1", "2", "3"):
            self._add(key)
        self._corner = self._add(CLEAR)
        self._add("0")
        self._add(ERASE)
        self.fbind("half", self._follow)
        self.fbind("clear_word", self._follow)
        self._follow()

    def on_key(self, key: str) -> None:
        """Told to whoever binds it."""

    def _add(self, key: str) -> ChoiceTile:
        tile = ChoiceTile(aid=f"{self.aid}.{key}", word=key, is_figure=key != CLEAR)
        tile.bind(on_release=self._typed)
        tile.key = key
        self.add_widget(tile)
        return tile

    def _follow(self, *_: object) -> None:
        key, word = (HALF, HALF) if self.half else (CLEAR, self.clear_word)
        self._corner.key, self._corner.word, self._corner.aid = key, word, f"{self.aid}.{key}"

    def _typed(self, tile: ChoiceTile) -> None:
        self.dispatch("on_key", tile.key)
