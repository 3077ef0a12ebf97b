"""Makes the two fonts of the windows out of Atkinson Hyperlegible Next and DejaVu Sans.

    python app/ui/fonts/make_fonts.py ATKINSON DEJAVU

ATKINSON and DEJAVU are the unpacked npm packages @fontsource/atkinson-hyperlegible-next and
dejavu-fonts-ttf. Nothing is downloaded. Kivy's text can neither switch OpenType
features on nor fall back on a second font, so both are settled here, once: figures of one width are the
default ones, and the few signs that Atkinson lacks come from DejaVu. The same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

HERE = Path(__file__).parent
FAMILY = "Nord"
STYLES = (("Regular", 400, "DejaVuSans.ttf"), ("Bold", 700, "DejaVuSans-Bold.ttf"))

# Suits, marks of state, arrows and keys: what a score sheet says without words.
SIGNS = "♠♥♦♣♤♡♢♧✓✗◆◇●○■□▲▼◀▶←↑→↓↶↷⇄⌫☰✎⚑⚠★☆≥≤≠≈"
THIN_SPACE, NARROW_NO_BREAK_SPACE = 0x2009, 0x202F
# Substitutions are settled here, and hints of one font mean nothing in another. Kerning (GPOS) stays.
DROPPED = ("GSUB", "STAT", "MATH", "kern", "prep", "fpgm", "cvt ", "gasp", "FFTM")


def main() -> None:
    """Write Nord-Regular.ttf, Nord-Bold.ttf and both licences beside this file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("atkinson", type=Path)
    parser.add_argument("dejavu", type=Path)
    args = parser.parse_args()
    for style, weight, dejavu in STYLES:
        font = build(args.atkinson / "files", args.dejavu / "ttf" / dejavu, weight=weight)
        name(font, style)
        font.save(HERE / f"{FAMILY}-{style}.ttf", reorderTables=True)
    shutil.copyfile(args.atkinson / "LICENSE", HERE / "Atkinson-Hyperlegible-Next.txt")
    shutil.copyfile(args.dejavu / "LICENSE", HERE / "DejaVu.txt")


def build(atkinson: Path, dejavu: Path, *, weight: int) -> TTFont:
    """Return one font with all letters, figures of one width and all signs."""
    latin = TTFont(atkinson / f"atkinson-hyperlegible-next-latin-{weight}-normal.woff2", recalcTimestamp=False)
    extended = TTFont(atkinson / f"atkinson-hyperlegible-next-latin-ext-{weight}-normal.woff2", recalcTimestamp=False)
    tabular_figures(latin)
    keep(extended, set(extended.getBestCmap()) - set(latin.getBestCmap()))
    signs = TTFont(dejavu, recalcTimestamp=False)
    keep(signs, {ord(sign) for sign in SIGNS} - set(latin.getBestCmap()) - set(extended.getBestCmap()))
    scale_upem(signs, latin["head"].unitsPerEm)
    lines = {key: getattr(latin["hhea"], key) for key in ("ascent", "descent", "lineGap")}
    stamp = latin["head"].created, latin["head"].modified

    font = merge(latin, extended, signs)
    for table in font["cmap"].tables:
        table.cmap[NARROW_NO_BREAK_SPACE] = table.cmap[THIN_SPACE]
    # The tall signs must not push the lines of text apart.
    for key, value in lines.items():
        setattr(font["hhea"], key, value)
    font["OS/2"].sTypoAscender, font["OS/2"].sTypoDescender = lines["ascent"], lines["descent"]
    font["OS/2"].usWinAscent, font["OS/2"].usWinDescent = lines["ascent"], -lines["descent"]
    font["head"].created, font["head"].modified = stamp
    return font


def tabular_figures(font: TTFont) -> None:
    """Make the figures of one width the ones that a plain character asks for."""
    table = font["GSUB"].table
    lookups = {
        index
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "tnum"
        for index in record.Feature.LookupListIndex
    }
    swap = {
        old: new
        for index in lookups
        for subtable in table.LookupList.Lookup[index].SubTable
        for old, new in getattr(subtable, "ExtSubTable", subtable).mapping.items()
    }
    for cmap in font["cmap"].tables:
        cmap.cmap = {code: swap.get(glyph, glyph) for code, glyph in cmap.cmap.items()}


def keep(font: TTFont, codes: set[int]) -> None:
    """Leave only the glyphs of these characters."""
    options = Options(hinting=False, notdef_outline=True, drop_tables=[*DROPPED, "GPOS", "GDEF"])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)


def merge(*fonts: TTFont) -> TTFont:
    """Return the fonts as one; the first gives the metrics."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for index, font in enumerate(fonts):
            for tag in DROPPED:
                if tag in font:
                    del font[tag]
            font.flavor = None
            paths.append(f"{folder}/{index}.ttf")
            font.save(paths[-1])
        merged = Merger().merge(paths)
    merged.recalcTimestamp = False
    return merged


def name(font: TTFont, style: str) -> None:
    """Give the made font a name of its own: it is no longer the font that its authors published."""
    records = font["name"]
    records.names = [record for record in records.names if record.nameID in (0, 13, 14)]
    full = f"{FAMILY} {style}"
    for number, text in ((1, FAMILY), (2, style), (3, full), (4, full), (6, f"{FAMILY}-{style}")):
        records.setName(text, number, 3, 1, 0x409)


if __name__ == "__main__":
    main()
