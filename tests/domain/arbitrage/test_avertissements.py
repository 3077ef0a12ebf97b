"""Warnings are remembered by player and family of faults."""

import pytest

from app.domain.arbitrage.avertissements import Avertissements
from app.domain.arbitrage.jugement import RULESETS

FFT_2017, FFT_2014 = RULESETS["fft-2017"], RULESETS["fft-2014"]


@pytest.mark.parametrize(
    ("first", "second", "same_family"),
    [
        ("carte_exposee.harmless", "hors_tour", True),
        ("hors_tour", "renonce.not_consumed", True),
        ("poignee.disorder", "poignee.wrong_time", True),
        ("toucher_cartes", "toucher_cartes", True),
        ("toucher_cartes", "hors_tour", False),
        ("poignee.disorder", "carte_exposee", False),
    ],
)
def test_the_next_fault_of_the_family_finds_its_warning(first: str, second: str, same_family: bool) -> None:
    memory = Avertissements().with_warning("anne", first, FFT_2017)
    assert memory.is_warned("anne", second, FFT_2017) is same_family
    assert not memory.is_warned("bruno", second, FFT_2017)
    assert not Avertissements().is_warned("anne", second, FFT_2017)


def test_warnings_add_up_over_families_and_players() -> None:
    memory = Avertissements().with_warning("anne", "toucher_cartes", FFT_2017)
    memory = memory.with_warning("bruno", "hors_tour", FFT_2017)
    assert memory.is_warned("anne", "toucher_cartes", FFT_2017)
    assert memory.is_warned("bruno", "hors_tour", FFT_2017)
    assert not memory.is_warned("anne", "hors_tour", FFT_2017)


def test_hesitating_is_a_family_of_2014_alone() -> None:
    memory = Avertissements().with_warning("anne", "ethique.hesitation", FFT_2014)
    assert memory.is_warned("anne", "ethique.hesitation_bid", FFT_2014)
    assert FFT_2017.family("ethique.hesitation") == frozenset()


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_fault_that_warns_has_a_family(ruleset) -> None:
    assert all(ruleset.family(regle.code) for regle in ruleset.regles if regle.warns)
