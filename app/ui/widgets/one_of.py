"""One of several bodies of a screen, all in one place."""

from __future__ import annotations

from kivy.properties import ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget


class OneOf(BoxLayout):
    """Holds a body for each of `views`, in their order, and shows the one of `view`; none for a view of no body."""

    views = ListProperty()
    view = StringProperty()

    def __init__(self, **kwargs: object) -> None:
        self._bodies: list[Widget] = []
        super().__init__(**kwargs)

    def add_widget(self, widget: Widget, *_args: object, **_kwargs: object) -> None:
        """Take a body in; only the chosen one is in the window."""
        self._bodies.append(widget)
        self._follow()

    def on_views(self, *_: object) -> None:
        """Follow the names of the bodies."""
        self._follow()

    def on_view(self, *_: object) -> None:
        """Show another body."""
        self._follow()

    def _follow(self) -> None:
        shown = [body for name, body in zip(self.views, self._bodies, strict=False) if name == self.view]
        if self.children != shown:
            self.clear_widgets()
            for body in shown:
                super().add_widget(body)
