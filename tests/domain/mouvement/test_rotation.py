"""The federation's and the contest's walks: the printed places, and how long nobody meets twice."""

from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.mouvement.fft import asce, fft
from app.domain.mouvement.proof import prove, repeat_free
from app.domain.mouvement.repair import repaired
from app.domain.mouvement.rotation import BIS, LINES, Rotation, Steps, starting_places
from app.domain.mouvement.seats import Card, Place, Seat
from tests.golden.movements import places_from_table_one

FFT = places_from_table_one("fft.md")
CONTEST = places_from_table_one("contest.md")


@pytest.mark.parametrize("tables", FFT)
def test_the_printed_steps_lead_to_the_golden_places(tables: int) -> None:
    assert set(FFT) >= {6, 8, 9, 10, 12, 14, 15, 16, 18, 20}
    for seating, golden in zip(fft(tables).seatings(), FFT[tables], strict=False):
        places = seating.places()
        for further in range(tables):
            for seat, table in golden.items():
                card = Card(f"{seat}{1 + further}")
                assert places[card] == Place((table + further - 1) % tables + 1, seat)


def test_the_contest_walks_as_its_rules_say() -> None:
    for seating, golden in zip(asce(10).seatings(), CONTEST[10], strict=False):
        places = seating.places()
        assert {seat: places[Card(f"{seat}1")].table for seat in LINES} == golden


@pytest.mark.parametrize(
    ("tables", "limit"), [(5, 5), (6, 5), (7, 7), (8, 6), (9, 7), (10, 6), (11, 11), (12, 7), (21, 7), (24, 6), (28, 7)]
)
def test_the_printed_movement_is_free_of_repeats_as_long_as_reckoned(tables: int, limit: int) -> None:
    assert fft(tables).repeat_free() == limit


def test_seven_positions_are_free_at_every_printed_size_but_five() -> None:
    short = {tables for tables in range(5, 151) if fft(tables).repeat_free() < 7}
    assert short == {5, 6, 8, 10, 24}


@pytest.mark.parametrize(("tables", "limit"), [(2, 1), (3, 1), (4, 2), (5, 5), (6, 2), (7, 7), (8, 4), (9, 3), (10, 5)])
def test_the_contest_repeats_early_in_small_rooms(tables: int, limit: int) -> None:
    assert asce(tables).repeat_free() == limit
    assert repeat_free(islice(asce(tables).seatings(), tables + 1)) == limit


@pytest.mark.parametrize("tables", [*range(5, 31), 47, 48])
def test_the_reasoning_on_walks_agrees_with_looking_at_every_pair(tables: int) -> None:
    for rotation in (fft(tables), repaired(tables)):
        limit = rotation.repeat_free()
        seatings = tuple(islice(rotation.seatings(), limit + 1))
        assert prove(seatings[:limit]).repeats == 0
        assert prove(seatings).repeats > 0
        assert repeat_free(seatings) == limit


@given(st.integers(5, 40), st.integers(0, 30))
def test_every_chair_of_a_full_room_is_taken_once(tables: int, position: int) -> None:
    seating = next(islice(fft(tables).seatings(), position, None))
    cards = list(seating.people())
    assert len(cards) == len(set(cards)) == 4 * tables
    assert seating.tables_of(4) == tuple(range(1, tables + 1))


@given(st.integers(5, 40), st.integers(0, 30))
def test_everybody_keeps_their_seat_and_north_their_table(tables: int, position: int) -> None:
    for card, place in next(islice(fft(tables).seatings(), position, None)).places().items():
        assert place.seat == card[0]
        if place.seat is Seat.N:
            assert place.table == int(card[1:])


def test_the_second_position_comes_first_for_teams() -> None:
    rotation = fft(9)
    assert next(rotation.seatings(first=2)) == next(islice(rotation.seatings(), 1, None))
    assert next(rotation.walks(2)) == {Seat.N: 0, Seat.S: 1, Seat.E: 2, Seat.O: 7, Seat.E2: 3}


def test_mates_who_meet_end_the_count() -> None:
    fours = list(combinations(LINES, 2))
    duos = [(Seat.N, Seat.S), (Seat.E, Seat.O)]
    for tables in range(5, 60):
        assert fft(tables).repeat_free(first=2, mates=fours) == fft(tables).repeat_free() - 1
        assert fft(tables).repeat_free(first=2, mates=duos) >= fft(tables).repeat_free() - 1
    # Position 8 sets N and E of one starting table together, who are of two duos, and nobody again.
    assert fft(14).repeat_free(first=2, mates=duos) == 7


def test_a_line_where_nobody_sits_meets_nobody() -> None:
    assert asce(3).repeat_free() == 1
    assert asce(3).repeat_free(lines=[Seat.S, Seat.E]) == 3


def test_the_extra_east_moves_with_east_one_table_further() -> None:
    seatings = islice(fft(7).seatings(five=True), 4)
    assert [seating.places()[BIS] for seating in seatings] == [Place(table, Seat.E2) for table in (1, 4, 7, 3)]


def test_absent_places_stay_empty_all_along() -> None:
    gone = [Place(5, Seat.N), Place(3, Seat.S)]
    for seating in islice(fft(5).seatings(absent=gone), 5):
        assert len(list(seating.people())) == 18
        assert not {Card("N5"), Card("S3")} & set(seating.people())


def test_steps_are_the_usual_ones_but_where_the_table_says_otherwise() -> None:
    assert fft(12).steps(3) == Steps(1, 2, -2, 3)
    assert fft(12).steps(4) == Steps(1, 2, -3, 3)
    assert fft(12).steps(7) == Steps(1, 3, -2, 4)
    assert Rotation(5, Steps.of(1, 2, -2)).steps(2) == Steps(1, 2, -2, 3)


def test_places_are_handed_out_table_by_table() -> None:
    assert [str(place) for place in starting_places(2)] == ["N1", "S1", "E1", "O1", "N2", "S2", "E2", "O2"]
