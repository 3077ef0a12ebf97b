"""Chance from a seed: the published stream, fair numbers, and the same draw everywhere."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.chance import SEEDS, Chance


def test_the_stream_is_splitmix64_as_published() -> None:
    """The reference values of the generator for the seed 1234567."""
    chance = Chance(1234567)
    assert [chance.next64() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_shown_seed_always_gives_the_same_order() -> None:
    """If this ever changes, draws made with an earlier version can no longer be checked."""
    assert Chance(7).shuffled("abcdefgh") == list("befcgadh")


@given(st.integers(0, SEEDS - 1), st.lists(st.integers(), max_size=50))
def test_a_shuffle_keeps_everybody_and_its_seed_decides(seed: int, items: list[int]) -> None:
    shuffled = Chance(seed).shuffled(items)
    assert Counter(shuffled) == Counter(items)
    assert shuffled == Chance(seed).shuffled(items)


def test_every_order_of_three_comes_about_as_often_as_any_other() -> None:
    chance = Chance(1)
    orders = Counter("".join(chance.shuffled("abc")) for _ in range(6000))
    assert len(orders) == 6
    assert all(900 < times < 1100 for times in orders.values())


def test_a_number_past_the_last_fair_one_is_drawn_again() -> None:
    """Below two thirds of 2**64 every third number would come twice as often without it."""
    n = 2 * SEEDS // 3
    first = Chance(1)
    raw = Chance(1)
    expected = next(drawn for drawn in iter(raw.next64, None) if drawn < n)
    assert first.below(n) == expected
    drawn = [first.below(n) for _ in range(300)]
    assert sum(value < n // 2 for value in drawn) < 190


@pytest.mark.parametrize("seed", [-1, SEEDS])
def test_a_seed_out_of_range_is_an_error(seed: int) -> None:
    with pytest.raises(ValueError, match="whole number from 0"):
        Chance(seed)


def test_the_first_and_the_last_seed_are_seeds() -> None:
    assert Chance(0).next64() != Chance(SEEDS - 1).next64()
