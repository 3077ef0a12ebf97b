"""`compute draw`: the drawn seats, and everything that a request may have wrong."""

from decimal import Decimal
from typing import Any

import pytest

from app.cli.compute.draw import answer
from app.domain.errors import Violation, violation
from tests.cli.compute.refused import refused

SEVEN = list("abcdefg")


def draw(**request: object) -> Any:
    return answer(request)


def refusals(**request: object) -> tuple[Violation, ...]:
    return refused(answer, request)


def test_best_seats_ranks_in_order_and_norths_are_missing_last() -> None:
    assert draw(kind="best", players=SEVEN, ranking=SEVEN[::-1]) == {
        "tables": [
            {"table": 1, "N": "g", "S": "f", "E": "e", "O": "d"},
            {"table": 2, "N": None, "S": "c", "E": "b", "O": "a"},
        ],
        "repeats": 0,
    }


def test_the_same_seed_draws_the_same() -> None:
    request = {"kind": "random", "seed": 7, "players": [f"p{n}" for n in range(30)]}
    assert answer(request) == answer(request)
    assert answer(request) != answer({**request, "seed": 8})


def test_a_draw_keeps_past_opponents_apart() -> None:
    players = [f"p{n}" for n in range(20)]
    history = [[players[n : n + 4] for n in range(0, 20, 4)]]
    for seed in range(5):
        assert draw(kind="random", seed=seed, players=players, history=history)["repeats"] == 0


def test_repeats_count_the_pairs_who_met_before() -> None:
    history = [[["a", "b", "c", "d"], ["e", "f", "x"]], [["a", "b"]]]
    assert draw(kind="best", players=SEVEN, ranking=SEVEN, history=history)["repeats"] == 7


def test_what_a_kind_does_not_need_may_be_given() -> None:
    assert draw(kind="best", seed=1, players=SEVEN, ranking=SEVEN)["tables"]
    assert draw(kind="random", seed=0, players=SEVEN, ranking=SEVEN, history=[])["tables"]


def test_each_kind_lacks_what_it_needs() -> None:
    assert refusals(kind="random", players=SEVEN) == (violation("missing", "seed"),)
    assert refusals(kind="best", players=SEVEN) == (violation("missing", "ranking"),)
    assert refusals() == (violation("missing", "kind"), violation("missing", "players"))


def test_every_violation_is_told_at_once() -> None:
    found = refusals(
        kind="random", seed=-1, players=["a", "a", "b", "c", "d"], ranking=["a"], history=[[["a", "a"]]], n=1
    )
    assert [(reason.key, reason.field) for reason in found] == [
        ("unknown_field", "n"),
        ("out_of_range", "seed"),
        ("not_a_list", "history"),
        ("movement.players_unseatable", "players"),
        ("movement.player_twice", "players"),
        ("movement.ranking_differs", "ranking"),
    ]


@pytest.mark.parametrize("seed", [True, "7", Decimal("7.5"), 10**18])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    assert refusals(kind="random", seed=seed, players=SEVEN)[0].field == "seed"


@pytest.mark.parametrize(
    "history",
    ["x", [1], [[1]], [[[1]]], [["abcd"]], [[[]]], [[["a", "b", "c", "d", "e", "f"]]], [[["a", "b", "a"]]], {}],
)
def test_a_history_is_positions_of_tables_of_players(history: object) -> None:
    (found,) = refusals(kind="random", seed=1, players=SEVEN, history=history)
    assert (found.key, found.field) == ("not_a_list", "history")


def test_sizes_are_bounded() -> None:
    many = [f"p{n}" for n in range(1201)]
    assert refusals(kind="random", seed=1, players=many) == (violation("out_of_range", "players", least=3, most=1200),)
    long = [[["a", "b", "c"]]] * 301
    assert refusals(kind="random", seed=1, players=SEVEN, history=long) == (
        violation("out_of_range", "history", least=0, most=300),
    )


def test_nobody_sat_at_two_tables_of_one_position() -> None:
    history = [[["a", "b", "c", "d"], ["e", "f", "a", "b"]], [["a", "b", "c"]], [["g", "x"], ["x"], ["x", "y"]]]
    assert refusals(kind="random", seed=1, players=[*SEVEN, "a"], history=history) == (
        violation("movement.player_twice", "players", player="a"),
        violation("movement.two_tables", "history", player="a", position=1),
        violation("movement.two_tables", "history", player="b", position=1),
        violation("movement.two_tables", "history", player="x", position=3),
    )
