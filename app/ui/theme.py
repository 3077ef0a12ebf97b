"""The single home of colours, sizes and text sizes; kv follows every change of it while running."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

from kivy.core.text import LabelBase
from kivy.event import EventDispatcher
from kivy.metrics import sp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    BoundedNumericProperty,
    ColorProperty,
    NumericProperty,
)

from app.services.settings import TEXT_PERCENTS

FONT = "Nord"
FONTS = Path(__file__).parent / "fonts"


@dataclass(frozen=True, slots=True)
class Palette:
    """Paper, felt and two inks, under one light."""

    paper: str
    card: str
    ink: str
    soft: str
    line: str
    felt: str
    """Fills what is chosen and the one main action; `felt_ink` is written on it."""
    felt_ink: str
    felt_text: str
    felt_soft: str
    blue: str
    """Marks above zero; `red` those below. Always with their sign."""
    red: str
    gold: str
    """Everything of the arbiter."""
    gold_soft: str


LIGHT = Palette(
    paper="#F5F1E8",
    card="#FFFFFF",
    ink="#1B1A18",
    soft="#555149",
    line="#908A7E",
    felt="#0A5737",
    felt_ink="#FFFFFF",
    felt_text="#0A5737",
    felt_soft="#DDEBE2",
    blue="#123E8C",
    red="#961419",
    gold="#664500",
    gold_soft="#F6E7C3",
)
DARK = Palette(
    paper="#14171A",
    card="#1E2327",
    ink="#F3F0E8",
    soft="#B9B4A8",
    line="#676D73",
    felt="#31AB77",  # a shade lighter than first drawn: black reaches 7:1 on it
    felt_ink="#000000",
    felt_text="#95D2B8",
    felt_soft="#1E3B2F",
    blue="#A9C5FF",
    red="#FFB1AC",
    gold="#F2C66D",
    gold_soft="#3B3117",
)

INKS_ON: dict[str, tuple[str, ...]] = {
    "paper": ("ink", "soft", "felt_text", "blue", "red", "gold"),
    "card": ("ink", "soft", "felt_text", "blue", "red", "gold"),
    "felt_soft": ("ink", "felt_text", "blue", "red", "gold"),
    "gold_soft": ("ink", "felt_text", "blue", "red", "gold"),
    "felt": ("felt_ink",),
}
"""What may be written on each ground. Soft ink stays off the tinted grounds: it is too pale there."""

OUTLINES_ON: dict[str, tuple[str, ...]] = {
    "paper": ("line", "felt", "gold", "red"),
    "card": ("line", "felt", "gold", "red"),
}
"""What may frame a thing that lies on each ground."""


def _text(size: float) -> AliasProperty:
    """Return a text size in sp that grows with the person's choice."""
    return AliasProperty(lambda theme: sp(size) * theme.text_percent / 100, bind=["text_percent"], cache=True)


def _length(size: float) -> NumericProperty:
    """Return a length that follows the density of the screen."""
    return NumericProperty(f"{size}dp")


class Theme(EventDispatcher):
    """What kv calls `theme`: every colour and size by name, light or dark, at the chosen text size."""

    dark = BooleanProperty(False)
    text_percent = BoundedNumericProperty(TEXT_PERCENTS[0], min=TEXT_PERCENTS[0], max=TEXT_PERCENTS[-1])

    paper = ColorProperty(LIGHT.paper)
    card = ColorProperty(LIGHT.card)
    ink = ColorProperty(LIGHT.ink)
    soft = ColorProperty(LIGHT.soft)
    line = ColorProperty(LIGHT.line)
    felt = ColorProperty(LIGHT.felt)
    felt_ink = ColorProperty(LIGHT.felt_ink)
    felt_text = ColorProperty(LIGHT.felt_text)
    felt_soft = ColorProperty(LIGHT.felt_soft)
    blue = ColorProperty(LIGHT.blue)
    red = ColorProperty(LIGHT.red)
    gold = ColorProperty(LIGHT.gold)
    gold_soft = ColorProperty(LIGHT.gold_soft)

    note = _text(17)
    body = _text(20)
    button = _text(21)
    heading = _text(24)
    title = _text(34)
    figure = _text(22)
    typed = _text(50)

    gap = _length(8)
    space = _length(16)
    room = _length(24)
    target = _length(60)
    least_target = _length(56)
    radius = _length(14)
    hairline = _length(1)
    outline = _length(2)
    chosen_outline = _length(3)

    def on_dark(self, _theme: Theme, dark: bool) -> None:
        """Change every ink and ground at once."""
        palette = DARK if dark else LIGHT
        for field in fields(Palette):
            setattr(self, field.name, getattr(palette, field.name))


def register_fonts() -> None:
    """Make the one family of type known to Kivy."""
    LabelBase.register(FONT, str(FONTS / "Nord-Regular.ttf"), fn_bold=str(FONTS / "Nord-Bold.ttf"))
