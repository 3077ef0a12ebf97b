"""How this tablet stands with its desk, in a sign and a few words, always in sight."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.behaviors import ButtonBehavior


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
