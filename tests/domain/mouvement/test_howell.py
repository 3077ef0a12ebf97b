"""Howell movements: the printed tables, the cards of player 7, and numbers that nobody holds."""

from collections import Counter
from itertools import combinations, cycle, islice, product

import pytest

from app.domain.mouvement.howell import PRINTED, REPAIRED, _read, howell
from app.domain.mouvement.proof import prove
from app.domain.mouvement.seats import Card, Place, Seat, Seating
from tests.golden.movements import card_of_seven
from tests.golden.movements import howell as golden


def meetings(seatings: tuple[Seating[Card], ...]) -> Counter[frozenset[Card]]:
    return Counter(
        frozenset(pair) for seating in seatings for table in seating for pair in combinations(table.people, 2)
    )


def twice(seatings: tuple[Seating[Card], ...]) -> set[Card]:
    return {again.people[0] for again in prove(seatings).twice_at_three}


@pytest.mark.parametrize(("tables", "positions"), [(3, 6), (4, 5)])
def test_the_printed_tables_come_out_chair_by_chair(tables: int, positions: int) -> None:
    seatings = howell(tables, missing=0, positions=positions).seatings(positions)
    assert [{place: card for card, place in seating.places().items()} for seating in seatings] == golden(tables)


@pytest.mark.parametrize(("tables", "positions"), [(3, 6), (4, 5)])
def test_the_printed_card_of_player_seven_comes_out(tables: int, positions: int) -> None:
    seatings = howell(tables, missing=0, positions=positions).seatings(positions)
    assert [seating.places()[Card("7")] for seating in seatings] == card_of_seven(tables)


def test_at_four_tables_every_two_players_meet_exactly_once() -> None:
    assert set(meetings(PRINTED[4]).values()) == {1}
    assert len(meetings(PRINTED[4])) == 120


def test_the_printed_table_for_three_lets_nine_pairs_meet_three_times_and_one_four_times() -> None:
    assert Counter(meetings(PRINTED[3]).values())[3] == 9
    assert Counter(meetings(PRINTED[3]).values())[4] == 1


def test_our_table_for_three_lets_nobody_meet_more_than_twice() -> None:
    assert max(meetings(REPAIRED[3]).values()) == 2
    assert REPAIRED[3][0] == PRINTED[3][0]
    assert len(REPAIRED[3]) == len(PRINTED[3]) == 6
    for seating in REPAIRED[3]:
        assert sorted(seating.people(), key=int) == [str(number) for number in range(1, 13)]
        assert seating.tables_of(4) == (1, 2, 3)
    assert howell(3, missing=0, positions=6, repaired=True).seatings(6) == REPAIRED[3]


@pytest.mark.parametrize("positions", range(1, 7))
def test_with_nobody_meeting_more_than_twice_no_table_has_fewer_repeats_than_ours(positions: int) -> None:
    """Any two positions share three pairs at least, and a pair who meet twice are of one couple of positions."""
    couples = positions * (positions - 1) // 2
    assert prove(REPAIRED[3][:positions]).repeats == 3 * couples


def test_past_its_last_position_a_table_begins_again() -> None:
    table = howell(4, missing=0, positions=7)
    assert table.seatings(7) == (*PRINTED[4], *PRINTED[4][:2])


@pytest.mark.parametrize("positions", range(1, 8))
@pytest.mark.parametrize("players", range(11, 16))
def test_every_table_has_three_or_four_and_as_few_as_can_be_have_three(players: int, positions: int) -> None:
    tables = 3 if players <= 12 else 4
    missing = 4 * tables - players
    seatings = howell(tables, missing=missing, positions=positions).seatings(positions)
    assert len(seatings) == positions
    for seating in seatings:
        assert len(seating.tables_of(3)) == missing
        assert len(seating.tables_of(4)) == tables - missing
        assert len(set(seating.people())) == players


@pytest.mark.parametrize("positions", range(3, 7))
def test_eleven_leave_out_the_number_that_sends_the_fewest_to_three_twice(positions: int) -> None:
    def touched(number: int) -> int:
        met = meetings(PRINTED[3][:positions])
        return sum(
            met[frozenset((Card(str(number)), Card(str(other))))] > 1 for other in range(1, 13) if other != number
        )

    table = howell(3, missing=1, positions=positions)
    fewest = min(map(touched, range(1, 13)))
    left_out = set(range(1, 13)) - {int(card) for card in table.seatings(1)[0].people()}
    assert left_out == {max(number for number in range(1, 13) if touched(number) == fewest)}
    assert len(twice(table.seatings(positions))) == fewest


@pytest.mark.parametrize("positions", range(1, 6))
def test_fifteen_come_to_a_table_of_three_once_each_at_most(positions: int) -> None:
    table = howell(4, missing=1, positions=positions)
    assert not twice(table.seatings(positions))
    assert "16" not in table.seatings(1)[0].people()


