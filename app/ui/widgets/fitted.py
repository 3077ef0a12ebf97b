"""A text that always fits its place: wrapped where it may be, and smaller where nothing else helps."""

from __future__ import annotations

import re
from functools import lru_cache

from kivy.core.text import Label as CoreLabel
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.label import Label

from app.ui.theme import FONT

MARKUP = re.compile(r"\[[^]]*]")
ROUNDING = 2  # pixels: a row of words is a little wider than its words
SMALLEST = 0.6  # of the full size; a longer text breaks inside its words
STEPS = (1.0, 0.92, 0.85, 0.78, 0.7, 0.65, SMALLEST)


class Fitting(Label):
    """A label whose font shrinks from `full_size` until its text stands whole in its width.

    `most_lines` is its height in lines of the full size: with 1.3, one line, or two small ones. Only a change of text,
    width or size costs anything.
    """

    full_size = NumericProperty("20sp")
    most_lines = NumericProperty(1)
    measured = StringProperty()
    """The longest text of a row whose labels are all as large: it is what must fit, here too."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("text", "measured", "width", "full_size", "most_lines", "bold", "padding"):
            self.fbind(name, self._fit)
        self._fit()

    @property
    def room(self) -> float:
        """The width that is left for text."""
        return float(self.width - self.padding[0] - self.padding[2] - ROUNDING)

    def _fit(self, *_: object) -> None:
        room = self.room
        if room <= 0:
            return
        text = self.measured or self.text
        words = (MARKUP.sub("", text) if self.markup else text).split(" ")
        sizes = (self.full_size * step for step in STEPS)
        most = self.most_lines * self.full_size
        fits = (size for size in sizes if _lines(words, room, size=size, bold=self.bold) * size <= most)
        self.font_size = next(fits, self.full_size * SMALLEST)


class Fitted(Fitting):
    """The same, as high as its text."""


class Ended(Fitted):
    """The same, for a text of any length: of `whole` it says as many words as the smallest letters leave room for."""

    whole = StringProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("whole", "width", "full_size", "most_lines", "bold"):
            self.fbind(name, self._end)
        self._end()

    def _end(self, *_: object) -> None:
        size = self.full_size * SMALLEST
        words, count = self.whole.split(" "), 0
        said = words
        while len(said) > 1 and _lines(said, self.room, size=size, bold=self.bold) * SMALLEST > self.most_lines:
            count += 1
            said = [*words[: -1 - count], f"{words[-1 - count].rstrip(',')}…"]
        self.text = " ".join(said)


def _lines(words: list[str], room: float, *, size: float, bold: bool) -> float:
    """Return on how many lines the words stand; infinitely many where one is too wide for any."""
    space = width_of(" ", size, bold)
    lines, taken = 1, 0.0
    for word in words:
        width = width_of(word, size, bold)
        if width > room:
            return float("inf")
        if taken and taken + space + width > room:
            lines, taken = lines + 1, 0.0
        taken += (space if taken else 0) + width
    return lines


@lru_cache(maxsize=4096)
def width_of(word: str, size: float, bold: bool) -> float:
    """Return how wide a word is drawn. Hinted letters do not grow in proportion: each size is measured."""
    return float(CoreLabel(font_name=FONT, font_size=size, bold=bold).get_extents(word)[0])
