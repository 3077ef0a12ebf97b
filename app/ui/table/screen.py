"""What every screen of the table has in common."""

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty
from kivy.uix.screenmanager import Screen

from app.texts.catalogue import Texts


class TableScreen(Screen):
    """A screen of the table. `nav` is the navigator: its session, its sheet, and the way to other screens."""

    nav = ObjectProperty()

    @property
    def tr(self) -> Texts:
        """The words of the person's language."""
        words: Texts = self.nav.words.tr
        return words

    def arrive(self, *_args: Any, **_kwargs: Any) -> None:
        """Be shown, with what `nav.go(name, **kwargs)` was given."""

    def tick(self) -> None:
        """Look again at what nobody tells of: called every second, while this screen is shown."""

    def refresh(self) -> None:
        """Follow the sheet: called on the window's thread after each fact, while this screen is shown."""
