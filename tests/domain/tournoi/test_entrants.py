"""Entries, withdrawals and substitutes, and the records made of all sheets."""

from dataclasses import replace

import pytest

from app.domain.donne.contrat import Contrat
from app.domain.errors import Refused, violation
from app.domain.mouvement.seats import Seat, Table
from app.domain.tournoi.cut import CutMade
from app.domain.tournoi.entrants import Departure, Entrant, Entrants, enter, records, take_over, withdraw
from app.domain.tournoi.line import Made
from app.domain.tournoi.note import Note, check_note
from app.domain.tournoi.penalty import give
from app.domain.tournoi.record import Played, Record, running_line
from app.domain.tournoi.sheet import Hand, Sheet
from app.domain.tournoi.standings import Standings
from app.domain.tournoi.writing import record, substitute
from tests.domain.tournoi.strategies import NOTE, scored

NOBODY = Note("", "", "")
ABC = tuple(Entrant(id=name) for name in "abc")


def test_entries_stay_in_their_order_until_position_1_opens() -> None:
    assert enter(enter(Entrants(), "a"), "b") == Entrants((Entrant(id="a"), Entrant(id="b")), 0)
    assert enter(Entrants(), "a").find("a") == Entrant(id="a", since=1, replaces=None, left=None)
    assert Entrants().find("a") is None


def test_nobody_enters_twice_or_once_position_1_is_open() -> None:
    with pytest.raises(Refused) as refused:
        enter(Entrants(ABC, 1), "b")
    assert refused.value.violations == (
        violation("entered_twice", "player", player="b"),
        violation("entry_closed", "player", player="b"),
    )


def test_withdrawing_before_position_1_leaves_nothing_to_rank() -> None:
    assert withdraw(Entrants(ABC), "b", with_leave=False, note=NOTE) == Entrants((ABC[0], ABC[2]))


@pytest.mark.parametrize("with_leave", [True, False])
def test_leaving_later_is_an_abandonment_with_leave_or_without(with_leave: bool) -> None:
    left = Departure(position=3, with_leave=with_leave, note=NOTE)
    after = withdraw(Entrants(ABC, 3), "b", with_leave=with_leave, note=NOTE)
    assert after == Entrants((ABC[0], Entrant(id="b", left=left), ABC[2]), 3)
    assert records(after, [])["b"].abandoned_at == 3


def test_who_is_unknown_or_gone_cannot_leave() -> None:
    gone = withdraw(Entrants(ABC, 1), "b", with_leave=True, note=NOTE)
    for player, key in (("b", "already_left"), ("z", "entrant_unknown")):
        expected = (*check_note(NOBODY), violation(key, "player", player=player))
        with pytest.raises(Refused) as refused:
            withdraw(gone, player, with_leave=True, note=NOBODY)
        assert refused.value.violations == expected


def test_who_is_unknown_or_replaced_already_cannot_be_replaced() -> None:
    replaced = take_over(Entrants(ABC, 1), "b", "d", with_leave=True, note=NOTE)
    for player, key in (("b", "already_replaced"), ("z", "entrant_unknown")):
        with pytest.raises(Refused) as refused:
            take_over(replaced, player, "a", with_leave=True, note=NOBODY)
        assert refused.value.violations == (
            *check_note(NOBODY),
            violation(key, "player", player=player),
            violation("entered_twice", "player", player="a"),
        )


def test_the_empty_chair_of_somebody_who_left_can_be_taken_later() -> None:
    gone = withdraw(Entrants(ABC, 2), "b", with_leave=False, note=NOTE)
    after = take_over(replace(gone, position=4), "b", "d", with_leave=True, note=replace(NOTE, reason="venu"))
    left = Departure(position=2, with_leave=False, note=NOTE)
    assert after == Entrants((ABC[0], Entrant(id="b", left=left), ABC[2], Entrant(id="d", since=4, replaces="b")), 4)
    assert after.sitting_for("b") == "d"


def test_a_substitute_inherits_the_seat_but_not_the_name() -> None:
    after = take_over(Entrants(ABC, 3), "b", "d", with_leave=True, note=NOTE)
    left = Departure(position=3, with_leave=True, note=NOTE)
    assert after.players == (
        ABC[0],
        Entrant(id="b", left=left),
        ABC[2],
        Entrant(id="d", since=3, replaces="b"),
    )
    assert after.position == 3


