"""The shape of a tournament in one line."""

from fractions import Fraction

import pytest

from app.domain.errors import Refused
from app.domain.tournoi.cut import Cut
from app.domain.tournoi.score import Score
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


@pytest.mark.parametrize(
    ("typed", "divide"), [("1.5", Fraction(3, 2)), ("1,5", Fraction(3, 2)), ("1,25", Fraction(5, 4)), ("2,0", 2)]
)
def test_a_division_need_not_be_by_a_whole_number(typed: str, divide: Score) -> None:
    cut = read_shape(f"6x4 diviser:{typed} 3x4").positions[5].cut
    assert cut == Cut(divide=divide)
    assert cut is not None
    assert type(cut.divide) is type(divide)


@pytest.mark.parametrize(
    "typed",
    [
        "5",
        "keep:20 5x5",
        "5x5 divide:50%",
        "5x5 keep:-1",
        "99x4 9x4",
        "5x5 keep:1,5 5x5",
        "5x5 divide:1, 5x5",
        "5x5 divide:1,555 5x5",
    ],
)
def test_what_is_no_shape_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        read_shape(typed)
