"""A short notice over the top of the screen: said, seen, and gone by itself."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.factory import Factory
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from app.ui.widgets.framed import Framed

SECONDS = 10.0


class Notice(ButtonBehavior, Framed, BoxLayout):
    """What others did, in one sentence over the bar of the screen; a tap puts it away. What is below stays as it is."""

    aid = StringProperty("notice")
    text = StringProperty()
    bar_height = NumericProperty(0)
    """How high the bar of the screen below is: it is covered whole, and none of its texts are cut."""

    def say(self, text: str) -> None:
        """Say this for a while, in place of what was said before."""
        self.text = text
        under = (part for root in Window.children for part in root.walk(restrict=True))
        self.bar_height = max((bar.height for bar in under if isinstance(bar, Factory.TopBar)), default=0)
        if self.parent is None:
            Window.add_widget(self)
        Clock.unschedule(self.hide)
        Clock.schedule_once(self.hide, SECONDS)

    def hide(self, *_: object) -> None:
        """Say nothing."""
        Clock.unschedule(self.hide)
        if self.parent is not None:
            Window.remove_widget(self)

    def on_release(self) -> None:
        """Put it away."""
        self.hide()
