"""The marks of a donne: the worked sheet, every legal entry at four, properties at three and five."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli.compute.marks import answer
from app.domain.donne.checks import check_donne
from app.domain.donne.contrat import FORMES, THRESHOLDS, Camp, Chelem, Contrat
from app.domain.donne.donne import Donne, Poignee
from app.domain.donne.marque import score_donne
from tests.golden import marks as golden
from tests.strategies import donnes

SEATS = ("N", "S", "E", "O")
POIGNEES = (None, *(size for size, _ in FORMES[4].poignees))


def test_the_worked_sheet_comes_out_donne_by_donne_and_in_its_bilan() -> None:
    sheet = golden.sheet()
    bilan: Counter[str] = Counter()
    for case in sheet.donnes:
        bilan.update(answer(case.request)["marks"])
    assert dict(bilan) == {"N": -446, "S": 1346, "E": -390, "O": -510} == sheet.bilan


def is_legal(contrat: Contrat, bouts: int, points: int, petit: Camp | None, chelem: Chelem | None) -> bool:
    """The law of an entry at four, written again from its words alone."""
    made = points >= (56, 51, 41, 36)[bouts]
    all_tricks = chelem in (Chelem.ANNOUNCED_MADE, Chelem.UNANNOUNCED)
    if not 4 * bouts <= points <= 91 - 4 * (3 - bouts):
        return False
    if (petit is Camp.ATTACK and bouts == 0) or (petit is Camp.DEFENSE and bouts == 3):
        return False
    if all_tricks:
        figures = contrat is Contrat.GARDE_CONTRE or (points, bouts) in ((91, 3), (87, 2))
        return made and figures and petit is not Camp.DEFENSE
    if chelem is Chelem.DEFENSE:
        return not made and petit is not Camp.ATTACK
    return points != 91


@pytest.mark.parametrize("contrat", Contrat)
def test_every_legal_entry_at_four_sums_to_zero_and_is_the_same_for_every_seat(contrat: Contrat) -> None:
    entries = product(range(4), range(92), (None, *Camp), POIGNEES, (None, *Chelem))
    for bouts, points, petit, atouts, chelem in entries:
        legal = is_legal(contrat, bouts, points, petit, chelem)
        totals = set()
        for seat, mate in zip(SEATS, (*SEATS[1:], SEATS[0]), strict=True):
            donne = Donne(
                players=4,
                seats=SEATS,
                preneur=seat,
                contrat=contrat,
                bouts=bouts,
                demi_points=2 * points,
                petit_au_bout=petit,
                poignees=() if atouts is None else (Poignee(mate, atouts),),
                chelem=chelem,
            )
            assert (check_donne(donne) == ()) is legal, donne
            if legal:
                marque = score_donne(donne)
                others = [mark for other, mark in marque.marks.items() if other != seat]
                assert sum(marque.marks.values()) == 0
                assert others == [-marque.total] * 3
                assert marque.made is (points >= THRESHOLDS[bouts])
                totals.add(marque.total)
        assert len(totals) == legal


@given(donnes())
def test_the_marks_sum_to_zero_and_each_defender_pays_the_total(donne: Donne) -> None:
    assert check_donne(donne) == ()
    marque = score_donne(donne)
    assert sum(marque.marks.values()) == 0
    assert set(marque.marks) == set(donne.seats)
    apart = {donne.partner: marque.total, donne.mort: 0}
    for seat, mark in marque.marks.items():
        assert mark == apart.get(seat, -marque.total) or seat == donne.preneur


@given(donnes().flatmap(lambda donne: st.tuples(st.just(donne), st.permutations(donne.seats))))
def test_the_marks_follow_the_players_when_they_change_seats(drawn: tuple[Donne, list[str]]) -> None:
    donne, names = drawn
    other = dict(zip(donne.seats, names, strict=True))
    moved = Donne(
        players=donne.players,
        seats=tuple(other[seat] for seat in donne.seats),
        preneur=other[donne.preneur],
        contrat=donne.contrat,
        bouts=donne.bouts,
        demi_points=donne.demi_points,
        petit_au_bout=donne.petit_au_bout,
        poignees=tuple(Poignee(other[p.by], p.atouts) for p in donne.poignees),
        chelem=donne.chelem,
        partner=other.get(donne.partner or ""),
        mort=other.get(donne.mort or ""),
    )
    before, after = score_donne(donne).marks, score_donne(moved).marks
    assert {other[seat]: mark for seat, mark in before.items()} == after


@given(donnes())
def test_a_half_point_goes_to_the_camp_that_wins(donne: Donne) -> None:
    marque = score_donne(donne)
    threshold = THRESHOLDS[donne.bouts]
    rounded = -(-donne.demi_points // 2) if marque.made else donne.demi_points // 2
    assert dict(marque.steps[0].details)["diff"] == rounded - threshold
    assert marque.made is (rounded >= threshold)


@given(donnes())
def test_the_steps_tell_the_reckoning_from_the_contract_to_the_preneur(donne: Donne) -> None:
    marque = score_donne(donne)
    said = [step.what for step in marque.steps]
    order = ["contract", "multiplier", "poignee", "petit_au_bout", "chelem", "total", "preneur_share"]
    assert said == sorted(said, key=order.index)
    contract, multiplier, *bonuses, total, share = marque.steps
    assert multiplier.value == contract.value * donne.contrat.coef
    assert total.value == multiplier.value + sum(step.value for step in bonuses) == marque.total
    assert share.value == marque.marks[donne.preneur] == marque.total * dict(share.details)["times"]


def test_the_steps_say_what_a_person_would_say() -> None:
    donne = Donne(
        players=4,
        seats=SEATS,
        preneur="E",
        contrat=Contrat.GARDE,
        bouts=2,
        demi_points=98,
        petit_au_bout=Camp.ATTACK,
        poignees=(Poignee("E", 10),),
        chelem=None,
    )
    assert [(step.what, step.value, dict(step.details)) for step in score_donne(donne).steps] == [
        ("contract", 33, {"base": 25, "diff": 8, "threshold": 41, "made": True}),
        ("multiplier", 66, {"contract": "garde", "coef": 2}),
        ("poignee", 20, {"by": "E", "atouts": 10}),
        ("petit_au_bout", 20, {"camp": "attack", "coef": 2}),
        ("total", 106, {}),
        ("preneur_share", 318, {"times": 3}),
    ]


def test_a_chelem_and_a_called_partner_are_said_too() -> None:
    donne = Donne(
        players=5,
        seats=("N", "S", "E", "O", "E2"),
        preneur="E",
        contrat=Contrat.GARDE,
        bouts=0,
        demi_points=0,
        chelem=Chelem.DEFENSE,
        partner="O",
    )
    *_, chelem, total, share = score_donne(donne).steps
    assert (chelem.what, chelem.value, dict(chelem.details)) == ("chelem", -200, {"chelem": "defense"})
    assert total.value == -(25 + 56) * 2 - 200
    assert dict(share.details) == {"times": 2, "partner": "O"}
