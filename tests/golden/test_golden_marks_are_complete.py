"""The golden marks leave out no contract, result or form of the game, and every donne of them is balanced."""

from itertools import product

import pytest

from tests.golden.marks import Case, cases, sheet

CONTRACTS = ("prise", "garde", "garde_sans", "garde_contre")
CHELEMS = ("announced_made", "announced_failed", "unannounced", "defense")


def form(case: Case) -> str:
    """Return in which form of the game the donne was played."""
    if case.request["mort"]:
        return "mort"
    if case.request["players"] == 5:
        return "called king" if case.request["partner"] else "alone"
    return str(case.request["players"])


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.id)
def test_a_donne_sums_to_zero_and_its_defenders_mark_the_total(case: Case) -> None:
    marks = case.answer["marks"]
    apart = {case.request["preneur"], case.request["partner"], case.request["mort"]}
    assert sum(marks.values()) == 0
    assert {mark for seat, mark in marks.items() if seat not in apart} == {-case.answer["total"]}


def test_the_worked_sheet_adds_up_to_its_bilan() -> None:
    worked = sheet()
    assert len(worked.donnes) == 5
    assert worked.bilan == {seat: sum(donne.answer["marks"][seat] for donne in worked.donnes) for seat in worked.bilan}


def test_every_contract_is_made_and_goes_down_in_every_form_of_the_game() -> None:
    seen = {(form(case), case.request["contract"], case.answer["made"]) for case in cases()}
    assert seen >= set(product(("3", "4", "called king", "alone"), CONTRACTS, (True, False)))
    assert {(name, made) for name, _, made in seen} >= {("mort", True), ("mort", False)}


def test_the_club_contest_has_its_own_donnes() -> None:
    own = [case for case in cases() if case.request.get("ruleset") == "asce"]
    assert {(case.request["contract"], case.answer["made"]) for case in own} == set(product(CONTRACTS, (True, False)))


def test_every_bonus_is_worked_out() -> None:
    asked = [case.request for case in cases()]
    assert {each["chelem"] for each in asked} == {None, *CHELEMS}
    assert {each["petit_au_bout"] for each in asked} == {None, "attack", "defense"}
    shown = {(form(case), each["atouts"]) for case in cases() for each in case.request["poignees"]}
    assert shown >= set(product(("4",), (10, 13, 15))) | set(product(("3",), (13, 15, 18)))
    assert shown >= set(product(("called king",), (8, 10, 13)))
