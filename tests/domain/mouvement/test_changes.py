"""Late entries and withdrawals: who keeps their chair, who must move, and what is left of the plan."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import Refused, violation
from app.domain.mouvement.asked import Asked, Kind
from app.domain.mouvement.changes import handed_again, handed_again_to_teams, withdrawn
from app.domain.mouvement.levelling import fillings, moved, without
from app.domain.mouvement.plan import Plan, make_plan
from app.domain.mouvement.proof import prove
from app.domain.mouvement.seats import Card, Player, Seat


def plan(players: int, positions: int = 5, kind: Kind | None = None) -> Plan:
    return make_plan(Asked(kind or (Kind.HOWELL if players <= 16 else Kind.FFT), players, positions))


def handed_out(made: Plan) -> dict[Card, Player]:
    return {card: Player(f"who took {card}") for card in made.start.people()}


def chairs(made: Plan, held: dict[Card, Player]) -> dict[Player, str]:
    places = made.start.places()
    return {player: str(places[card]) for card, player in held.items()}


@given(st.integers(11, 60))
def test_a_late_entry_finds_a_chair_and_hardly_anybody_moves(players: int) -> None:
    old, new = plan(players), plan(players + 1)
    held = handed_out(old)
    late = Player("late")
    now = handed_again(held, old, new, arrived=[late])
    assert sorted(now) == sorted(new.start.people())
    assert sorted(now.values()) == sorted([*held.values(), late])
    before, after = chairs(old, held), chairs(new, now)
    assert sum(before[player] != after[player] for player in before) <= 4


def test_a_late_entry_takes_the_north_that_was_missing() -> None:
    old, new = plan(95), plan(96)
    now = handed_again(handed_out(old), old, new, arrived=[Player("late")])
    assert now[Card("N24")] == "late"
    assert all(now[card] == player for card, player in handed_out(old).items())


def test_one_too_many_opens_a_table_of_three_with_two_norths() -> None:
    old, new = plan(96), plan(97)
    now = handed_again(handed_out(old), old, new, arrived=[Player("late")])
    opened = [now[Card(f"{seat}25")] for seat in "SEO"]
    missing = sorted(set(old.start.people()) - set(new.start.people()), key=lambda card: int(card[1:]))
    assert len(missing) == 2
    assert opened == [*(f"who took {card}" for card in missing), "late"]


def test_a_withdrawal_before_the_first_position_hands_the_cards_again() -> None:
    old, new = plan(96), plan(95)
    gone = Player("who took S3")
    now = handed_again(handed_out(old), old, new, left=[gone])
    assert gone not in now.values()
    assert now[Card("S3")] == "who took N24"
    assert len(now) == 95


def test_numbers_become_seats_when_a_howell_grows_too_big() -> None:
    old, new = plan(16), plan(17)
    now = handed_again(handed_out(old), old, new, arrived=[Player("late")])
    assert now[Card("E2")] == "who took 7"


def test_a_plan_for_another_number_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        handed_again(handed_out(plan(95)), plan(95), plan(95), arrived=[Player("late")])
    assert refused.value.violations == (violation("movement.cards_and_players", "players", cards=95, players=95),)


def test_an_empty_chair_goes_on_moving_and_nobody_comes_to_it_twice() -> None:
    made = plan(96, 6)
    left = withdrawn(made, [Card("S4")], after=2)
    assert left.seatings[:2] == made.seatings[:2]
    for before, after in zip(made.seatings[2:], left.seatings[2:], strict=True):
        assert set(before.people()) - set(after.people()) == {"S4"}
        assert len(after.tables_of(3)) == 1
    assert left.moves == ()
    assert left.proof.repeats == 0
    assert left.proof.twice_at_three == ()


def test_two_gaps_at_one_table_are_filled_by_a_north_for_that_position() -> None:
    """South 24 gone, the gap walks past the table without North: at position 1 both are at table 24."""
    made = plan(95, 6)
    left = withdrawn(made, [Card("S24")], after=0)
    (move,) = left.moves
    assert move.position == 1
    assert move.planned.seat is Seat.N
    assert move.taken.table == 24
    assert all(min(len(table.seated) for table in seating) == 3 for seating in left.seatings)
    assert left.proof.repeats == 0


@given(st.integers(17, 60), st.integers(0, 4), st.data())
def test_what_is_left_seats_everybody_who_is_left_at_three_or_more(
    players: int, after: int, data: st.DataObject
) -> None:
    made = plan(players)
    gone = data.draw(st.sets(st.sampled_from(sorted(made.start.people())), min_size=1, max_size=2))
    left = withdrawn(made, gone, after=after)
    for position, seating in enumerate(left.seatings, 1):
        expected = set(made.start.people()) - (gone if position > after else set())
        assert set(seating.people()) == expected
        assert all(3 <= len(table.seated) <= 4 for table in seating)
    assert all(move.position > after for move in left.moves)


def test_who_fills_in_meets_as_few_again_as_can_be() -> None:
    made = plan(38, 6)
    left = withdrawn(made, [Card("S5"), Card("O2")], after=3)
    assert left.proof.repeats == 0
    assert len(left.seatings) == 6


def test_earlier_moves_of_a_howell_stay_on_record() -> None:
    made = plan(14, 5)
    assert [move.position for move in made.moves] == [1]
    left = withdrawn(made, [Card("3")], after=1)
    assert left.moves[0] == made.moves[0]
    assert all(len(table.seated) >= 3 for seating in left.seatings for table in seating)
    assert withdrawn(replace(made, moves=()), [Card("3")], after=1).moves == left.moves[1:]


def test_when_too_few_are_left_the_position_is_named() -> None:
    made = plan(17, 4)
    norths = [card for card in made.start.people() if card.startswith("N")]
    assert withdrawn(made, norths[:2], after=1)
    with pytest.raises(Refused) as refused:
        withdrawn(made, [*norths, Card("S1")], after=2)
    assert refused.value.violations == (violation("movement.too_few_left", "position", position=3),)


def test_a_card_that_was_not_handed_out_cannot_be_withdrawn() -> None:
    with pytest.raises(Refused) as refused:
        withdrawn(plan(20), [Card("N9"), Card("S1"), Card("X")], after=1)
    assert refused.value.violations == (
        violation("movement.card_unknown", "card", card="N9"),
        violation("movement.card_unknown", "card", card="X"),
    )


@pytest.mark.parametrize("team_size", [2, 4])
def test_whoever_leaves_a_team_event_those_who_fill_in_meet_no_mate(team_size: int) -> None:
    made = make_plan(Asked.full(Kind.FFT, tables=5, positions=4, team_size=team_size))
    for gone in combinations(made.start.people(), 2):
        left = withdrawn(made, gone, after=1)
        assert left.seatings[0] == made.seatings[0]
        assert prove(left.seatings, made.teams()).mates_meeting == left.proof.mates_meeting == ()


def test_mates_who_had_to_meet_before_somebody_left_are_told() -> None:
    made = make_plan(Asked.full(Kind.FFT, tables=5, positions=4, team_size=4))
    together = replace(made, seatings=(made.start, *made.seatings))
    left = withdrawn(together, [Card("S1")], after=1)
    assert [again.people for again in left.proof.mates_meeting][:2] == [("N1", "S1"), ("N1", "E1")]


@pytest.mark.parametrize(
    ("players", "gone", "after", "move", "repeats", "twice"),
    [
        (28, ("S5", "O3"), 3, (5, "E6", "E7", "S2"), 0, 0),
        (32, ("E5", "O2"), 3, (5, "N8", "N8", "E6"), 0, 0),
        (22, ("S5", "E5"), 3, (4, "O2", "O4", "E6"), 0, 15),
        (24, ("S4", "E3"), 1, (2, "N3", "N3", "S5"), 0, 7),
        (19, ("S5", "O3"), 3, (5, "S2", "S1", "O5"), 1, 7),
    ],
)
def test_who_fills_in_is_whom_it_bothers_least(
    players: int, gone: tuple[str, str], after: int, move: tuple[int, str, str, str], repeats: int, twice: int
) -> None:
    """First those who meet nobody again, then those whom it sends to three once, then a North."""
    left = withdrawn(plan(players, 5), [Card(card) for card in gone], after=after)
    told = [(made.position, made.who, str(made.planned), str(made.taken)) for made in left.moves]
    assert (told, left.proof.repeats, len(left.proof.twice_at_three)) == ([move], repeats, twice)


@pytest.mark.parametrize(
    ("made", "names", "after"),
    [
        (plan(30, 5), "S5 E5", 3),
        (plan(24, 7), "S1 E3", 2),
        (plan(24, 7), "O1 S4", 3),
        (plan(24, 4, Kind.ASCE), "S1 N5", 1),
    ],
)
def test_who_fills_in_could_not_be_chosen_better(made: Plan, names: str, after: int) -> None:
    """Held against every single move, by the whole proof; also where the movement makes players meet again."""
    gone = frozenset(map(Card, names.split()))
    left = withdrawn(made, gone, after=after)
    (move,) = left.moves
    bare = [*made.seatings[:after], *(without(seating, gone) for seating in made.seatings[after:])]
    every = []
    for other in fillings(bare[move.position - 1], move.position):
        level = moved(bare[move.position - 1], other)
        proof = prove([*bare[: move.position - 1], level, *bare[move.position :]])
        every.append((proof.repeats, len(proof.twice_at_three)))
    assert (left.proof.repeats, len(left.proof.twice_at_three)) == min(every)


@pytest.mark.parametrize(("gone", "sizes"), [(("S3",), {4: 5}), (("E1",), {4: 5}), (("S3", "O4"), {3: 1, 4: 4})])
def test_nobody_stays_fifth_while_a_chair_is_empty(gone: tuple[str, ...], sizes: dict[int, int]) -> None:
    made = make_plan(Asked(Kind.FFT, 21, 5, five=True))
    left = withdrawn(made, [Card(card) for card in gone], after=1)
    assert left.seatings[0] == made.seatings[0]
    for position, seating in enumerate(left.seatings[1:], 2):
        assert Counter(len(table.seated) for table in seating) == sizes, position
        assert all(table.at(Seat.E2) is None for table in seating)
        assert sorted(seating.people()) == sorted(set(made.start.people()) - set(gone))
    moves = [move for move in left.moves if move.planned.seat is Seat.E2]
    assert [move.position for move in moves] == [2, 3, 4, 5]
    for move in moves:
        assert made.seatings[move.position - 1].table(move.planned.table).at(Seat.E2) == move.who
        assert left.seatings[move.position - 1].table(move.taken.table).at(move.taken.seat) == move.who


def team_plan(players: int, team_size: int = 2) -> Plan:
    return make_plan(Asked(Kind.FFT, players, 3, team_size))


def teams_of(made: Plan, held: dict[Card, Player]) -> list[tuple[Player, ...]]:
    return [tuple(held[card] for card in cards) for cards in made.teams()]


@pytest.mark.parametrize("team_size", [2, 4])
@given(data=st.data())
def test_whoever_comes_and_goes_each_team_has_the_chairs_of_one_team(team_size: int, data: st.DataObject) -> None:
    made = team_plan(40, team_size)
    held = handed_out(made)
    old = teams_of(made, held)
    staying = [team for team in old if data.draw(st.integers(0, 3))]
    late = [tuple(Player(f"late {n} {m}") for m in range(team_size)) for n in range(data.draw(st.integers(0, 12)))]
    teams = data.draw(st.permutations([*staying, *late]))
    if len(teams) * team_size < 20:
        return
    new = team_plan(len(teams) * team_size, team_size)
    now = handed_again_to_teams(held, made, new, teams)
    assert sorted(map(sorted, teams_of(new, now))) == sorted(map(sorted, teams))
    kept = set(new.start.people())
    for team in staying:
        cards = [card for card, player in held.items() if player in team]
        if kept.issuperset(cards):
            assert [now[card] for card in cards] == list(team)


def test_the_team_with_more_of_its_members_on_the_chairs_keeps_them() -> None:
    made = team_plan(20, 4)
    held = handed_out(made)
    a, b, c, d = (Player(f"who took {seat}2") for seat in "NSEO")
    others = [team for team in teams_of(made, held) if a not in team]
    new = team_plan(24, 4)
    teams = [(a, Player("x"), Player("y"), Player("z")), (b, Player("w"), d, c), *others]
    now = handed_again_to_teams(held, made, new, teams)
    assert [now[Card(f"{seat}2")] for seat in "NSEO"] == ["w", b, c, d]
    assert [now[Card(f"{seat}6")] for seat in "NSEO"] == [a, "x", "y", "z"]


def test_a_team_that_lost_its_chairs_is_served_before_one_that_comes_late() -> None:
    made = team_plan(24)
    held = handed_out(made)
    lost = (Player("who took E6"), Player("who took O6"))
    teams = [(Player("x"), Player("y")), *(team for team in teams_of(made, held) if not {"E1", "E3"} & cards_of(team))]
    now = handed_again_to_teams(held, made, team_plan(22), teams)
    assert (now[Card("E1")], now[Card("O1")]) == lost
    assert (now[Card("E3")], now[Card("O3")]) == ("x", "y")


def cards_of(team: tuple[Player, ...]) -> set[str]:
    return {player.removeprefix("who took ") for player in team}


def test_a_plan_for_another_number_of_teams_is_refused() -> None:
    made = team_plan(20)
    held = handed_out(made)
    with pytest.raises(Refused) as refused:
        handed_again_to_teams(held, made, made, teams_of(made, held)[1:])
    assert refused.value.violations == (violation("movement.cards_and_players", "players", cards=20, players=18),)


@pytest.mark.parametrize(
    ("players", "names", "repeats", "blindly"),
    [(20, "N1 E2 E3", 0, 2), (20, "N1 O3 E5", 1, 2), (24, "E1 N2 O6", 0, 1), (28, "N1 O3 O2", 0, 1)],
)
def test_who_fills_in_is_chosen_against_what_was_really_played(
    players: int, names: str, repeats: int, blindly: int
) -> None:
    """Two leave after position 1, a third after position 3: who filled in before has met those people."""
    made = plan(players, 5)
    gone = [Card(card) for card in names.split()]
    real = [made.seatings[0], *withdrawn(made, gone[:2], after=1).seatings[1:3]]
    left = withdrawn(made, gone, after=3, played=real)
    assert left.seatings[:3] == tuple(real)
    assert left.proof == prove(left.seatings)
    blind = withdrawn(made, gone, after=3)
    assert (left.proof.repeats, prove([*real, *blind.seatings[3:]]).repeats) == (repeats, blindly)


def test_nobody_is_sent_to_a_table_that_was_left_to_two_in_a_position_already_played() -> None:
    made = plan(20, 5)
    gone = [Card("N1"), Card("S1")]
    real = [without(made.seatings[0], frozenset(gone))]
    left = withdrawn(made, gone, after=1, played=real)
    assert left.seatings[0] == real[0]
    assert all(move.position > 1 for move in left.moves)
