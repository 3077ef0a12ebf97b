"""The federation's movement for five tables and more, with its special steps, and the club contest's.

Fascicule 2 (2017), ch. 2, Mouvement normal FFT : 5 tables et plus. Règlement du concours ASCE, art. 5.
"""

from __future__ import annotations

from app.domain.mouvement.rotation import Rotation, Steps

LEAST_TABLES = 5

USUAL = Steps.of(s=1, e=2, o=-2)
_WEST_BY_ONE = Steps.of(s=1, e=2, o=-1)
_WEST_BY_THREE = Steps.of(s=1, e=2, o=-3)

# Tables whose usual step is another, as printed under « ATTENTION ».
_USUAL_AT = {6: _WEST_BY_ONE, 8: _WEST_BY_ONE, 10: _WEST_BY_ONE}

# Steps on arriving at the position named, where they are not the usual ones.
SPECIAL: dict[int, dict[int, Steps]] = {
    6: {3: Steps.of(1, 3, -1), 4: Steps.of(1, 2, -2)},
    8: {5: Steps.of(2, 3, -1), 6: Steps.of(1, 4, -1)},
    9: {4: Steps.of(1, 3, -3), 5: Steps.of(1, 3, -3)},
    10: {6: Steps.of(1, 3, -2)},
    12: {4: _WEST_BY_THREE, 7: Steps.of(1, 3, -2)},
    14: {5: _WEST_BY_THREE},
    15: {5: _WEST_BY_THREE},
    16: {5: _WEST_BY_THREE, 6: _WEST_BY_THREE},
    18: {6: _WEST_BY_THREE},
    20: {6: _WEST_BY_THREE},
}


def fft(tables: int) -> Rotation:
    """Return the federation's movement for so many tables, five or more."""
    return Rotation(tables, _USUAL_AT.get(tables, USUAL), tuple(SPECIAL.get(tables, {}).items()))


def asce(tables: int) -> Rotation:
    """Return the contest's movement: East up one table, South two, West three."""
    return Rotation(tables, Steps.of(s=2, e=1, o=3))
