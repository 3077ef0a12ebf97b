"""Draws: everybody once, past opponents apart where they can be, the seed decides; ranks in order; finals."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.chance import Chance
from app.domain.errors import Refused, violation
from app.domain.mouvement.asked import Asked, Kind
from app.domain.mouvement.avoidance import Past, _exchanged, apart
from app.domain.mouvement.draw import best_seating, check_drawn, final_plan, final_start, random_seating
from app.domain.mouvement.fft import fft
from app.domain.mouvement.plan import Plan, make_plan
from app.domain.mouvement.proof import repeat_free
from app.domain.mouvement.seats import Place, Player, Seat, Seating
from tests.golden.finals import seats as golden_seats

NUMBERS = st.integers(6, 60) | st.sampled_from([3, 4])


def people(count: int) -> list[Player]:
    return [Player(f"p{n}") for n in range(count)]


def after_fft(tables: int, positions: int) -> tuple[list[Player], Past[Player]]:
    """Return a full room and its past: so many positions of the printed movement."""
    played = list(islice(fft(tables).seatings(), positions))
    names = dict(zip(played[0].people(), people(4 * tables), strict=True))
    return people(4 * tables), Past.of(t.people for s in played for t in s.renamed(names.__getitem__))


def sizes(seating: Seating[Player]) -> list[int]:
    return [len(table.seated) for table in seating]


def partitions(players: Sequence[Player]) -> Iterator[list[tuple[Player, ...]]]:
    """Go through every way to make tables of four."""
    if not players:
        yield []
        return
    first, *others = players
    for mates in combinations(others, 3):
        for rest in partitions([who for who in others if who not in mates]):
            yield [(first, *mates), *rest]


@given(NUMBERS, st.integers(0, 2**64 - 1))
def test_a_random_draw_seats_everybody_once_and_the_same_seed_draws_the_same(count: int, seed: int) -> None:
    players = people(count)
    seating = random_seating(players, Past(), seed=seed)
    assert sorted(seating.people()) == sorted(players)
    threes = -count % 4
    assert sizes(seating) == [4] * (len(seating.tables) - threes) + [3] * threes
    assert all(table.at(Seat.N) is None for table in seating.tables[len(seating.tables) - threes :])
    assert seating == random_seating(players, Past(), seed=seed)


def test_another_seed_draws_otherwise() -> None:
    players = people(40)
    assert len({random_seating(players, Past(), seed=seed) for seed in range(20)}) == 20


def test_a_shown_seed_always_gives_the_same_seats() -> None:
    """If this ever changes, draws made with an earlier version can no longer be checked."""
    drawn = random_seating([Player(name) for name in "abcdefghijk"], Past(), seed=7)
    assert ["".join(table.people) for table in drawn] == ["ghfk", "cade", "ibj"]


def test_chance_reaches_every_chair() -> None:
    players = people(7)
    seats = {random_seating(players, Past(), seed=seed).places()[players[0]] for seed in range(200)}
    assert len(seats) == 7


@pytest.mark.parametrize(("tables", "positions"), [(5, 1), (5, 4), (7, 6), (10, 6), (11, 10), (30, 9)])
def test_a_draw_avoids_all_past_opponents_while_that_can_be(tables: int, positions: int) -> None:
    players, past = after_fft(tables, positions)
    for seed in range(3):
        assert past.repeats(random_seating(players, past, seed=seed)) == 0


@given(st.integers(3, 9), st.integers(0, 3), st.integers(0, 2**32))
def test_draw_after_draw_meets_new_opponents(quarter: int, missing: int, seed: int) -> None:
    """From twelve players on, two draws in a row need no repeat once there are five tables."""
    count = 4 * quarter - min(missing, quarter - 1)
    played: list[Seating[Player]] = []
    for turn in range(2):
        past = Past.of(table.people for seating in played for table in seating)
        played.append(random_seating(people(count), past, seed=seed + turn))
    assert quarter < 5 or repeat_free(played) == 2


@pytest.mark.parametrize(("count", "turns"), [(8, 3), (12, 4)])
def test_where_repeats_are_forced_there_are_no_more_than_must_be(count: int, turns: int) -> None:
    """Held against every way to seat eight and twelve players."""
    players, tables = people(count), []
    for turn in range(turns):
        past = Past.of(tables)
        drawn = random_seating(players, past, seed=turn)
        least = min(
            sum(past.met[a][b] > 0 for group in way for a, b in combinations(group, 2)) for way in partitions(players)
        )
        assert past.repeats(drawn) == least
        tables += [table.people for table in drawn]


def test_who_sat_at_three_sits_at_four_next_time() -> None:
    players = people(15)
    for seed in range(10):
        first = random_seating(players, Past(), seed=seed)
        past = Past.of(table.people for table in first)
        second = random_seating(players, past, seed=seed + 100)
        assert not set(first.tables[-1].people) & set(second.tables[-1].people)


def test_the_past_knows_meetings_and_tables_of_three() -> None:
    a, b, c, d = people(4)
    past = Past.of([(a, b, c, d), (a, b, c)])
    assert past.met[a] == {b: 2, c: 2, d: 1}
    assert past.at_three == {a: 1, b: 1, c: 1}
    assert past.repeats(best_seating([a, b, c, d])) == 6
    assert past.repeats(best_seating([a, Player("x"), Player("y"), d])) == 1
    assert past.cost((a, b, Player("x"), Player("y"))) == past.cost((b, a, Player("x"), Player("y"))) == 1002
    assert past.cost((a, Player("x"), Player("y"))) == 1
    assert past.cost((Player("w"), a, Player("x"), Player("y"))) == 0


def test_exchanges_alone_part_past_opponents_too() -> None:
    """What takes over where the whole search would take too long."""
    players, past = after_fft(10, 4)
    groups = _exchanged(players, past, threes=0, chance=Chance(1))
    assert sum(past.cost(group) for group in groups) == 0
    assert sorted(who for group in groups for who in group) == sorted(players)
    assert all(len(group) == 4 for group in groups)


def test_exchanges_keep_the_tables_of_three() -> None:
    players, past = after_fft(5, 5)
    groups = _exchanged(players[:18], past, threes=2, chance=Chance(1))
    assert [len(group) for group in groups] == [4, 4, 4, 3, 3]
    assert sorted(who for group in groups for who in group) == sorted(players[:18])


@pytest.mark.parametrize(("tables", "positions", "least"), [(5, 5, 6), (7, 7, 9)])
def test_a_room_that_has_played_its_movement_out_repeats_little(tables: int, positions: int, least: int) -> None:
    players, past = after_fft(tables, positions)
    assert 0 < past.repeats(random_seating(players, past, seed=3)) <= least


def test_a_draw_of_a_full_festival_is_made_at_once() -> None:
    players, past = after_fft(300, 7)
    groups = apart(players, past, threes=0, chance=Chance(3))
    assert sum(past.cost(group) for group in groups) == 0


@given(NUMBERS)
def test_best_seats_ranks_in_order(count: int) -> None:
    ranking = people(count)
    seating = best_seating(ranking)
    assert list(seating.people()) == ranking
    threes = -count % 4
    assert sizes(seating) == [4] * (len(seating.tables) - threes) + [3] * threes


def test_best_puts_the_first_four_at_table_one_in_the_order_n_s_e_o() -> None:
    a, b, c, d, e, f, g = people(7)
    assert best_seating([a, b, c, d, e, f, g]).places() == {
        a: Place(1, Seat.N),
        b: Place(1, Seat.S),
        c: Place(1, Seat.E),
        d: Place(1, Seat.O),
        e: Place(2, Seat.S),
        f: Place(2, Seat.E),
        g: Place(2, Seat.O),
    }


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_a_number_that_no_tables_seat_is_refused(count: int) -> None:
    for draw in (best_seating, lambda players: random_seating(players, Past(), seed=1)):
        with pytest.raises(Refused) as refused:
            draw(people(count))
        assert refused.value.violations == (violation("movement.players_unseatable", "players", players=count),)


def test_players_are_drawn_once_and_ranked_as_they_are() -> None:
    assert check_drawn(list("abcd"), list("dcba")) == ()
    assert check_drawn(list("abcd"), None) == ()
    assert check_drawn(list("abcda"), list("abxx")) == (
        violation("movement.players_unseatable", "players", players=5),
        violation("movement.player_twice", "players", player="a"),
        violation("movement.player_twice", "ranking", player="x"),
        violation("movement.ranking_differs", "ranking", unranked=2, strangers=1),
    )
    assert check_drawn(list("abcd"), list("abc")) == (
        violation("movement.ranking_differs", "ranking", unranked=1, strangers=0),
    )


@pytest.mark.parametrize(("finalists", "golden"), list(golden_seats()))
def test_finalists_begin_at_the_printed_seats(finalists: int, golden: dict[str, dict[str, int]]) -> None:
    seating = final_start(people(finalists))
    told = {str(t.number): {str(seat): int(who[1:]) + 1 for seat, who in t.seated} for t in seating}
    assert told == golden


@pytest.mark.parametrize("count", [0, 4, 15, 24])
def test_a_final_is_for_twelve_sixteen_or_twenty(count: int) -> None:
    with pytest.raises(Refused) as refused:
        final_start(people(count))
    assert refused.value.violations == (violation("movement.finalists", "players", players=count),)


def seated_by(plan: Plan, ranked: list[Player]) -> list[dict[Player, Place]]:
    """Return where each finalist sits, position after position."""
    chairs = {place: card for card, place in plan.start.places().items()}
    cards = {who: chairs[place] for who, place in final_start(ranked).places().items()}
    return [{who: seating.places()[card] for who, card in cards.items()} for seating in plan.seatings]


def test_twenty_finalists_meet_once_in_five_positions_of_one_donne() -> None:
    ranked = people(20)
    plan = final_plan(20, 5)
    assert repeat_free(plan.seatings) == 5
    places = seated_by(plan, ranked)
    assert places[0] == final_start(ranked).places()
    assert [places[p][ranked[0]] for p in range(5)] == [Place(1, Seat.N)] * 5
    assert [places[p][ranked[5]].table for p in range(5)] == [1, 2, 3, 4, 5]
    assert [places[p][ranked[10]].table for p in range(5)] == [1, 3, 5, 2, 4]
    assert [places[p][ranked[15]].table for p in range(5)] == [1, 4, 2, 5, 3]
    assert Counter(who for seating in places for who in seating) == dict.fromkeys(ranked, 5)


@pytest.mark.parametrize(("finalists", "positions"), [(12, 6), (16, 5)])
def test_twelve_and_sixteen_finalists_move_by_the_howell_from_their_seats(finalists: int, positions: int) -> None:
    ranked = people(finalists)
    plan = final_plan(finalists, positions)
    assert plan.seatings == make_plan(Asked(Kind.HOWELL, finalists, positions)).seatings
    assert seated_by(plan, ranked)[0] == final_start(ranked).places()
