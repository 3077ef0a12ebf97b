"""Plans: the right number of tables, who is missing, what is proven, and what is refused."""

from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import Refused, violation
from app.domain.mouvement.asked import Asked, Kind, check_asked, check_mates
from app.domain.mouvement.contest import MOST_POSITIONS as MOST_CONTEST_POSITIONS
from app.domain.mouvement.fft import asce, fft
from app.domain.mouvement.howell import REPAIRED
from app.domain.mouvement.plan import Plan, make_plan
from app.domain.mouvement.proof import repeat_free
from app.domain.mouvement.repair import repaired
from app.domain.mouvement.rotation import BIS
from app.domain.mouvement.seats import Card, Place, Seat


def keys(asked: Asked) -> set[str]:
    return {found.key.removeprefix("movement.") for found in check_asked(asked)}


def kind_for(players: int) -> Kind:
    return Kind.HOWELL if players <= 16 else Kind.FFT


def twice(plan: Plan) -> list[str]:
    return [again.people[0] for again in plan.proof.twice_at_three]


@given(st.integers(11, 400), st.integers(1, 8))
def test_everybody_sits_once_at_each_position_and_as_few_tables_as_can_be_have_three(
    players: int, positions: int
) -> None:
    plan = make_plan(Asked(kind_for(players), players, positions))
    tables = -(-players // 4)
    assert len(plan.seatings) == positions
    for seating in plan.seatings:
        cards = list(seating.people())
        assert len(cards) == len(set(cards)) == players
        assert len(seating.tables_of(3)) == 4 * tables - players
        assert len(seating.tables_of(4)) == tables - len(seating.tables_of(3))


@pytest.mark.parametrize("positions", range(3, 8))
def test_rooms_in_between_have_nobody_twice_at_three_when_that_can_be(positions: int) -> None:
    """Rooms of 17 to 60 players: each is held against every choice of tables, by their distances round the ring."""
    for players in range(17, 61):
        plan = make_plan(Asked(Kind.FFT, players, positions))
        tables, missing = plan.tables, 4 * plan.tables - players
        walks = [[walk[seat] for walk, _ in zip(fft(tables).walks(), range(positions), strict=False)] for seat in "SEO"]
        back = {(one - other) % tables for walk in walks for one, other in combinations(walk, 2)}
        back |= {-distance % tables for distance in back}
        possible = any(
            0 not in back and all((a - b) % tables not in back for a, b in combinations(choice, 2))
            for choice in combinations(range(tables), missing)
        )
        assert bool(twice(plan)) != (possible or not missing), players


def test_ninety_five_players_leave_the_north_of_the_last_table_out() -> None:
    plan = make_plan(Asked(Kind.FFT, 95, 6))
    assert plan.tables == 24
    assert plan.proof.tables_of_three == (24,)
    assert plan.repeat_free == 6
    assert plan.proof.repeats == 0
    assert not twice(plan)
    assert Card("N24") not in plan.start.people()


def test_the_seventh_position_of_twenty_four_tables_repeats_and_says_who() -> None:
    plan = make_plan(Asked.full(Kind.FFT, tables=24, positions=7))
    assert plan.repeat_free == 6
    assert plan.proof.repeats == 24
    assert plan.proof.meeting_again[0].people == ("E1", "O1")
    assert make_plan(Asked.full(Kind.REPAIRED, tables=24, positions=7)).proof.repeats == 0


@pytest.mark.parametrize(
    ("kind", "players"), [(Kind.FFT, 95), (Kind.ASCE, 9), (Kind.ASCE, 6), (Kind.ASCE, 13), (Kind.REPAIRED, 37)]
)
def test_what_is_said_to_be_free_of_repeats_is_and_one_more_position_is_not(kind: Kind, players: int) -> None:
    limit = make_plan(Asked(kind, players, 1)).repeat_free
    seatings = make_plan(Asked(kind, players, limit + 1)).seatings
    assert repeat_free(seatings) == limit


@pytest.mark.parametrize("five", [False, True])
@pytest.mark.parametrize("kind", [Kind.FFT, Kind.REPAIRED])
@pytest.mark.parametrize("tables", [5, 6, 8, 10, 13])
def test_a_table_of_five_is_proven_like_the_rest(tables: int, kind: Kind, five: bool) -> None:
    limit = make_plan(Asked.full(kind, tables=tables, positions=1, five=five)).repeat_free
    plan = make_plan(Asked.full(kind, tables=tables, positions=limit + 1, five=five))
    assert repeat_free(plan.seatings) == limit
    for seating in plan.seatings:
        assert len(seating.tables_of(5)) == five
        assert (BIS in seating.places()) == five


def test_a_repaired_table_of_five_lasts_where_the_decision_s_does_not() -> None:
    """At five tables the extra East, going up three, would follow West, who goes down two."""
    assert make_plan(Asked(Kind.FFT, 21, 5, five=True)).repeat_free == 1
    assert make_plan(Asked(Kind.REPAIRED, 21, 5, five=True)).repeat_free == 5


def test_the_contest_s_table_of_five_is_its_own() -> None:
    plan = make_plan(Asked(Kind.ASCE, 45, 4, five=True))
    assert plan.tables == 11
    assert [seating.tables_of(5) for seating in plan.seatings] == [(1,), (4,), (7,), (10,)]
    assert plan.repeat_free == 1
    assert plan.start == plan.seatings[0]


def test_the_smallest_contest_with_five_is_told_as_far_as_it_is_looked_at() -> None:
    plan = make_plan(Asked(Kind.ASCE, 21, MOST_CONTEST_POSITIONS, five=True))
    assert plan.repeat_free == 5
    assert len(plan.seatings) == MOST_CONTEST_POSITIONS


@pytest.mark.parametrize(("players", "limit"), [(12, 1), (11, 1), (16, 5), (15, 5)])
def test_howells_are_proven_too(players: int, limit: int) -> None:
    assert make_plan(Asked(Kind.HOWELL, players, 2)).repeat_free == limit
    assert make_plan(Asked(Kind.HOWELL, players, 6)).repeat_free == limit


@pytest.mark.parametrize("players", range(11, 17))
def test_a_howell_says_how_long_this_very_choice_of_numbers_lasts(players: int) -> None:
    """Which numbers are left out depends on the positions asked; what is said holds for the ones left out."""
    for positions in range(1, 8):
        plan = make_plan(Asked(Kind.HOWELL, players, positions))
        assert (plan.proof.repeats == 0) == (positions <= plan.repeat_free)


def test_a_small_repaired_movement_is_a_howell() -> None:
    assert make_plan(Asked(Kind.REPAIRED, 12, 6)).seatings == REPAIRED[3]
    assert make_plan(Asked(Kind.REPAIRED, 12, 6)).kind is Kind.REPAIRED
    assert make_plan(Asked(Kind.HOWELL, 12, 6)).seatings != REPAIRED[3]
    assert make_plan(Asked(Kind.REPAIRED, 20, 5)).seatings == make_plan(Asked(Kind.FFT, 20, 5)).seatings


def test_howell_moves_are_part_of_the_plan() -> None:
    assert [move.who for move in make_plan(Asked(Kind.HOWELL, 14, 5)).moves] == ["9"]
    assert make_plan(Asked(Kind.FFT, 20, 5)).moves == ()


@pytest.mark.parametrize("team_size", [2, 4])
@pytest.mark.parametrize("tables", [5, 6, 8, 10, 14, 24])
def test_teams_start_at_the_second_position_and_mates_never_meet(tables: int, team_size: int) -> None:
    asked = Asked.full(Kind.FFT, tables=tables, positions=1, team_size=team_size)
    limit = make_plan(asked).repeat_free
    plan = make_plan(Asked.full(Kind.FFT, tables=tables, positions=limit, team_size=team_size))
    solo = make_plan(Asked.full(Kind.FFT, tables=tables, positions=limit + 1))
    assert plan.seatings == solo.seatings[1:]
    assert plan.start == solo.start
    assert plan.proof.repeats == 0
    assert plan.proof.mates_meeting == ()
    assert len(plan.teams()) == 4 * tables // team_size
    more = Asked.full(Kind.FFT, tables=tables, positions=limit + 1, team_size=team_size)
    assert check_mates(more) or make_plan(more).proof.repeats


def test_teams_are_of_one_starting_table() -> None:
    assert make_plan(Asked.full(Kind.FFT, tables=5, positions=1, team_size=2)).teams()[:3] == (
        ("N1", "S1"),
        ("E1", "O1"),
        ("N2", "S2"),
    )
    assert make_plan(Asked.full(Kind.FFT, tables=5, positions=1, team_size=4)).teams()[1] == ("N2", "S2", "E2", "O2")
    assert make_plan(Asked.full(Kind.FFT, tables=5, positions=1)).teams() == ()


def test_a_duo_too_few_leaves_two_tables_of_three() -> None:
    plan = make_plan(Asked(Kind.FFT, 46, 4, team_size=2))
    assert plan.tables == 12
    assert len(plan.teams()) == 23
    for seating in plan.seatings:
        assert len(seating.tables_of(3)) == 2
        assert not {Card("N12"), Card("S12")} & set(seating.people())


def test_a_personal_card_tells_its_places() -> None:
    plan = make_plan(Asked(Kind.FFT, 24, 3))
    assert plan.card_places(Card("O2")) == (Place(2, Seat.O), Place(1, Seat.O), Place(6, Seat.O))


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        (Asked(Kind.FFT, 16, 5), {"tables"}),
        (Asked(Kind.FFT, 1201, 5), {"tables"}),
        (Asked(Kind.HOWELL, 17, 5), {"tables"}),
        (Asked(Kind.HOWELL, 8, 5), {"tables"}),
        (Asked(Kind.HOWELL, 10, 5), {"howell_players"}),
        (Asked(Kind.REPAIRED, 10, 5), {"howell_players"}),
        (Asked(Kind.REPAIRED, 9, 1), {"howell_players"}),
        (Asked(Kind.ASCE, 5, 3), {"players_unseatable"}),
        (Asked(Kind.ASCE, 4, 3), {"tables"}),
        (Asked(Kind.REPAIRED, 8, 3), {"tables"}),
        (Asked(Kind.FFT, 20, 0), {"positions"}),
        (Asked(Kind.FFT, 20, 301), {"positions"}),
        (Asked(Kind.FFT, 22, 5, five=True), {"five_players"}),
        (Asked(Kind.HOWELL, 13, 5, five=True), {"five_howell"}),
        (Asked(Kind.REPAIRED, 17, 5, five=True), {"five_howell"}),
        (Asked(Kind.FFT, 21, 5, team_size=4, five=True), {"five_teams", "teams_broken"}),
        (Asked(Kind.ASCE, 21, 13, five=True), {"five_positions"}),
        (Asked(Kind.FFT, 20, 5, team_size=3), {"team_size"}),
        (Asked(Kind.FFT, 20, 5, team_size=0), {"team_size"}),
        (Asked(Kind.HOWELL, 16, 5, team_size=4), {"teams_kind"}),
        (Asked(Kind.ASCE, 20, 4, team_size=2), {"teams_kind"}),
        (Asked(Kind.REPAIRED, 16, 4, team_size=2), {"teams_tables"}),
        (Asked(Kind.FFT, 16, 4, team_size=2), {"tables"}),
        (Asked(Kind.FFT, 22, 5, team_size=4), {"teams_broken"}),
        (Asked(Kind.FFT, 21, 5, team_size=2), {"teams_broken"}),
    ],
)
def test_what_cannot_be_planned_is_refused_with_its_reasons(asked: Asked, refused: set[str]) -> None:
    assert keys(asked) == refused
    with pytest.raises(Refused) as raised:
        make_plan(asked)
    assert raised.value.violations == check_asked(asked)


