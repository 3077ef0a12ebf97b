"""The palettes are readable by weak eyes, and a change of light reaches everyone."""

from dataclasses import fields

import pytest
from kivy.utils import get_color_from_hex

from app.ui.theme import DARK, INKS_ON, LIGHT, OUTLINES_ON, Palette, Theme
from tests.ui.contrast import OUTLINE, TEXT, contrast

pytestmark = pytest.mark.usefixtures("play")  # sizes are those of a screen: there must be one

PALETTES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])


@PALETTES
def test_every_ink_can_be_read_on_its_ground(palette: Palette) -> None:
    for ground, inks in INKS_ON.items():
        for ink in inks:
            ratio = contrast(getattr(palette, ink), getattr(palette, ground))
            assert ratio >= TEXT, f"{ink} on {ground}: {ratio:.2f}"


@PALETTES
def test_every_outline_can_be_seen(palette: Palette) -> None:
    for ground, outlines in OUTLINES_ON.items():
        for outline in outlines:
            ratio = contrast(getattr(palette, outline), getattr(palette, ground))
            assert ratio >= OUTLINE, f"{outline} on {ground}: {ratio:.2f}"


def test_the_theme_has_every_colour_of_the_palette_and_follows_the_light() -> None:
    theme = Theme()
    for dark, palette in ((False, LIGHT), (True, DARK), (False, LIGHT)):
        theme.dark = dark
        for field in fields(Palette):
            assert getattr(theme, field.name) == get_color_from_hex(getattr(palette, field.name))


def test_every_text_size_grows_with_the_choice_and_says_so() -> None:
    theme = Theme()
    names = ("note", "body", "button", "heading", "title", "figure", "typed")
    before = {name: getattr(theme, name) for name in names}
    told: list[str] = []
    for name in names:
        theme.fbind(name, lambda _theme, _size, name=name: told.append(name))
    theme.text_percent = 150
    assert {name: getattr(theme, name) for name in names} == {name: size * 1.5 for name, size in before.items()}
    assert sorted(told) == sorted(names)


def test_figures_and_targets_are_never_small() -> None:
    theme = Theme()
    assert theme.figure >= 22
    assert theme.typed >= 50
    assert theme.target >= 56
