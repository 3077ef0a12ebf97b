"""The form of a donne: any order of taps, the law's reading at every moment."""

import json
from dataclasses import replace

import pytest
from hypothesis import given

from app.domain.donne.contrat import Camp, Chelem, Contrat
from app.domain.donne.donne import Donne
from app.domain.events.codec import from_json, to_json
from app.domain.events.table import Entry
from app.services.entry_form import HALF, EntryForm, Place, read_form
from tests.strategies import donnes

FOUR = Place(seats=("N", "S", "E", "O"))


def filled(**changes: object) -> EntryForm:
    return EntryForm(**{"preneur": "E", "contrat": Contrat.GARDE, "bouts": 2, "digits": "49", **changes})


def test_an_empty_form_misses_four_things_and_contradicts_nothing() -> None:
    reading = read_form(EntryForm(), FOUR)
    assert reading.missing == ("preneur", "contract", "bouts", "points")
    assert reading.contradictions == ()
    assert not reading.is_ready
    assert reading.marque is None
    assert EntryForm().is_empty


def test_a_whole_form_has_its_marks_before_it_is_validated() -> None:
    reading = read_form(filled(), FOUR)
    assert reading.is_ready
    assert reading.entry == Entry(preneur="E", contrat=Contrat.GARDE, bouts=2, demi_points=98)
    assert reading.marque is not None
    assert dict(reading.marque.marks) == {"N": -66, "S": -66, "E": 198, "O": -66}


@pytest.mark.parametrize(
    ("keys", "digits", "demi_points"),
    [
        ("49", "49", 98),
        ("0", "0", 0),
        ("05", "5", 10),
        ("495", "5", 10),
        (f"40{HALF}", f"40{HALF}", 81),
        (HALF, HALF, 1),
        (f"40{HALF}{HALF}", f"40{HALF}", 81),
        (f"40{HALF}7", "7", 14),
    ],
)
def test_digits_are_typed_as_on_a_calculator(keys: str, digits: str, demi_points: int) -> None:
    form = EntryForm()
    for key in keys:
        form = form.typed(key)
    assert (form.digits, form.demi_points) == (digits, demi_points)


def test_the_points_of_either_camp_may_be_counted() -> None:
    form = filled(digits="").counting(Camp.DEFENSE).typed("4").typed("2")
    assert form.demi_points == 98
    assert form.counting(Camp.DEFENSE) is form


def test_the_other_camps_points_are_carried_over_until_a_digit_begins_anew() -> None:
    form = filled(digits="86").counting(Camp.DEFENSE)
    assert (form.digits, form.demi_points) == ("5", 172)
    assert form.typed("2").digits == "2"
    assert form.typed(HALF).digits == f"5{HALF}"
    assert form.erased().typed("4").typed("2").digits == "42"
    assert form.counting(Camp.ATTACK).digits == "86"
    assert filled(digits=f"40{HALF}").counting(Camp.DEFENSE).digits == f"50{HALF}"
    assert filled(digits="").counting(Camp.DEFENSE).typed("4").typed("2").digits == "42"


def test_a_figure_that_cannot_be_is_told_of_the_camp_that_was_typed_and_leaves_the_other_none() -> None:
    form = filled(digits="99", counted=Camp.DEFENSE)
    (found,) = read_form(form, FOUR).contradictions
    assert (found.key, found.params) == ("defense_out_of_range", (("points", 198),))
    assert (form.points_of(Camp.DEFENSE), form.points_of(Camp.ATTACK)) == ("99", "")
    assert form.counting(Camp.ATTACK).digits == ""
    (halved,) = read_form(filled(digits=f"42{HALF}", counted=Camp.DEFENSE), FOUR).contradictions
    assert halved.params == (("points", 85),)


@pytest.mark.parametrize(
    ("camp", "bouts", "digits", "is_awaited"),
    [
        (Camp.ATTACK, 2, "4", True),
        (Camp.ATTACK, 3, "9", True),
        (Camp.ATTACK, 2, "0", False),
        (Camp.ATTACK, 3, "11", False),
        (Camp.ATTACK, 2, f"4{HALF}", False),
        (Camp.DEFENSE, 1, "4", True),
        (Camp.DEFENSE, 1, "7", True),
        (Camp.DEFENSE, 0, "10", False),
    ],
)
def test_one_digit_on_the_way_to_two_is_awaited_and_no_contradiction(
    camp: Camp, bouts: int, digits: str, is_awaited: bool
) -> None:
    reading = read_form(filled(bouts=bouts, digits=digits, counted=camp), Place(seats=("S", "E", "O")))
    assert not reading.is_ready
    assert (reading.missing == ("points",)) is is_awaited
    assert (reading.contradictions == ()) is is_awaited


def test_a_digit_that_was_recorded_is_not_on_its_way_and_the_next_begins_anew() -> None:
    form = EntryForm.of(Entry(preneur="E", contrat=Contrat.GARDE, bouts=0, demi_points=8))
    assert form.typed("4").typed("9").digits == "49"
    assert read_form(replace(form, bouts=2), FOUR).contradictions


def test_a_key_is_taken_back() -> None:
    assert filled().erased().digits == "4"
    assert filled(digits="").erased().digits == ""


def test_a_poignee_is_shown_changed_and_taken_back() -> None:
    form = EntryForm().showing("S", 10).showing("N", 13).showing("S", 15)
    assert form.poignees == {"N": 13, "S": 15}
    assert form.showing("S", None).poignees == {"N": 13}


def test_the_preneur_is_never_the_partner() -> None:
    assert EntryForm(partner="N").taking("N") == EntryForm(preneur="N")
    assert EntryForm(partner="N").taking("S").partner == "N"


def test_who_was_alone_is_asked_anew_once_another_took() -> None:
    alone = EntryForm().taking("E").calling("E")
    assert (alone.partner, alone.king) == (None, True)
    assert alone.taking("E").king
    assert not alone.taking("S").king
    assert EntryForm().calling(None).taking("S").king


def test_what_contradicts_is_named_and_what_is_doubtful_is_asked() -> None:
    place = Place(seats=("N", "S", "E", "O"), barred=frozenset({"E"}))
    assert [found.key for found in read_form(filled(), place).contradictions] == ["preneur_barred"]
    assert read_form(filled(digits="87"), FOUR).questions == ("a_chelem",)
    assert read_form(filled(digits="87", chelem=Chelem.UNANNOUNCED), FOUR).questions == ()


@given(donnes())
def test_a_recorded_donne_fills_the_form_that_it_came_from(donne: Donne) -> None:
    entry = Entry(
        preneur=donne.preneur,
        contrat=donne.contrat,
        bouts=donne.bouts,
        demi_points=donne.demi_points,
        petit_au_bout=donne.petit_au_bout,
        poignees=donne.poignees,
        chelem=donne.chelem,
        partner=donne.partner,
    )
    form = EntryForm.of(entry)
    assert read_form(form, Place(seats=donne.seats, mort=donne.mort)).entry == entry
    assert from_json(EntryForm, json.loads(json.dumps(to_json(EntryForm, form)))) == form