@pytest.mark.parametrize(
    "asked",
    [
        Asked(Kind.FFT, 17, 1),
        Asked(Kind.FFT, 1200, 1),
        Asked(Kind.FFT, 20, 300),
        Asked(Kind.HOWELL, 11, 1),
        Asked(Kind.HOWELL, 16, 5),
        Asked(Kind.REPAIRED, 11, 1),
        Asked(Kind.ASCE, 6, 3),
        Asked(Kind.ASCE, 9, 3, five=True),
        Asked(Kind.FFT, 1201, 1, five=True),
        Asked(Kind.REPAIRED, 21, 1, five=True),
        Asked(Kind.ASCE, 21, 12, five=True),
        Asked(Kind.FFT, 21, 13, five=True),
        Asked(Kind.FFT, 18, 1, team_size=2),
        Asked(Kind.REPAIRED, 20, 1, team_size=4),
    ],
)
def test_what_can_be_planned_is_not_refused(asked: Asked) -> None:
    assert check_asked(asked) == ()


def test_refusals_carry_the_figures_that_a_sentence_needs() -> None:
    assert check_asked(Asked(Kind.FFT, 16, 0)) == (
        violation("movement.tables", "players", kind=Kind.FFT, tables=4, least=5, most=300),
        violation("movement.positions", "positions", positions=0, most=300),
    )
    assert check_asked(Asked(Kind.ASCE, 5, 3)) == (violation("movement.players_unseatable", "players", players=5),)
    assert check_asked(Asked(Kind.HOWELL, 10, 3)) == (violation("movement.howell_players", "players", players=10),)
    assert check_asked(Asked(Kind.ASCE, 22, 13, five=True, team_size=4)) == (
        violation("movement.five_players", "five", players=22),
        violation("movement.five_positions", "positions", most=12),
        violation("movement.five_teams", "five"),
        violation("movement.teams_kind", "teams", kind=Kind.ASCE),
        violation("movement.teams_broken", "players", players=22, size=4),
    )
    assert check_asked(Asked(Kind.HOWELL, 13, 3, five=True)) == (violation("movement.five_howell", "five"),)
    assert check_asked(Asked(Kind.FFT, 20, 3, team_size=5)) == (violation("movement.team_size", "teams", size=5),)
    assert check_asked(Asked(Kind.REPAIRED, 16, 3, team_size=4)) == (
        violation("movement.teams_tables", "players", tables=4, least=5),
    )


