"""A text that always fits its place: wrapped where it may be, and smaller where nothing else helps."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite

from kivy.core.text import Label as CoreLabel
from kivy.metrics import sp
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.label import Label

from app.ui.theme import FONT

MARKUP = re.compile(r"\[[^]]*]")
ROUNDING = 2  # pixels: a row of words is a little wider than its words
SMALLEST = 0.6  # of the full size, where a single word would be too wide; a longer one breaks
LEAST = 0.66  # of the full size: at 150 % no words are smaller than at 100 %; what is longer takes more lines
STEPS = (1.0, 0.92, 0.85, 0.78, 0.7)
READABLE = 13  # sp: no words are written smaller than this, or than their full size


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
        self.font_size = next(fits, None) or self._least_of(words, room)

    def _least_of(self, words: list[str], room: float) -> float:
        """Return the least size that is read well, on as many lines as it takes; less where a word is too wide."""
        least = self.least_size
        return least if isfinite(_lines(words, room, size=least, bold=self.bold)) else self.full_size * SMALLEST

    @property
    def least_size(self) -> float:
        """The size below which words take more lines instead."""
        return float(min(self.full_size, max(self.full_size * LEAST, sp(READABLE))))


class Fitted(Fitting):
    """The same, as high as its text."""


class Ended(Fitted):
    """The same, for a text of any length: of `whole` it says as many words as the smallest letters leave room for."""

    whole = StringProperty()

    @property
    def least_size(self) -> float:
        """The size at which words are left out."""
        return float(self.full_size * SMALLEST)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("whole", "width", "full_size", "most_lines", "bold"):
            self.fbind(name, self._end)
        self._end()

    def _end(self, *_: object) -> None:
        size = self.least_size
        words, count = self.whole.split(" "), 0
        said = words
        most = self.most_lines * self.full_size
        while len(said) > 1 and _lines(said, self.room, size=size, bold=self.bold) * size > most:
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
