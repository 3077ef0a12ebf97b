"""Cells that a spreadsheet can never take for a formula, and the same cells back."""

from __future__ import annotations

# What begins a formula in one spreadsheet or another; the wide forms are read as the narrow ones in some.
FORMULA = tuple("=+-@\t\r\n＝＋－＠")
SHIELD = "'"


def shielded(text: str) -> str:
    """Return a text as it is written in a cell: an apostrophe before what could begin a formula, or before another."""
    return SHIELD + text if text.lstrip(" ").startswith(FORMULA) or text.startswith(SHIELD) else text


def unshielded(cell: str) -> str:
    """Return the text that was written so; a cell that was not shielded stays as it is."""
    return cell[1:] if cell.startswith(SHIELD) and shielded(cell[1:]) == cell else cell


def is_formula(cell: str) -> bool:
    """Whether a spreadsheet would compute this cell instead of showing it."""
    return cell.lstrip(" ").startswith(FORMULA)
