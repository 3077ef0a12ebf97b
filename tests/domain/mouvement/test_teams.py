"""Teams: which duo is left out, and how long mates keep apart."""

from dataclasses import replace
from itertools import islice

import pytest

from app.domain.errors import violation
from app.domain.mouvement.asked import Asked, Kind, check_mates
from app.domain.mouvement.fft import fft
from app.domain.mouvement.plan import make_plan
from app.domain.mouvement.proof import prove
from app.domain.mouvement.repair import repaired
from app.domain.mouvement.rotation import LINES, Rotation
from app.domain.mouvement.seats import Card, Place, Seat
from app.domain.mouvement.teams import mate_lines, mate_pairs, missing_duo, positions_apart

DUOS = ((Seat.N, Seat.S), (Seat.E, Seat.O))


def touched(rotation: Rotation, positions: int, without: tuple[Place, ...]) -> int:
    seatings = islice(rotation.seatings(first=2, absent=without), positions)
    return len(prove(tuple(seatings)).twice_at_three)


def test_mates_are_of_one_starting_table() -> None:
    assert mate_lines(None) == mate_pairs(None) == ()
    assert mate_lines(2) == mate_pairs(2) == DUOS
    assert mate_lines(4) == (LINES,)
    assert len(mate_pairs(4)) == 6


def test_nineteen_duos_leave_east_and_west_out_and_nobody_comes_to_three_twice() -> None:
    plan = make_plan(Asked(Kind.FFT, 38, 3, team_size=2))
    assert not {Card("E10"), Card("O10")} & set(plan.start.people())
    assert plan.proof.twice_at_three == ()


@pytest.mark.parametrize("positions", [1, 3, 4, 5])
@pytest.mark.parametrize("rotation", [fft(6), fft(8), fft(10), fft(13), fft(24), repaired(10)], ids=str)
def test_no_other_duo_sends_fewer_to_three_twice_and_the_highest_north_goes_first(
    rotation: Rotation, positions: int
) -> None:
    def preference(duo: tuple[Place, ...]) -> tuple[int, int, bool]:
        return touched(rotation, positions, duo), -duo[0].table, duo[0].seat is not Seat.N

    every = [tuple(Place(table, seat) for seat in duo) for table in range(1, rotation.tables + 1) for duo in DUOS]
    assert missing_duo(rotation, positions) == min(every, key=preference)


@pytest.mark.parametrize(
    ("kind", "tables", "team_size", "most"),
    [
        (Kind.FFT, 5, 2, 4),
        (Kind.FFT, 6, 2, 5),
        (Kind.FFT, 6, 4, 4),
        (Kind.FFT, 24, 2, 5),
        (Kind.REPAIRED, 5, 4, 4),
        (Kind.REPAIRED, 8, 2, 7),
        (Kind.REPAIRED, 8, 4, 6),
        (Kind.REPAIRED, 24, 2, 23),
    ],
)
def test_positions_at_which_mates_would_meet_are_refused(kind: Kind, tables: int, team_size: int, most: int) -> None:
    possible = Asked.full(kind, tables=tables, positions=most, team_size=team_size)
    assert make_plan(possible).proof.mates_meeting == ()
    positions = most + 1
    more = Asked.full(kind, tables=tables, positions=positions, team_size=team_size)
    assert check_mates(possible) == ()
    (why,) = check_mates(more)
    assert (why.field, *why.params[:2]) == ("positions", ("positions", positions), ("most", most))
    assert make_plan(more).proof.mates_meeting


@pytest.mark.parametrize("team_size", [2, 4])
@pytest.mark.parametrize("tables", range(5, 31))
def test_mates_are_apart_as_long_as_said(tables: int, team_size: int) -> None:
    most = positions_apart(fft(tables), team_size, most=7)
    plan = make_plan(Asked.full(Kind.FFT, tables=tables, positions=most, team_size=team_size))
    assert plan.proof.mates_meeting == ()
    assert positions_apart(fft(tables), team_size, most=most - 1) == most - 1


def test_teams_may_meet_other_teams_again() -> None:
    """Sixteen tables repeat at the eighth position, East and West of one table meeting only after it."""
    plan = make_plan(Asked.full(Kind.FFT, tables=16, positions=8, team_size=2))
    assert plan.proof.repeats
    assert plan.repeat_free < 8


def test_where_the_repaired_movement_keeps_mates_apart_it_is_named() -> None:
    printed = Asked(Kind.FFT, 96, 6, 2)
    assert check_mates(replace(printed, positions=5)) == ()
    assert check_mates(printed) == (
        violation("movement.mates_meet_unless_repaired", "positions", positions=6, most=5, lasts=23),
    )
    assert check_mates(replace(printed, kind=Kind.REPAIRED)) == ()
    assert check_mates(replace(printed, positions=24)) == (
        violation("movement.mates_meet", "positions", positions=24, most=5),
    )
