"""A place to sign with a finger."""

from __future__ import annotations

from kivy.graphics import Color, InstructionGroup, Line
from kivy.input import MotionEvent
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.scrollview import ScrollView

from app.services.signature import HEIGHT, WIDTH, Signature, Stroke
from app.ui.widgets.framed import Framed


class SignaturePad(Framed):
    """`signature` is what the finger drew, scaled to any size; when `is_signed` nothing more is drawn."""

    __events__ = ("on_signed",)

    aid = StringProperty()
    signature = ObjectProperty(Signature())
    is_signed = BooleanProperty(False)
    is_blank = AliasProperty(lambda pad: pad.signature.is_blank, bind=["signature"])
    ink = ColorProperty("#000000")
    stroke_width = NumericProperty("1.6dp")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._strokes = InstructionGroup()
        self.canvas.after.add(self._strokes)
        for name in ("signature", "pos", "size", "ink", "stroke_width"):
            self.fbind(name, self._draw)

    def on_signed(self) -> None:
        """Told when a finger has drawn something and is lifted."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Begin a stroke; the pad keeps the finger, so that nothing slides below it."""
        if self.is_signed or self.disabled or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self.signature = self.signature.begun(*self._across(touch))
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Draw on."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self.signature = self.signature.drawn(*self._across(touch))
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """End the stroke."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self.dispatch("on_signed")
        return True

    def _across(self, touch: MotionEvent) -> tuple[float, float]:
        return (touch.x - self.x) / self.width, (self.top - touch.y) / self.height

    def _draw(self, *_: object) -> None:
        self._strokes.clear()
        self._strokes.add(Color(*self.ink))
        for stroke in self.signature.strokes:
            self._strokes.add(Line(points=self._on_screen(stroke), width=self.stroke_width))

    def _on_screen(self, stroke: Stroke) -> list[float]:
        points = stroke if len(stroke) > 1 else (stroke[0], (stroke[0][0] + 1, stroke[0][1]))
        return [at for x, y in points for at in (self.x + x / WIDTH * self.width, self.top - y / HEIGHT * self.height)]


class SigningSheet(ScrollView):
    """What slides under a finger, except where the finger signs."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Let a pad have the finger before it is taken for sliding."""
        for pad in self.walk(restrict=True):
            if isinstance(pad, SignaturePad) and self.collide_point(*touch.pos):
                touch.push()
                touch.apply_transform_2d(self.to_local)
                takes = pad.collide_point(*touch.pos) and pad.on_touch_down(touch)
                touch.pop()
                if takes:
                    return True
        return bool(super().on_touch_down(touch))
