"""A few answers side by side, one of them chosen."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from app.ui.widgets.fitted import Fitting
from app.ui.widgets.framed import Framed


class Segment(ButtonBehavior, Framed, Fitting):
    """One answer; the chosen one has a ✓ and is filled."""

    aid = StringProperty()
    word = StringProperty()
    chosen = BooleanProperty(False)
    first = BooleanProperty(False)
    last = BooleanProperty(False)


class Segmented(BoxLayout):
    """A row of answers.

    `options` holds (value, word) pairs, `value` the one that is chosen. A tap dispatches `on_choose` with
    the value of its segment and changes nothing itself: whoever owns the choice does.
    """

    __events__ = ("on_choose",)

    aid = StringProperty()
    options = ListProperty()
    value = ObjectProperty(None, allownone=True)
    tallest = NumericProperty(0)
    """The height that the tallest word needs."""

    def on_kv_post(self, _base: object) -> None:
        """Lay the segments out once they are all known, and follow every change from then on."""
        self._follow()
        self.bind(options=self._follow, value=self._follow)

    def on_choose(self, value: object) -> None:
        """Told to whoever binds it."""

    def _follow(self, *_: object) -> None:
        # Segments stay the same widgets while words change: a finger may still be on one of them.
        while len(self.children) < len(self.options):
            segment = Segment()
            segment.bind(on_release=self._choose, texture_size=self._measure)
            self.add_widget(segment)
        while len(self.children) > len(self.options):
            self.remove_widget(self.children[0])
        last = len(self.options) - 1
        for index, (segment, (value, word)) in enumerate(zip(reversed(self.children), self.options, strict=True)):
            segment.aid = f"{self.aid}.{value}"
            segment.word = word
            segment.chosen = value == self.value
            segment.first, segment.last = index == 0, index == last

    def _measure(self, *_: object) -> None:
        self.tallest = max((segment.texture_size[1] for segment in self.children), default=0)

    def _choose(self, segment: Segment) -> None:
        self.dispatch("on_choose", self.options[self.children[::-1].index(segment)][0])
