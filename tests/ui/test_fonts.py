"""The one family of type says everything that Nord writes, with figures that stand in columns."""

import itertools
import string

import pytest
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont
from kivy.core.text import Label

from app.ui.fonts.make_fonts import SIGNS
from app.ui.theme import FONT, FONTS, register_fonts
from tests.texts.test_words import PO

FRENCH = "àâäæçéèêëîïôöœùûüÿÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸ’«»…–—·•€½°×−+±"
# Players come from everywhere.
NAMES = "áãåčćđěğíłńñóõøřšşßťúůýžżÁÅČĐŁŃÑÓØŘŠŞÚÝŽŻ"
SPACES = " \u00a0\u2009\u202f"
STYLES = pytest.mark.parametrize("style", ["Regular", "Bold"])


@STYLES
def test_every_sign_that_we_write_has_its_glyph(style: str) -> None:
    with PO.open("rb") as file:
        catalogue = {sign for message in read_po(file) for sign in f"{message.id}{message.string}"} - {"\n"}
    needed = {*string.printable.strip(), *FRENCH, *NAMES, *SPACES, *SIGNS, *catalogue}
    glyphs = TTFont(FONTS / f"Nord-{style}.ttf").getBestCmap()
    assert sorted(sign for sign in needed if ord(sign) not in glyphs) == []


@STYLES
def test_all_digits_have_one_width(style: str) -> None:
    font = TTFont(FONTS / f"Nord-{style}.ttf")
    glyphs, metrics = font.getBestCmap(), font["hmtx"]
    assert len({metrics[glyphs[ord(digit)]][0] for digit in string.digits}) == 1
    assert metrics[glyphs[ord("+")]][0] == metrics[glyphs[ord("−")]][0]
    assert metrics[glyphs[0x202F]] == metrics[glyphs[0x2009]]


@pytest.mark.parametrize("bold", [False, True])
def test_on_the_screen_too_marks_of_as_many_digits_are_as_wide(bold: bool) -> None:
    register_fonts()
    label = Label(font_name=FONT, bold=bold, font_size=50)
    widths = {label.get_extents("+" + "".join(pair) * 2)[0] for pair in itertools.product(string.digits, repeat=2)}
    assert len(widths) == 1


def test_each_font_keeps_its_licence_beside_it() -> None:
    assert "SIL OPEN FONT LICENSE" in (FONTS / "Atkinson-Hyperlegible-Next.txt").read_text()
    assert "Bitstream" in (FONTS / "DejaVu.txt").read_text()
