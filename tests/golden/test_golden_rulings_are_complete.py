"""The golden rulings miss no code, no player at fault and no result, and do not contradict themselves."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from tests.golden.rulings import RULESETS, Case, cases

AFFAIRS = {
    "fausse_donne": (
        "dealing",
        "card_turned",
        "low_card_turned",
        "after_contract",
        "during_play",
        "dealt_for_another",
        "after_time",
    ),
    "erreur_donneur": ("before_end", "after_end"),
    "carte_exposee": ("", "harmless", "distorting"),
    "hors_tour": ("",),
    "renonce": ("not_consumed", "consumed"),
    "faux_ecart": ("seven", "five", "forbidden_card"),
    "jeu_jete": ("",),
    "chien_vu": ("",),
    "cartes_defenseur": ("",),
    "petit_sec": ("announced", "found_in_play"),
    "coupe_retournee": ("",),
    "toucher_cartes": ("",),
    "etalage": ("",),
    "lenteur": ("",),
    "fumer": ("",),
    "ethique": (
        "incorrection",
        "hesitation",
        "hesitation_bid",
        "manierisme",
        "kamikaze",
        "ebriete",
        "renonce_call",
        "arbiter_not_called",
        "fausse_donne",
    ),
    "feuille": ("not_zero", "missing_ids", "left_on_table", "lost"),
    "retard": ("",),
    "abandon": ("",),
    "poignee": (
        "disorder",
        "incomplete_fixable",
        "incomplete_final",
        "too_many",
        "before_turn",
        "after_first_card",
        "wrong_time",
        "excuse_hides_atout",
    ),
}
CODES = {f"{affair}.{case}".removesuffix(".") for affair, named in AFFAIRS.items() for case in named}
WARNING_FIRST = {"carte_exposee", "hors_tour", "renonce.not_consumed", "poignee.disorder", "toucher_cartes"}


def roles_of(code: str) -> set[str]:
    """Return who must appear as the player at fault for a code, be it to be refused."""
    if code.startswith("feuille."):
        return {"table"}
    roles = {"preneur", "defender", "dealer"}
    if code in ("fausse_donne.after_contract", "fausse_donne.during_play"):
        roles |= {"dealer-preneur"}
    if code.startswith(("carte_exposee", "hors_tour", "renonce", "chien_vu")):
        roles |= {"partner"}
    if code.startswith(("erreur_donneur", "petit_sec", "coupe_retournee")):
        roles |= {"nobody"}
    return roles


def answered(ruleset: str) -> Iterator[tuple[Case, dict[str, Any]]]:
    """Yield the cases that are not refused, each with its answer."""
    for case in cases(ruleset):
        if case.answer is not None:
            yield case, case.answer


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_code_is_ruled_for_every_player_at_fault_and_every_result(ruleset: str) -> None:
    seen: dict[str, set[tuple[str, bool | None]]] = defaultdict(set)
    for case in cases(ruleset):
        seen[case.request["code"]].add((case.role, case.request["made"]))
    assert set(seen) == CODES
    for code in CODES:
        missing = {(role, made) for role in roles_of(code) for made in (True, False, None)} - seen[code]
        assert not missing, f"{code}: {missing}"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_case_is_given_twice(ruleset: str) -> None:
    requests = Counter(repr(sorted(case.request.items())) for case in cases(ruleset))
    ids = Counter(case.id for case in cases(ruleset))
    assert not [request for request, times in (requests + ids).items() if times > 1]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_case_carries_the_heading_of_its_source(ruleset: str) -> None:
    sources = ("Fascicule 2 (2017), ", "Code d'arbitrage (2014), ", "Règlement du concours (ASCE), ")
    assert all(case.heading.startswith(sources) for case in cases(ruleset))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_deal_follows_from_what_becomes_of_the_donne(ruleset: str) -> None:
    turn = {"redeal": "same", "counted": "next", "annulled": "next"}
    for case, answer in answered(ruleset):
        donne = answer["donne"]
        again = donne == "annulled" and case.request["code"] == "fausse_donne.after_contract"
        assert answer["dealer"] == ("same" if again else turn.get(donne)), case.id


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_donne_is_counted_only_once_its_result_is_known(ruleset: str) -> None:
    for case, answer in answered(ruleset):
        known = case.request["made"] is not None
        assert answer["donne"] != ("plays_on" if known else "counted"), case.id


@pytest.mark.parametrize("ruleset", RULESETS)
def test_only_a_fault_of_poignee_says_what_becomes_of_the_poignee(ruleset: str) -> None:
    for case, answer in answered(ruleset):
        if not case.request["code"].startswith("poignee."):
            assert answer["poignee"] is None, case.id
        elif answer["donne"] == "counted":
            assert answer["poignee"] in ("counts", "void"), case.id


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_was_warned_is_not_warned_again(ruleset: str) -> None:
    for case, answer in answered(ruleset):
        if case.request.get("warned"):
            assert answer["warnings"] == [], case.id


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_second_fault_of_a_family_costs_what_a_first_one_warns_of(ruleset: str) -> None:
    first: set[tuple[str, str]] = set()
    second: set[tuple[str, str]] = set()
    for case, answer in answered(ruleset):
        if case.request["code"] in WARNING_FIRST:
            first.update((case.request["code"], player) for player in answer["warnings"])
            second.update((case.request["code"], penalty["player"]) for penalty in answer["penalties"])
    assert {code for code, _ in first} == WARNING_FIRST
    assert first == second
