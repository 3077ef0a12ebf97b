"""The evening as lines: what each player had after each donne."""

from __future__ import annotations

from itertools import accumulate

from kivy.graphics import Color, Line, Rectangle
from kivy.metrics import dp
from kivy.properties import ColorProperty, ListProperty, NumericProperty
from kivy.uix.widget import Widget

from app.ui.widgets.named import Named

# One shape for each line, beside its ink and its name: nobody has to tell colours apart.
DASHES = ((1, 0), (12, 6), (3, 5), (18, 6), (7, 4))
STROKE = dp(2)
LABEL_GAP = dp(8)


def running_totals(marks: list[int]) -> list[int]:
    """Return what somebody has before the first donne, and after each."""
    return [0, *accumulate(marks)]


def spread(wanted: list[float], *, least: float, bottom: float, top: float) -> list[float]:
    """Return places as near to the wanted ones as can be, `least` apart and between bottom and top."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed = [0.0] * len(wanted)
    floor = bottom
    for i in order:
        placed[i] = max(floor, wanted[i])
        floor = placed[i] + least
    ceiling = top
    for i in reversed(order):
        placed[i] = min(ceiling, placed[i])
        ceiling = placed[i] - least
    return placed


class EveningChart(Widget):
    """One line for each name: `lines` holds (name, marks in order). Names stand at the ends of their lines."""

    lines = ListProperty()
    inks = ListProperty()
    line_ink = ColorProperty()
    label_width = NumericProperty("130dp")
    label_size = NumericProperty("17sp")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("lines", "inks", "pos", "size", "line_ink", "label_width", "label_size"):
            self.fbind(name, self._draw)

    def _draw(self, *_: object) -> None:
        totals = [running_totals(marks) for _, marks in self.lines]
        self._name_lines(len(totals))
        self.canvas.before.clear()
        if not totals or not self.inks:
            return
        highest = max(max(line) for line in totals)
        lowest = min(min(line) for line in totals)
        span = (highest - lowest) or 1
        pad = self.label_size
        scale = (self.height - 2 * pad) / span
        step = (self.width - self.label_width - LABEL_GAP) / max(len(totals[0]) - 1, 1)

        def place(total: int) -> float:
            return float(self.y + pad + (total - lowest) * scale)

        ends = spread(
            [place(line[-1]) for line in totals],
            least=max(self.label_size * 1.3, *(label.height for label in self.children)),
            bottom=self.y + self.label_size * 0.7,
            top=self.top - self.label_size * 0.7,
        )
        with self.canvas.before:
            Color(rgba=self.line_ink)
            Rectangle(pos=(self.x, place(0)), size=(self.width - self.label_width - LABEL_GAP, dp(1)))
            for index, line in enumerate(totals):
                Color(rgba=self.inks[index % len(self.inks)])
                points = [xy for i, total in enumerate(line) for xy in (self.x + i * step, place(total))]
                for segment in _dashed(points, DASHES[index % len(DASHES)]):
                    Line(points=segment, width=STROKE, cap="round", joint="round")
        people = [name for name, _ in self.lines]
        for label, (name, _), end, ink in zip(reversed(self.children), self.lines, ends, self.inks, strict=False):
            label.name, label.people, label.color = name, people, ink
            label.width, label.full_size = self.label_width, self.label_size
            label.x, label.center_y = self.right - self.label_width, end

    def _name_lines(self, count: int) -> None:
        while len(self.children) < count:
            label = Named(size_hint=(None, None), bold=True, halign="left")
            label.fbind("height", self._draw)
            self.add_widget(label)
        while len(self.children) > count:
            self.remove_widget(self.children[0])


def _dashed(points: list[float], dash: tuple[int, int]) -> list[list[float]]:
    """Cut a broken line into strokes and gaps of so many pixels; a gap of 0 leaves it whole."""
    stroke, gap = (dp(length) for length in dash)
    if not gap:
        return [points]
    pieces: list[list[float]] = []
    drawn, left, on = points[:2], stroke, True
    for x, y in zip(points[2::2], points[3::2], strict=True):
        from_x, from_y = drawn[-2:]
        length = ((x - from_x) ** 2 + (y - from_y) ** 2) ** 0.5
        gone = 0.0
        while length - gone > left:
            gone += left
            at = [from_x + (x - from_x) * gone / length, from_y + (y - from_y) * gone / length]
            if on:
                pieces.append([*drawn, *at])
            drawn, on = at, not on
            left = stroke if on else gap
        left -= length - gone
        drawn = [*drawn, x, y] if on else [x, y]
    return [*pieces, drawn] if on and len(drawn) > 2 else pieces
