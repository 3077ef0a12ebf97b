"""The drawn sign of each poste: a table with its four seats, the arbiter's scales, the desk's screen."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.graphics import BorderImage, Color, SmoothLine
from kivy.properties import ColorProperty, OptionProperty
from kivy.uix.widget import Widget

from app.services.settings import Poste
from app.ui.widgets.rounded import borders, rounded

STROKE = 0.05


class Pen:
    """Draws in a square whose sides are 1, from its lower left corner."""

    def __init__(self, x: float, y: float, side: float) -> None:
        self._x, self._y, self._side = x, y, side

    def box(self, x: float, y: float, *, size: tuple[float, float], corners: tuple[float, ...] = (0.02,) * 4) -> None:
        """Fill a box around the middle (x, y)."""
        width, height = (round(length * self._side) for length in size)
        top_left, top_right, bottom_right, bottom_left = (
            min(round(corner * self._side), width // 2, height // 2) for corner in corners
        )
        radii = top_left, top_right, bottom_right, bottom_left
        left, bottom = self._x + x * self._side - width / 2, self._y + y * self._side - height / 2
        BorderImage(
            pos=(round(left), round(bottom)), size=(width, height), texture=rounded(radii), border=borders(radii)
        )

    def disc(self, x: float, y: float, radius: float) -> None:
        """Fill a disc around (x, y)."""
        self.box(x, y, size=(2 * radius,) * 2, corners=(radius,) * 4)

    def string(self, *points: tuple[float, float]) -> None:
        """Draw a thin slanting line."""
        flat = [self._x + x * self._side if i == 0 else self._y + y * self._side for x, y in points for i in (0, 1)]
        SmoothLine(points=flat, width=STROKE * self._side * 0.35)


def table(pen: Pen) -> None:
    """Draw a table and those who sit around it."""
    pen.box(0.5, 0.5, size=(0.4, 0.4), corners=(0.06,) * 4)
    for x, y in ((0.5, 0.88), (0.88, 0.5), (0.5, 0.12), (0.12, 0.5)):
        pen.disc(x, y, 0.09)


def scales(pen: Pen) -> None:
    """Draw scales at rest."""
    pen.box(0.5, 0.5, size=(STROKE, 0.8))
    pen.box(0.5, 0.1, size=(0.4, STROKE))
    pen.box(0.5, 0.78, size=(0.68, STROKE))
    pen.disc(0.5, 0.9, 0.06)
    for x in (0.18, 0.82):
        pen.string((x - 0.14, 0.43), (x, 0.77))
        pen.string((x + 0.14, 0.43), (x, 0.77))
        pen.box(x, 0.37, size=(0.34, 0.13), corners=(0.02, 0.02, 0.13, 0.13))


def screen(pen: Pen) -> None:
    """Draw a laptop that shows a ranking."""
    for y in (0.88, 0.36):
        pen.box(0.5, y, size=(0.74, STROKE))
    for x in (0.155, 0.845):
        pen.box(x, 0.62, size=(STROKE, 0.57))
    pen.box(0.5, 0.2, size=(1.0, 0.09), corners=(0.02, 0.02, 0.05, 0.05))
    for x, height in ((0.34, 0.2), (0.5, 0.32), (0.66, 0.12)):
        pen.box(x, 0.44 + height / 2, size=(0.1, height))


DRAWINGS: dict[str, Callable[[Pen], None]] = {Poste.TABLE: table, Poste.ARBITRE: scales, Poste.DESK: screen}


class PosteIcon(Widget):
    """The sign of a poste, drawn in `ink` in the largest square that fits, at any size."""

    poste = OptionProperty(Poste.TABLE, options=list(Poste))
    ink = ColorProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        # Once before a frame: a layout moves and sizes it many times on the way to it.
        draw_soon = Clock.create_trigger(self._draw, -1)
        self.bind(pos=draw_soon, size=draw_soon, poste=draw_soon, ink=draw_soon)
        draw_soon()

    def _draw(self, _dt: float) -> None:
        side = min(self.size)
        self.canvas.clear()
        with self.canvas:
            Color(rgba=self.ink)
            DRAWINGS[self.poste](Pen(self.center_x - side / 2, self.center_y - side / 2, side))
