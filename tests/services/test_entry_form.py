"""The form of a donne: any order of taps, the law's reading at every moment."""

import json

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
    assert form.counting(Camp.ATTACK).digits == ""


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
