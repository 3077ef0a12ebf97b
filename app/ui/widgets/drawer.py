"""A drawer: what has no room of its own, over the screen, and put away with one tap."""

from __future__ import annotations

from kivy.properties import StringProperty
from kivy.uix.modalview import ModalView
from kivy.uix.widget import Widget


class Drawer(ModalView):
    """Holds a part of a screen for as long as it is open."""

    word = StringProperty()

    def show(self, part: Widget) -> None:
        """Open with this part."""
        if part.parent is None:
            self.ids.content.add_widget(part)
        self.open(animation=False)

    def on_dismiss(self) -> None:
        """Give the part back."""
        self.ids.content.clear_widgets()
