"""A text that always fits its place: wrapped where it may be, and smaller where nothing else helps."""

from __future__ import annotations

import re

from kivy.properties import NumericProperty
from kivy.uix.label import Label

MARKUP = re.compile(r"\[[^]]*]")
ROUNDING = 2  # pixels: a row of words is a little wider than its words
SMALLEST = 0.6  # of the full size; a longer text breaks inside its words
STEPS = (1.0, 0.92, 0.85, 0.78, 0.7, 0.65, SMALLEST)


class Fitted(Label):
    """A label whose font shrinks from `full_size` until its text stands whole in its width.

    `most_lines` is its height in lines of the full size: with 1.3, one line, or two small ones. Only a change of text,
    width or size costs anything.
    """

    full_size = NumericProperty("20sp")
    most_lines = NumericProperty(1)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("text", "width", "full_size", "most_lines", "bold", "padding"):
            self.fbind(name, self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        room = self.width - self.padding[0] - self.padding[2] - ROUNDING
        if room <= 0:
            return
        measure = self._label.get_extents
        scale = self.full_size / (self._label.options["font_size"] or 1)
        text = MARKUP.sub("", self.text) if self.markup else self.text
        words = [measure(word)[0] * scale for word in text.split(" ")]
        space = measure(" ")[0] * scale
        fits = (step for step in STEPS if _lines(words, space, room / step) * step <= self.most_lines)
        self.font_size = self.full_size * next(fits, SMALLEST)


def _lines(words: list[float], space: float, room: float) -> float:
    """Return on how many lines words of these widths stand; infinitely many where one is too wide for any."""
    if any(word > room for word in words):
        return float("inf")
    lines, taken = 1, 0.0
    for word in words:
        if taken and taken + space + word > room:
            lines, taken = lines + 1, 0.0
        taken += (space if taken else 0) + word
    return lines
