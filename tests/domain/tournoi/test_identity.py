"""What registration takes of a player, and what it sends back."""

import pytest

from app.domain.errors import violation
from app.domain.tournoi.identity import MAX_NAME, Identity, check_identity

ANNE = Identity(
    name="DURAND",
    first_name="Anne",
    licence="123456",
    club="Niort",
    comite="Poitou",
    serie=2,
    born="1956-03-21",
    fee_cents=1200,
)


def test_a_whole_card_and_a_bare_name_are_taken() -> None:
    assert check_identity(ANNE) == ()
    assert check_identity(Identity(name="DURAND")) == ()
    assert (ANNE.full_name, Identity(name="DURAND").full_name) == ("DURAND Anne", "DURAND")


@pytest.mark.parametrize("born", ["1956-03-21", "2000-12-31", "1999-01-01", ""])
def test_a_date_is_year_month_day(born: str) -> None:
    assert check_identity(Identity(name="A", born=born)) == ()


@pytest.mark.parametrize(
    "born",
    [
        *("21/03/1956", "1956-3-21", "1956-03-1", "56-03-21", "1956-13-01", "1956-00-10", "1956-01-00", "1956-01-32"),
        *("1956-03", "1956-03-21-", "1956-03-21-01", "abcd-ef-gh", "19 6-03-21", "19560-3-21", "1956-031-2"),
    ],
)
def test_what_is_not_a_date_is_said(born: str) -> None:
    assert check_identity(Identity(name="A", born=born)) == (violation("not_a_date", "born", given=born),)


@pytest.mark.parametrize("name", ["", "  "])
def test_a_name_is_owed(name: str) -> None:
    assert check_identity(Identity(name=name)) == (violation("name_missing", "name"),)


@pytest.mark.parametrize("field", ["name", "first_name", "licence", "club", "comite"])
def test_a_text_has_a_bound(field: str) -> None:
    assert check_identity(Identity(**{"name": "A", field: "x" * MAX_NAME})) == ()
    assert check_identity(Identity(**{"name": "A", field: "x" * (MAX_NAME + 1)})) == (
        violation("text_too_long", field, length=MAX_NAME + 1, most=MAX_NAME),
    )


def test_a_serie_is_one_of_four_or_none() -> None:
    for serie in (None, 1, 2, 3, 4):
        assert check_identity(Identity(name="A", serie=serie)) == ()
    for serie in (0, 5):
        assert check_identity(Identity(name="A", serie=serie)) == (violation("serie_unknown", "serie", serie=serie),)


def test_a_fee_is_never_owed_to_the_player() -> None:
    assert check_identity(Identity(name="A", fee_cents=0)) == ()
    assert check_identity(Identity(name="A", fee_cents=-1)) == (violation("negative", "fee", value=-1),)


def test_everything_wrong_is_said_at_once() -> None:
    found = check_identity(Identity(name="", serie=9, fee_cents=-5, born="hier"))
    assert [reason.field for reason in found] == ["name", "serie", "fee", "born"]
