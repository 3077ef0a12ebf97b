"""A part of a screen that is there or not: hidden, it leaves neither room nor a place to tap."""

from __future__ import annotations

from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout


class Shown(BoxLayout):
    """A column whose parts are only there while `shown`."""

    shown = BooleanProperty(True)

    def on_kv_post(self, _base: object) -> None:
        """Keep hold of the parts."""
        self._parts = self.children[::-1]
        self.fbind("shown", self._follow)
        self._follow()

    def _follow(self, *_: object) -> None:
        self.clear_widgets()
        for part in self._parts if self.shown else ():
            self.add_widget(part)