def test_tables_asked_for_are_full() -> None:
    assert Asked.full(Kind.FFT, tables=6, positions=5) == Asked(Kind.FFT, 24, 5)
    asked = Asked.full(Kind.FFT, tables=6, positions=5, team_size=2, five=True)
    assert (asked.players, asked.size, asked.missing, asked.team_size) == (25, 6, 0, 2)
    assert (Asked(Kind.FFT, 22, 5).size, Asked(Kind.FFT, 22, 5).missing) == (6, 2)


@pytest.mark.parametrize(
    "asked",
    [
        Asked(Kind.FFT, 29, 2, five=True),
        Asked(Kind.REPAIRED, 40, 2),
        Asked(Kind.REPAIRED, 15, 2),
        Asked(Kind.HOWELL, 14, 2),
        Asked(Kind.ASCE, 29, 2, five=True),
        Asked(Kind.ASCE, 27, 2),
    ],
)
def test_a_plan_begins_with_its_first_position_and_says_what_it_is(asked: Asked) -> None:
    plan = make_plan(asked)
    assert (plan.kind, plan.tables, plan.team_size) == (asked.kind, asked.size, None)
    assert plan.start == plan.seatings[0]
    assert len(list(plan.start.people())) == asked.players


def test_each_kind_walks_its_own_way() -> None:
    for kind, rotation in ((Kind.FFT, fft), (Kind.ASCE, asce), (Kind.REPAIRED, repaired)):
        expected = tuple(islice(rotation(10).seatings(), 5))
        assert make_plan(Asked.full(kind, tables=10, positions=5)).seatings == expected