def search(missing: int, positions: int) -> tuple[int, int]:
    """Return how few can come to three twice at four tables, and by how few moves, all choices looked at.

    Where several absent numbers are due at one table, each but the first takes a player from another full
    table, and all who stay there sit at three. Positions past the fifth are the first ones again.
    """
    tables = [[frozenset(table.people) for table in seating] for seating in PRINTED[4]]

    def at_three(row: list[frozenset[Card]], gone: frozenset[Card]) -> list[frozenset[Card]]:
        short = [people for people in row if people & gone]
        full = [people for people in row if not people & gone]
        return [frozenset().union(*short, *giving) - gone for giving in combinations(full, missing - len(short))]

    found = []
    for absent in combinations(map(str, range(1, 17)), missing):
        gone = frozenset(map(Card, absent))
        rounds = tables[:positions]
        moves = sum(missing - sum(bool(people & gone) for people in row) for row in rounds)
        for ways in product(*(at_three(row, gone) for row in rounds)):
            came = Counter(card for way in islice(cycle(ways), positions) for card in way)
            found.append((sum(times > 1 for times in came.values()), moves))
    return min(found)


@pytest.mark.parametrize(
    ("players", "positions", "touched", "moves"),
    [
        (14, 3, 2, 1),
        (14, 4, 8, 1),
        (14, 5, 12, 1),
        (14, 6, 12, 1),
        (14, 7, 12, 1),
        (13, 3, 10, 2),
        (13, 4, 12, 0),
        (13, 5, 12, 2),
        (13, 6, 12, 2),
        (13, 7, 12, 2),
    ],
)
def test_the_fewest_come_to_three_twice_and_then_the_fewest_leave_the_printed_seat(
    players: int, positions: int, touched: int, moves: int
) -> None:
    table = howell(4, missing=16 - players, positions=positions)
    assert len(twice(table.seatings(positions))) == touched
    assert len(table.moves(min(positions, 5))) == moves
    # At 13 players and 3 positions one more leaves their seat, so that nobody meets again.
    assert search(16 - players, positions) == (touched, moves - ((players, positions) == (13, 3)))


@pytest.mark.parametrize(("missing", "moves"), [(2, 1), (3, 2)])
def test_over_five_positions_absent_numbers_are_due_together_and_norths_fill_in(missing: int, moves: int) -> None:
    """At four tables every two numbers meet once, absent ones too: that table would have two players."""
    table = howell(4, missing=missing, positions=5)
    assert len(table.moves(5)) == moves
    for move in table.moves(5):
        assert move.planned.seat is Seat.N
        assert table.seatings(5)[move.position - 1].places()[move.who] == move.taken
        assert PRINTED[4][move.position - 1].places()[move.who] == move.planned


def test_moves_come_back_with_the_table() -> None:
    table = howell(4, missing=2, positions=5)
    (move,) = table.moves(5)
    assert [again.position for again in table.moves(11)] == [move.position, move.position + 5, move.position + 10]
    assert move.position == 1
    assert (move.who, move.planned, move.taken) == ("9", Place(3, Seat.N), Place(4, Seat.E))


def test_fewer_positions_than_printed_still_know_the_whole_table() -> None:
    table = howell(4, missing=2, positions=3)
    assert len(table.rounds) == 5
    assert len(set(table.seatings(5)[4].people())) == 14
    assert all(len(seating.tables_of(3)) == 2 for seating in table.seatings(5))


def test_a_table_is_read_as_it_is_written() -> None:
    """One line a position, N S E O of each table."""
    first, second = _read("  1 2 3 4   5 6 7 8   9 10 11 12\n  8 1 6 3   2 5 4 7   9 10 11 12\n")
    assert first.places()[Card("6")] == Place(2, Seat.S)
    assert first.places()[Card("12")] == Place(3, Seat.O)
    assert second.table(1).seated == ((Seat.N, "8"), (Seat.S, "1"), (Seat.E, "6"), (Seat.O, "3"))
    assert second.table(2).people == ("2", "5", "4", "7")
    assert len(second.tables) == 3


def test_thirteen_players_meet_nobody_again_in_three_positions_where_that_costs_one_more_move() -> None:
    assert prove(howell(4, missing=3, positions=3).seatings(3)).repeats == 0


LEFT_OUT = {
    (11, 3): {"12"},
    (11, 4): {"11"},
    (11, 6): {"8"},
    (15, 5): {"16"},
    (14, 2): {"12", "16"},
    (14, 3): {"15", "16"},
    (14, 4): {"15", "16"},
    (14, 5): {"15", "16"},
    (14, 6): {"12", "16"},
    (13, 2): {"8", "12", "16"},
    (13, 3): {"14", "15", "16"},
    (13, 4): {"8", "12", "16"},
    (13, 5): {"14", "15", "16"},
    (13, 6): {"8", "12", "16"},
}


@pytest.mark.parametrize(("players", "positions"), LEFT_OUT)
def test_these_numbers_are_left_out_on_every_machine(players: int, positions: int) -> None:
    tables = 3 if players == 11 else 4
    table = howell(tables, missing=4 * tables - players, positions=positions)
    numbers = {str(number) for number in range(1, 4 * tables + 1)}
    assert numbers.difference(table.seatings(1)[0].people()) == LEFT_OUT[players, positions]


def test_norths_fill_in_at_the_first_position_when_thirteen_play_five() -> None:
    moves = [
        (move.position, move.who, str(move.planned), str(move.taken))
        for move in howell(4, missing=3, positions=5).moves(5)
    ]
    assert moves == [(1, "9", "N3", "S4"), (1, "5", "N2", "E4")]


def test_our_table_leaves_out_numbers_too() -> None:
    table = howell(3, missing=1, positions=3, repaired=True)
    assert not twice(table.seatings(3))
    assert "11" not in table.seatings(1)[0].people()
