"""Evenings of broken networks and machines lose nothing and count nothing twice; `make sim` plays many more."""

import pytest

from tests.sim.mutants import MUTANTS
from tests.sim.story import play
from tests.sim.world import Kit

# In tens, so that they are shared out between the processes that run the tests.
TENS = range(30)


@pytest.mark.parametrize("ten", TENS)
def test_whatever_breaks_every_saved_entry_arrives_once(ten: int) -> None:
    verdicts = {seed: play(seed) for seed in range(10 * ten, 10 * ten + 10)}
    assert not {seed: verdict for seed, verdict in verdicts.items() if not verdict.ok}


def test_the_same_seed_plays_the_same_evening() -> None:
    assert play(7, MUTANTS["no dedupe"]) == play(7, MUTANTS["no dedupe"])


@pytest.mark.parametrize("bug", MUTANTS)
def test_the_simulation_finds_a_bug_that_is_put_back(bug: str) -> None:
    assert first_found(MUTANTS[bug]) is not None


def first_found(kit: Kit, within: int = 500) -> int | None:
    """The first evening that goes wrong."""
    return next((seed for seed in range(within) if not play(seed, kit).ok), None)
