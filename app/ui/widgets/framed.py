"""A rounded ground with a frame around it: what cards, buttons and segments have in common."""

from __future__ import annotations

from kivy.properties import AliasProperty, ColorProperty, NumericProperty, VariableListProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from app.ui.widgets.rounded import Corners


class Framed(Widget):
    """Any widget drawn on its own ground; kv/widgets/framed.kv draws it."""

    ground = ColorProperty("#00000000")
    frame = ColorProperty("#00000000")
    frame_width = NumericProperty("2dp")
    corners = VariableListProperty("14dp", length=4)

    def _outer(self) -> Corners:
        return tuple(round(corner) for corner in self.corners)

    def _inner(self) -> Corners:
        return tuple(max(0, round(corner - self.frame_width)) for corner in self.corners)

    outer_corners = AliasProperty(_outer, bind=["corners"], cache=True)
    inner_corners = AliasProperty(_inner, bind=["corners", "frame_width"], cache=True)


class Card(Framed, BoxLayout):
    """Things that belong together, on white."""
