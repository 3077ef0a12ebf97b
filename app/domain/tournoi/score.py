"""Scores, kept exactly: whole numbers, until a division makes fractions of them."""

from __future__ import annotations

from fractions import Fraction

Score = int | Fraction


def exact(score: Score) -> Score:
    """Return the same score, as an int wherever it is whole."""
    return int(score) if score.denominator == 1 else score


def divided(score: Score, by: Score) -> Score:
    """Return the score divided without rounding: multiplied by the same figure it comes back."""
    return exact(Fraction(score) / by)
