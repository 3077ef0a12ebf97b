"""A donne in one line: what is typed is read, and what is written is read back the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.donne.contrat import Camp, Chelem, Contrat
from app.domain.donne.donne import Poignee
from app.domain.errors import Refused
from app.domain.events.table import Entry, NoContract
from app.domain.tournoi.sheet import Scored
from app.texts.notation import read_donne, write_donne

seats = st.sampled_from(["N", "S", "E", "O", "E2"])
entries = st.builds(
    Entry,
    preneur=seats,
    contrat=st.sampled_from(Contrat),
    bouts=st.integers(0, 3),
    demi_points=st.integers(0, 182),
    petit_au_bout=st.none() | st.sampled_from(Camp),
    poignees=st.lists(st.builds(Poignee, seats, st.sampled_from([8, 10, 13, 15, 18])), max_size=2).map(tuple),
    chelem=st.none() | st.sampled_from(Chelem),
    partner=st.none() | seats,
    mort=st.none() | seats,
)
scored = st.builds(
    Scored,
    st.dictionaries(seats, st.integers(-9999, 9999), min_size=1),
    st.none() | st.tuples(seats, st.sampled_from(Contrat)),
)


@given(entries | scored | st.sampled_from(NoContract))
def test_what_is_written_is_read_back_the_same(donne: Entry | Scored | NoContract) -> None:
    assert read_donne(write_donne(donne)) == donne


EAST = Entry(
    preneur="E",
    contrat=Contrat.GARDE,
    bouts=2,
    demi_points=98,
    petit_au_bout=Camp.ATTACK,
    poignees=(Poignee("E", 10),),
)


@pytest.mark.parametrize(
    "typed",
    [
        "E garde 2 49 poignee:E10 petit:attaque",
        "e GARDE 2 49 petit:a poignée:e10",
        "E g 2b 49p poi:E10 petit:attack",
        "  E   garde 2 49,0 poignee:E-10  petit:attaque ",
    ],
)
def test_it_is_read_however_it_is_typed(typed: str) -> None:
    assert read_donne(typed) == EAST


@pytest.mark.parametrize("typed", ["O garde sans 2 45", "O garde_sans 2 45", "W gs 2 45", "o sans 2 45"])
def test_a_contract_of_two_words_is_one_contract(typed: str) -> None:
    assert read_donne(typed) == Entry(preneur="O", contrat=Contrat.GARDE_SANS, bouts=2, demi_points=90)


def test_half_points_are_kept() -> None:
    assert read_donne("S prise 1 40,5") == read_donne("S prise 1 40.5")


def test_nobody_played() -> None:
    assert read_donne("Passe") is NoContract.ALL_PASS
    assert read_donne("petit sec") is NoContract.PETIT_SEC


def test_everything_that_cannot_be_read_is_told_at_once() -> None:
    with pytest.raises(Refused) as refused:
        read_donne("X gard deux beaucoup petit:moi")
    assert [wrong.key for wrong in refused.value.violations] == [
        "notation.seat",
        "notation.contract",
        "notation.bouts",
        "notation.points",
        "notation.extra",
    ]


@pytest.mark.parametrize("typed", ["", "E", "E garde 2", "marques", "marques N"])
def test_half_a_donne_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        read_donne(typed)


def test_east_is_not_taken_for_the_second_east() -> None:
    assert read_donne("marques S-100 E200 O-100") == Scored({"S": -100, "E": 200, "O": -100})
    assert read_donne("marques E2+200 E:-200") == Scored({"E2": 200, "E": -200})


def test_a_seat_marks_once() -> None:
    with pytest.raises(Refused):
        read_donne("marques N-106 N-106 E212")
