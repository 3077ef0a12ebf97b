"""A list of any length whose rows are all as high: only those in sight are widgets, each for as long as it is."""

from __future__ import annotations

from math import ceil
from typing import Any

from kivy.clock import Clock
from kivy.effects.scroll import ScrollEffect
from kivy.properties import ListProperty, NumericProperty
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

Row = dict[str, Any]
"""What a row shows: the properties of its widget."""


class RowsInSight(ScrollView):
    """Shows `rows`, from the top. A change costs what it changes in sight, however many rows there are.

    Kivy's own lists hand all their widgets to other rows, and reckon every row anew, when one of them changes.
    """

    row_class: type[Widget] = Widget
    rows = ListProperty()
    row_height = NumericProperty("56dp")

    def __init__(self, **kwargs: object) -> None:
        self._views: dict[int, Widget] = {}
        self._spare: list[Widget] = []
        self._column = Widget(size_hint_y=None)
        self._place = Clock.create_trigger(self._place_rows, -1)
        # No springs: where all rows are in sight, one that swings in slow frames would carry them out of it.
        super().__init__(effect_cls=ScrollEffect, always_overscroll=False, **kwargs)
        self.add_widget(self._column)
        for name in ("rows", "row_height", "size", "scroll_y"):
            self.fbind(name, self._place)
        self._place()

    def make_row(self) -> Widget:
        """Return a new widget for a row."""
        return self.row_class()

    @property
    def hidden(self) -> float:
        """The height of what is out of sight."""
        return max(0.0, float(len(self.rows) * self.row_height - self.height))

    @property
    def slid(self) -> float:
        """How much of what is out of sight lies above: 0 at the top, 1 at the end."""
        return min(1.0, max(0.0, 1 - self.scroll_y))

    def slide(self, above: float) -> None:
        """Have so much lie above what is in sight, as far as there is so much."""
        self.scroll_y = 1 - min(1.0, max(0.0, above) / self.hidden) if self.hidden else 1.0

    def _place_rows(self, _dt: float) -> None:
        height, count = self.row_height, len(self.rows)
        self._column.height = count * height
        above = self.slid * self.hidden
        in_sight = range(int(above // height), min(count, ceil((above + self.height) / height)))
        self._spare += [self._views.pop(index) for index in list(self._views) if index not in in_sight]
        for index in in_sight:
            view = self._views.get(index) or self._take_spare(index)
            self._write(view, self.rows[index])
            view.size = self.width, height
            view.pos = 0, (count - 1 - index) * height
        for view in self._spare:
            self._column.remove_widget(view)
        self._make_ready()

    def _take_spare(self, index: int) -> Widget:
        view = self._views[index] = self._spare.pop() if self._spare else self.make_row()
        if view.parent is None:
            self._column.add_widget(view)
        return view

    def _make_ready(self) -> None:
        """Have rows for the whole height, and one half in sight: only who opens a list waits for them."""
        wanted = 1 + ceil(self.height / self.row_height) if self.rows else 0
        while len(self._views) + len(self._spare) < wanted:
            row = self.make_row()
            self._write(row, self.rows[0])
            self._spare.append(row)

    @staticmethod
    def _write(view: Widget, row: Row) -> None:
        for name, value in row.items():
            setattr(view, name, value)
