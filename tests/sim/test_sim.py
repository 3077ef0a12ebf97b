"""Evenings of broken networks and machines lose nothing and count nothing twice; `make sim` plays many more."""

from collections import Counter

import pytest

from tests.sim.mutants import MUTANTS
from tests.sim.play import FAULTS, play, play_and_count
from tests.sim.world import Kit

EVENINGS = 1000
AT_ONCE = 25  # so that they are shared out between the processes that run the tests


@pytest.mark.parametrize("first", range(0, EVENINGS, AT_ONCE))
def test_whatever_breaks_every_saved_entry_arrives_once(first: int) -> None:
    verdicts = {seed: play(seed) for seed in range(first, first + AT_ONCE)}
    assert not {seed: verdict for seed, verdict in verdicts.items() if not verdict.ok}


def test_the_same_seed_plays_the_same_evening() -> None:
    assert play_and_count(7, MUTANTS["no dedupe"]) == play_and_count(7, MUTANTS["no dedupe"])


def test_everything_that_can_go_wrong_does() -> None:
    fired: Counter[str] = Counter()
    for seed in range(200):
        fired.update(play_and_count(seed)[1])
        if fired.keys() == FAULTS:
            break
    assert fired.keys() == FAULTS


@pytest.mark.parametrize("bug", MUTANTS)
def test_the_simulation_finds_a_bug_that_is_put_back(bug: str) -> None:
    assert first_found(MUTANTS[bug]) is not None


def first_found(kit: Kit, within: int = 500) -> int | None:
    """The first evening that goes wrong."""
    return next((seed for seed in range(within) if not play(seed, kit).ok), None)
