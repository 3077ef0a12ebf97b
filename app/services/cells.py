"""Cells that a spreadsheet can never take for a formula, and the same cells back."""

from __future__ import annotations

import re

# What begins a formula in one spreadsheet or another; the wide forms are read as the narrow ones in some.
FORMULA = tuple("=+-@\t\r\n＝＋－＠")
SHIELD = "'"
# Where a spreadsheet that is set to another separator would begin a cell in the middle of a text, and a formula in it.
_CUT = "[;,\t\r\n]"
_BEGINS = '[ "]*[=+@＝＋－＠-]'
_TO_SHIELD = re.compile(f"(?<={_CUT})(?='*{_BEGINS})")
_SHIELDED = re.compile(f"(?<={_CUT})'(?='*{_BEGINS})")


def shielded(text: str) -> str:
    """Return a text as it is written in a cell.

    An apostrophe stands before what could begin a formula, or before another one; so does one wherever a formula
    would begin if the text were cut at a semicolon, a comma, a tab or a line end.
    """
    inside = _TO_SHIELD.sub(SHIELD, text)
    return SHIELD + inside if is_formula(text) or text.startswith(SHIELD) else inside


def unshielded(cell: str) -> str:
    """Return the text that was written so; a cell that was not shielded stays as it is."""
    whole = cell[1:] if cell.startswith(SHIELD) else cell
    text = _SHIELDED.sub("", whole)
    return text if shielded(text) == cell else cell


def is_formula(cell: str) -> bool:
    """Whether a spreadsheet would compute this cell instead of showing it."""
    return cell.lstrip(" ").startswith(FORMULA)
