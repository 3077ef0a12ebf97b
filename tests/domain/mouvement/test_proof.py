"""The proof says who meets again and where, which mates meet, and who comes twice to a table of three."""

from app.domain.mouvement.levelling import Move, levellings, moved, without
from app.domain.mouvement.proof import Again, Visit, prove, repeat_free
from app.domain.mouvement.seats import Card, Place, Seat, Seating

CHAIRS = (Seat.N, Seat.S, Seat.E, Seat.O)


def room(*tables: str) -> Seating[Card]:
    """Seat letters N S E O at each table; a dot is an empty chair."""
    return Seating.of(
        [
            (Place(number, seat), Card(letter))
            for number, letters in enumerate(tables, 1)
            for seat, letter in zip(CHAIRS, letters, strict=True)
            if letter != "."
        ],
        len(tables),
    )


EVENING = (room("abcd", ".efg"), room("aefb", ".gcd"), room("cgab", ".efd"))


def test_who_meets_again_is_named_with_every_position_and_table() -> None:
    again = {
        "".join(found.people): [(v.position, v.table) for v in found.visits] for found in prove(EVENING).meeting_again
    }
    assert again == {
        "ab": [(1, 1), (2, 1), (3, 1)],
        "ac": [(1, 1), (3, 1)],
        "bc": [(1, 1), (3, 1)],
        "cd": [(1, 1), (2, 2)],
        "cg": [(2, 2), (3, 1)],
        "ef": [(1, 2), (2, 1), (3, 2)],
    }


def test_repeats_add_up_the_meetings_beyond_the_first() -> None:
    assert prove(EVENING).repeats == 2 + 1 + 1 + 1 + 1 + 2
    assert prove(EVENING[:1]).repeats == 0


def test_findings_come_in_the_order_in_which_people_appear() -> None:
    assert [found.people for found in prove(EVENING).meeting_again] == [
        ("a", "b"),
        ("a", "c"),
        ("b", "c"),
        ("c", "d"),
        ("c", "g"),
        ("e", "f"),
    ]
    late = prove((room("dcba"), room("abcd")))
    assert late.meeting_again[0].people == ("d", "c")


def test_who_comes_twice_to_a_table_of_three_is_named_with_the_visits() -> None:
    proof = prove(EVENING)
    assert proof.tables_of_three == (2,)
    assert proof.twice_at_three == (
        Again((Card("d"),), (Visit(2, 2), Visit(3, 2))),
        Again((Card("e"),), (Visit(1, 2), Visit(3, 2))),
        Again((Card("f"),), (Visit(1, 2), Visit(3, 2))),
        Again((Card("g"),), (Visit(1, 2), Visit(2, 2))),
    )


def test_tables_of_three_are_told_once_and_in_order() -> None:
    assert prove((room("abcd", ".efg"), room(".abc", "defg"), room("abcd", ".efg"))).tables_of_three == (1, 2)


def test_mates_who_meet_even_once_are_named() -> None:
    proof = prove(EVENING, teams=[(Card("b"), Card("f")), (Card("e"), Card("z")), (Card("a"), Card("g"))])
    assert proof.mates_meeting == (
        Again((Card("a"), Card("g")), (Visit(3, 1),)),
        Again((Card("b"), Card("f")), (Visit(2, 1),)),
    )
    assert proof.repeats == 8


def test_mates_who_keep_apart_are_not_named() -> None:
    assert prove(EVENING[:1], teams=[(Card("a"), Card("e"))]).mates_meeting == ()


def test_positions_are_counted_up_to_the_first_repeat() -> None:
    apart = (room("abcd", "efgh"), room("ae..", "bf.."), room("cg..", "dh.."))
    assert repeat_free(apart) == 3
    assert repeat_free((*apart, room("ab..", "...."))) == 3
    assert repeat_free(EVENING) == 1
    assert repeat_free(()) == 0


def test_a_room_where_every_table_has_three_is_level() -> None:
    seating = room("abcd", ".efg")
    assert list(levellings(seating, 1)) == [(seating, ())]


def test_a_table_of_two_takes_a_player_of_a_full_table_north_first_and_highest_table_first() -> None:
    ways = list(levellings(room("abcd", "..ef", "ghij"), 4))
    level, moves = ways[0]
    assert moves == (Move(4, Card("g"), Place(3, Seat.N), Place(2, Seat.S)),)
    assert level == room("abcd", ".gef", ".hij")
    assert [[move.who for move in moves] for _, moves in ways] == [["g"], ["a"]]


def test_north_is_the_chair_left_empty_at_the_filled_table() -> None:
    ((level, (move,)),) = levellings(room(".a.b", "cdef"), 1)
    assert move.taken == Place(1, Seat.E)
    assert level == room(".acb", ".def")


def test_an_empty_table_takes_three_and_leaves_north_empty() -> None:
    ways = list(levellings(room("....", "abcd", "efgh", "ijkl"), 1))
    assert ways[0][0] == room(".iea", ".bcd", ".fgh", ".jkl")


def test_a_lone_player_takes_two_of_different_tables() -> None:
    ways = list(levellings(room("...a", "bcde", "fghi"), 2))
    assert [[move.who for move in moves] for _, moves in ways] == [["f", "b"], ["b", "f"]]
    for level, moves in ways:
        assert len(moves) == 2
        assert level.tables_of(3) == (1, 2, 3)
    assert ways[0][0] == room(".fba", ".cde", ".ghi")


def test_nothing_is_level_when_there_are_not_three_for_each_table() -> None:
    assert list(levellings(room("..ab", ".cde"), 1)) == []


def test_a_move_and_an_empty_chair_change_nothing_else() -> None:
    seating = room("abcd", ".efg")
    move = Move(1, Card("a"), Place(1, Seat.N), Place(2, Seat.N))
    assert moved(seating, move) == room(".bcd", "aefg")
    assert without(seating, frozenset({Card("b"), Card("g")})) == room("a.cd", ".ef.")
