"""What is always in sight: how this tablet stands with its desk, and what is left of the time."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label


class LinkPill(ButtonBehavior, AnchorLayout):
    """A pill of a few words, in a place large enough for a finger. `calm` where nobody need do anything."""

    aid = StringProperty("link")
    text = StringProperty()
    calm = BooleanProperty(True)


class DeskPill(LinkPill):
    """The link as the navigator knows it; a tap tells more, where there is a desk to tell of."""

    nav = ObjectProperty(None, allownone=True, rebind=True)

    def on_release(self) -> None:
        """Tell what stands behind the words."""
        self.nav.tell_link()


class TimeLeft(Label):
    """The time that is left, as the navigator counts it."""

    nav = ObjectProperty(None, allownone=True, rebind=True)
