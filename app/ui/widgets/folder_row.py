"""The folder of files that are carried, in words, with a button that leads to another one."""

from __future__ import annotations

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout


class FolderRow(BoxLayout):
    """Dispatches `on_change` when somebody wants another folder."""

    __events__ = ("on_change",)

    folder = StringProperty()

    def on_change(self) -> None:
        """Told to whoever binds it."""
