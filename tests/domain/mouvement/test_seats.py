"""Places, tables and seatings; cards and the people who hold them."""

import pytest

from app.domain.errors import Refused, violation
from app.domain.mouvement.holders import Holders, Holding
from app.domain.mouvement.seats import Card, Place, Player, Seat, Seating

N1, S1, E1, O1 = (Card(name) for name in ("N1", "S1", "E1", "O1"))
ANNE, BRUNO, CELINE = Player("Anne"), Player("Bruno"), Player("Céline")
ROOM = Seating.of(
    [
        (Place(2, Seat.O), Card("d")),
        (Place(1, Seat.E), Card("b")),
        (Place(1, Seat.S), Card("a")),
        (Place(2, Seat.N), Card("c")),
    ],
    tables=2,
)


def test_a_place_is_written_as_on_the_personal_card() -> None:
    assert str(Place(12, Seat.O)) == "O12"


def test_a_seating_tells_its_tables_in_order_and_their_seats_as_printed() -> None:
    assert [(table.number, table.seated) for table in ROOM] == [
        (1, ((Seat.S, "a"), (Seat.E, "b"))),
        (2, ((Seat.N, "c"), (Seat.O, "d"))),
    ]
    assert list(ROOM.people()) == ["a", "b", "c", "d"]
    assert ROOM.table(2).people == ("c", "d")


def test_an_empty_chair_seats_nobody() -> None:
    assert ROOM.table(1).at(Seat.N) is None
    assert ROOM.table(1).at(Seat.E) == "b"


def test_everybody_is_found_at_their_place() -> None:
    assert ROOM.places()[Card("d")] == Place(2, Seat.O)
    assert len(ROOM.places()) == 4


def test_tables_are_found_by_their_size() -> None:
    assert ROOM.tables_of(2) == (1, 2)
    assert ROOM.tables_of(3) == ()


def test_the_card_decides_the_seat_and_the_holder_gives_the_name() -> None:
    holders = Holders.of({N1: ANNE, S1: BRUNO})
    seating = Seating.of([(Place(1, Seat.N), N1), (Place(1, Seat.S), S1)], tables=1)
    assert holders.seated(seating, 1).places() == {ANNE: Place(1, Seat.N), BRUNO: Place(1, Seat.S)}


def test_a_substitute_inherits_the_seat_from_a_position_on_and_never_the_past() -> None:
    holders = Holders.of({N1: ANNE, S1: BRUNO}).substituted(S1, CELINE, since=3)
    assert holders.at(2) == {N1: ANNE, S1: BRUNO}
    assert holders.at(3) == {N1: ANNE, S1: CELINE}
    assert holders.at(4) == {N1: ANNE, S1: CELINE}
    assert holders.holdings[-1] == Holding(S1, CELINE, 3)


def test_who_was_replaced_may_come_back() -> None:
    holders = Holders.of({N1: ANNE}).substituted(N1, CELINE, since=2).substituted(N1, ANNE, since=4)
    assert [holders.at(position)[N1] for position in range(1, 6)] == [ANNE, CELINE, CELINE, ANNE, ANNE]


def test_two_substitutes_at_one_position_leave_the_second() -> None:
    holders = Holders.of({N1: ANNE}).substituted(N1, BRUNO, since=2).substituted(N1, CELINE, since=2)
    assert holders.at(2) == {N1: CELINE}


def test_a_card_that_nobody_holds_cannot_be_passed_on() -> None:
    with pytest.raises(Refused) as refused:
        Holders.of({N1: ANNE}).substituted(S1, BRUNO, since=2)
    assert refused.value.violations == (violation("movement.card_unknown", "card", card="S1"),)


def test_a_substitution_is_refused_with_every_reason() -> None:
    holders = Holders.of({N1: ANNE, S1: BRUNO}).substituted(S1, CELINE, since=5)
    with pytest.raises(Refused) as refused:
        holders.substituted(S1, ANNE, since=3)
    assert refused.value.violations == (
        violation("movement.card_passed_on", "since", card="S1", position=3),
        violation("movement.substitute_seated", "player", player="Anne"),
    )