def test_a_substitute_before_position_1_simply_takes_the_place() -> None:
    after = take_over(Entrants(ABC), "b", "d", with_leave=False, note=NOTE)
    assert after == Entrants((ABC[0], ABC[2], Entrant(id="d", since=1, replaces="b")))


def sheet(position: int, players: str, *donnes: tuple[int, int]) -> Sheet:
    seated = tuple(zip((Seat.N, Seat.S, Seat.E, Seat.O), players, strict=True))
    made = Sheet.blank(Table(1, seated), position=position, due=9)
    for preneur, total in donnes:
        made = record(made, scored(made, preneur, total, Contrat.GARDE), Hand.TABLE)
    return made


def test_records_gather_every_sheet_penalty_and_cut() -> None:
    entrants = Entrants(tuple(Entrant(id=name) for name in "abcdefgh"), 2)
    entrants = take_over(entrants, "a", "new", with_leave=True, note=NOTE)
    second = substitute(sheet(2, "abcd", (0, 100)), "N", "new", hand=Hand.ARBITRE)
    second = record(second, scored(second, 0, 5, Contrat.PRISE), Hand.TABLE)
    fine = give(player="a", position=1, points=100, given=NOTE)
    other = give(player="c", position=2, points=200, given=NOTE)
    cut = CutMade(after=2, divide=2, kept=tuple("bcd"), eliminated=tuple("efgh"))
    found = records(
        entrants,
        [[sheet(1, "abcd", (1, 10)), sheet(1, "efgh", (0, 7))], [second]],
        penalties=(penalty for penalty in (fine, other)),
        cuts=[cut],
    )
    garde = Made(garde=1)
    assert list(found) == [*"abcdefgh", "new"]
    assert found["a"] == Record(id="a", played=(Played(-10), Played(300, garde)), penalties=(fine,), abandoned_at=2)
    assert found["b"] == Record(id="b", played=(Played(30, garde), Played(-105)))
    assert found["c"] == Record(id="c", played=(Played(-10), Played(-105)), penalties=(other,))
    assert found["e"] == Record(id="e", played=(Played(21, garde), None), out_after=2)
    assert found["new"] == Record(id="new", played=(None, Played(15, Made(prise=1))))


def test_who_sits_at_two_tables_of_one_position_keeps_both() -> None:
    entrants = Entrants(tuple(Entrant(id=name) for name in "abcdefgh"), 1)
    moved = substitute(sheet(1, "efgh", (0, 7)), "S", "a", hand=Hand.ARBITRE)
    moved = record(moved, scored(moved, 1, 1), Hand.TABLE)
    found = records(entrants, [[sheet(1, "abcd", (1, 10)), moved]])
    assert found["a"].played == (Played(-10 + 3),)


def test_the_one_who_left_is_last_and_the_substitute_ranks_by_their_own_marks() -> None:
    entrants = take_over(Entrants(tuple(Entrant(id=n) for n in "abcd"), 2), "a", "new", with_leave=False, note=NOTE)
    found = records(entrants, [[sheet(1, "abcd", (0, 100))], [sheet(2, ["new", *"bcd"], (0, -20))]])
    table = Standings.of((running_line(one) for one in found.values()), tie_break=False).table()
    assert [(row.rank, row.line.id, row.line.total) for row in table] == [
        (1, "new", -60),
        (2, "b", -80),
        (2, "c", -80),
        (2, "d", -80),
        (5, "a", 300),
    ]


def test_a_seat_is_held_by_its_player_or_by_the_last_who_took_it_over() -> None:
    room = take_over(Entrants(ABC, 1), "b", "d", with_leave=True, note=NOTE)
    assert [room.sitting_for(player) for player in "abcdz"] == ["a", "d", "c", "d", None]
    again = take_over(room, "d", "e", with_leave=True, note=NOTE)
    assert [again.sitting_for(player) for player in "bde"] == ["e", "e", "e"]
    empty = withdraw(again, "e", with_leave=True, note=NOTE)
    assert [empty.sitting_for(player) for player in "abde"] == ["a", None, None, None]
