"""Figures are written so that they cannot be misread."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.texts.catalogue import texts
from app.texts.figures import number, points, remaining, signed

FR, EN = texts("fr"), texts("en")


@pytest.mark.parametrize(
    ("mark", "text"),
    [(1346, "+1\u202f346"), (-446, "−446"), (0, "0"), (-1234567, "−1\u202f234\u202f567"), (92, "+92")],
)
def test_a_mark_carries_its_sign_a_true_minus_and_thin_thousands(mark: int, text: str) -> None:
    assert signed(mark) == text


@given(st.integers())
def test_a_mark_can_be_read_back(mark: int) -> None:
    assert int(signed(mark).replace("\u202f", "").replace("−", "-")) == mark


@given(st.integers())
def test_a_number_never_breaks_over_two_lines(n: int) -> None:
    assert not {" ", "\n", "-"} & set(number(n))


@pytest.mark.parametrize(
    ("demi_points", "french", "english"),
    [(104, "52", "52"), (81, "40,5", "40.5"), (1, "0,5", "0.5"), (-3, "−1,5", "−1.5"), (0, "0", "0")],
)
def test_half_points_take_the_decimal_mark_of_the_language(demi_points: int, french: str, english: str) -> None:
    assert points(demi_points, FR) == french
    assert points(demi_points, EN) == english


@pytest.mark.parametrize(
    ("seconds", "french"),
    [
        (18 * 60, "reste 18 min"),
        (17 * 60 + 1, "reste 18 min"),
        (0.5, "reste 1 min"),
        (0, "temps écoulé"),
        (-30, "temps écoulé"),
        (65 * 60, "reste 1 h 05"),
        (3600, "reste 1 h 00"),
    ],
)
def test_time_that_is_left_never_looks_like_the_time_of_day(seconds: float, french: str) -> None:
    assert remaining(seconds, FR).replace("\u00a0", " ") == french
