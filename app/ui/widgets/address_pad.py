"""A keypad that types addresses too: digits, a dot and a colon."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.ui.widgets.choice_tile import ChoiceTile
from app.ui.widgets.keypad import CLEAR, ERASE

ROWS = (("7", "8", "9"), ("4", "5", "6"), ("1", "2", "3"), (".", "0", ":"), (CLEAR, ERASE))
SIGNS = (".", ":")


class AddressPad(BoxLayout):
    """A tap dispatches `on_key` with a digit, a sign, ERASE or CLEAR; the signs rest where `signs` is off."""

    __events__ = ("on_key",)

    aid = StringProperty()
    signs = BooleanProperty(True)
    clear_word = StringProperty()

    def on_kv_post(self, _base: object) -> None:
        """Lay the keys out."""
        self._tiles: dict[str, ChoiceTile] = {}
        for keys in ROWS:
            row = BoxLayout(spacing=self.spacing)
            self.bind(spacing=row.setter("spacing"))
            for key in keys:
                tile = self._tiles[key] = ChoiceTile(aid=f"{self.aid}.{key}", word=key, is_figure=key != CLEAR)
                tile.bind(on_release=lambda _tile, key=key: self.dispatch("on_key", key))
                row.add_widget(tile)
            self.add_widget(row)
        self.fbind("signs", self._follow)
        self.fbind("clear_word", self._follow)
        self._follow()

    def on_key(self, key: str) -> None:
        """Told to whoever binds it."""

    def _follow(self, *_: object) -> None:
        self._tiles[CLEAR].word = self.clear_word
        for sign in SIGNS:
            # A key that types nothing here is not drawn, and the others keep their place.
            self._tiles[sign].opacity, self._tiles[sign].disabled = (1, False) if self.signs else (0, True)
