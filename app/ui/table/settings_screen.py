"""The table's settings: language, light, text size, the hand that holds the tablet, and the arbiter's code."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from app.texts.dates import day_and_time
from app.ui.table.screen import TableScreen


class SettingsScreen(TableScreen):
    """What a person may change; seen at once, kept for the next start. The code is the arbiter's alone to change."""

    is_joined = BooleanProperty(False)
    """Whether there is a control desk to leave."""
    has_code = BooleanProperty(False)
    remade = StringProperty()
    """When the code took the place of a forgotten one; empty where it did not."""

    def arrive(self, **_kwargs: Any) -> None:
        """Look whether there is a control desk, and a code."""
        self.is_joined = self.nav.desk.is_joined
        self.nav.answer(self.nav.pin.ready, self._look)

    def _look(self, _ready: None) -> None:
        pin = self.nav.pin
        self.has_code = pin.is_set
        self.remade = "" if pin.remade is None else day_and_time(pin.remade, self.nav.words.tr)

    def choose_code(self) -> None:
        """Choose the code, or change it after giving it."""
        self.nav.go("code", then=self.nav.back, change=True)
