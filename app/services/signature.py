"""A signature drawn by a finger, as text: the path data of SVG, which a paper can print as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

# The pad's own grid: as fine as a finger, whatever the screen. The origin is the top left, as in SVG.
WIDTH, HEIGHT = 240, 120
NEAR = 2  # points closer than this tell nothing more
MOST_POINTS = 600  # of all strokes: a finger's nervous hour is not a signature

Point = tuple[int, int]
Stroke = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Signature:
    """The strokes of a signature on the pad's grid."""

    strokes: tuple[Stroke, ...] = ()

    @property
    def is_blank(self) -> bool:
        """Whether nothing was drawn."""
        return not self.strokes

    def begun(self, x: float, y: float) -> Signature:
        """Put the finger down; `x` and `y` go from 0 to 1 across the pad."""
        return self if self._is_full() else Signature((*self.strokes, (_on_grid(x, y),)))

    def drawn(self, x: float, y: float) -> Signature:
        """Move the finger on; what it leaves out of the grid's fineness is not kept."""
        if self.is_blank or self._is_full():
            return self
        *before, last = self.strokes
        point = _on_grid(x, y)
        if max(abs(point[0] - last[-1][0]), abs(point[1] - last[-1][1])) < NEAR:
            return self
        return Signature((*before, (*last, point)))

    def _is_full(self) -> bool:
        return sum(map(len, self.strokes)) >= MOST_POINTS

    def __str__(self) -> str:
        return "".join(_written(stroke) for stroke in self.strokes)


def read_signature(text: str) -> Signature:
    """Return the signature in a text; what is not one is read as far as it goes."""
    return Signature(tuple(_strokes(text)))


def _on_grid(x: float, y: float) -> Point:
    return round(min(max(x, 0), 1) * WIDTH), round(min(max(y, 0), 1) * HEIGHT)


def _written(stroke: Stroke) -> str:
    (x, y), *rest = stroke
    steps = []
    for point in rest:
        steps += [point[0] - x, point[1] - y]
        x, y = point
    moves = "".join(f"{'' if step < 0 else ' '}{step}" for step in steps)
    return f"M{stroke[0][0]} {stroke[0][1]}l{moves.lstrip()}" if steps else f"M{stroke[0][0]} {stroke[0][1]}"


def _strokes(text: str) -> Iterator[Stroke]:
    for part in text.split("M")[1:]:
        start, _, moves = part.partition("l")
        numbers = [int(number) for number in re.findall(r"-?\d+", start)[:2]]
        if len(numbers) == 2:
            yield tuple(_points(numbers[0], numbers[1], (int(step) for step in re.findall(r"-?\d+", moves))))


def _points(x: int, y: int, steps: Iterable[int]) -> Iterator[Point]:
    yield x, y
    steps = iter(steps)
    for dx, dy in zip(steps, steps, strict=False):
        x, y = x + dx, y + dy
        yield x, y
