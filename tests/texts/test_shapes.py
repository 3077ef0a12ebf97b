"""The shape of a tournament in one line."""

from fractions import Fraction

import pytest

from app.domain.errors import Refused
from app.domain.tournoi.cut import Cut
from app.domain.tournoi.shape import PRESETS, check_shape
from app.texts.shapes import read_shape


@pytest.mark.parametrize(
    ("typed", "preset"),
    [("6x4", "6x4"), ("5x5 keep:20 5x1", "5x5+20"), ("5×4 garder:12 1X4", "5x4+12")],
)
def test_the_usual_shapes_can_be_typed(typed: str, preset: str) -> None:
    assert read_shape(typed) == PRESETS[preset]


def test_seances_shares_and_divisions_can_be_typed() -> None:
    shape = read_shape("5x4 garder:50% diviser:2 / 5x4")
    assert [len(seance.positions) for seance in shape.seances] == [5, 5]
    assert shape.positions[4].cut == Cut(Fraction(1, 2), 2)
    assert check_shape(shape) == ()


@pytest.mark.parametrize("typed", ["5", "keep:20 5x5", "5x5 divide:50%", "5x5 keep:-1", "99x4 9x4"])
def test_what_is_no_shape_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        read_shape(typed)
