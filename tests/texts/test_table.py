"""The words of the table, where French bends them."""

import pytest

from app.domain.donne.donne import Seat
from app.texts.catalogue import texts
from app.texts.names import short_name
from app.texts.table import BY_SEAT


@pytest.mark.parametrize(("seat", "said"), [("N", "de Nord"), ("E", "d’Est"), ("O", "d’Ouest"), ("E2", "d’Est 2")])
def test_a_contract_belongs_to_a_seat_as_people_say_it(seat: Seat, said: str) -> None:
    assert texts("fr")(BY_SEAT[seat]) == said


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("DURAND Camille", "DURAND C."),
        ("DE LA TOUR Anne-Marie", "DE LA TOUR A."),
        ("DUPONT", "DUPONT"),
        ("Mort", "Mort"),
        ("Marie-Bernadette", "Marie-B."),
        ("× 4 · arbitre", "× 4 · arbitre"),
        ("", ""),
    ],
)
def test_a_short_name_is_the_family_name_and_an_initial(name: str, short: str) -> None:
    assert short_name(name) == short


@pytest.mark.parametrize(
    ("names", "shorts"),
    [
        (
            ("VANDENBERGHE Jean-Christophe", "VANDENBERGHE Jeanne-Charlotte", "VANDENBERGHE Paul"),
            ("VANDENBERGHE Jean.", "VANDENBERGHE Jeanne.", "VANDENBERGHE P."),
        ),
        (("DUPONT Jean", "DUPONT Jeanne"), ("DUPONT Jean", "DUPONT Jeanne")),
        (("MARTIN Anne", "MARTIN Alain", "MARTY Anne"), ("MARTIN An.", "MARTIN Al.", "MARTY A.")),
        (("ROUX Anne-Marie", "ROUX Anne-Laure"), ("ROUX Anne-M.", "ROUX Anne-L.")),
        (("ROUX Jean-Marc", "ROUX Jean-Marie"), ("ROUX Jean-Marc", "ROUX Jean-Marie")),
        (("DE LA TOUR Jean Luc", "DE LA TOUR Jean Noël"), ("DE LA TOUR Jean Luc", "DE LA TOUR Jean Noël")),
        (("Marie-Bernadette", "Marie-Brigitte"), ("Marie-Be.", "Marie-Br.")),
    ],
)
def test_short_names_of_namesakes_at_a_table_differ(names: tuple[str, ...], shorts: tuple[str, ...]) -> None:
    assert tuple(short_name(name, names) for name in names) == shorts
