"""`compute movement`: seats as the contract writes them, and everything that a request may have wrong."""

import json
from collections import Counter
from decimal import Decimal
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli.compute.movement import FIELDS, answer
from app.domain.errors import Refused, Violation, violation
from tests.cli.compute.refused import refused


def movement(**request: object) -> Any:
    return answer(request)


def refusals(**request: object) -> tuple[Violation, ...]:
    return refused(answer, request)


def test_the_example_of_the_contract_comes_out() -> None:
    told = movement(kind="fft", players=95, positions=6)
    assert json.dumps(told["positions"][0][0]) == '{"table": 1, "N": "N1", "S": "S1", "E": "E1", "O": "O1"}'
    assert told["positions"][1][23] == {"table": 24, "N": None, "S": "S23", "E": "E22", "O": "O2"}
    assert [len(position) for position in told["positions"]] == [24] * 6
    del told["positions"]
    assert told == {"repeat_free": 6, "repeats": 0, "tables_of_three": [24], "twice_at_three": []}


def test_full_tables_are_asked_for_by_their_number() -> None:
    told = movement(kind="fft", tables=24, positions=7)
    assert (told["repeat_free"], told["repeats"], told["tables_of_three"]) == (6, 24, [])
    assert movement(kind="repaired", tables=24, positions=7)["repeats"] == 0


def test_howell_players_are_numbers() -> None:
    told = movement(kind="howell", tables=4, positions=5)
    assert told["positions"][4][1] == {"table": 2, "N": "2", "S": "6", "E": "10", "O": "14"}
    assert (told["repeat_free"], told["repeats"]) == (5, 0)


def test_more_positions_than_the_maximum_are_answered() -> None:
    assert movement(kind="howell", tables=4, positions=6)["repeats"] == 24
    assert movement(kind="fft", tables=5, positions=6)["repeats"] == 30


def test_teams_start_with_the_second_position() -> None:
    solo, four = movement(kind="fft", tables=8, positions=6), movement(kind="fft", tables=8, positions=5, teams=4)
    assert four["positions"] == solo["positions"][1:]
    assert four["repeat_free"] == 5


def test_positions_at_which_mates_meet_are_answered_but_not_free() -> None:
    asked = movement(kind="repaired", tables=5, positions=6, teams=4)
    assert len(asked["positions"]) == 6
    assert asked["repeat_free"] == 4


def test_an_odd_number_of_duos_leaves_out_the_duo_that_sends_the_fewest_to_three_twice() -> None:
    assert movement(kind="fft", players=38, positions=3, teams=2)["twice_at_three"] == []


def test_a_table_of_five_has_the_seat_e2_and_no_other_table_has() -> None:
    told = movement(kind="fft", players=29, positions=2, five=True)
    assert told["positions"][0][0] == {"table": 1, "N": "N1", "S": "S1", "E": "E1", "O": "O1", "E2": "E1b"}
    assert ["E2" in row for row in told["positions"][1]] == [False, False, False, True, False, False, False]


def test_who_comes_twice_to_a_table_of_three_is_named() -> None:
    told = movement(kind="fft", players=18, positions=5)
    assert told["tables_of_three"] == [4, 5]
    assert told["twice_at_three"]
    assert set(told["twice_at_three"]) <= {f"{seat}{table}" for seat in "SEO" for table in range(1, 6)}


def test_null_is_as_good_as_nothing() -> None:
    request = {"kind": "asce", "tables": 7, "positions": 3}
    assert answer({**request, "players": None, "teams": None, "five": None, "ruleset": "asce"}) == answer(request)


def test_a_number_with_a_fraction_of_nothing_is_whole() -> None:
    assert movement(kind="fft", tables=Decimal("5.0"), positions=1) == movement(kind="fft", tables=5, positions=1)


def test_nothing_at_all_lacks_everything() -> None:
    assert refusals() == (
        violation("missing", "kind"),
        violation("missing", "positions"),
        violation("movement.tables_or_players", "tables"),
    )


def test_every_violation_is_told_at_once() -> None:
    assert refusals(kind="fft", tables=4, positions=301, teams=3, five=1, seed=2) == (
        violation("unknown_field", "seed"),
        violation("out_of_range", "positions", least=1, most=300),
        violation("not_a_flag", "five"),
        violation("movement.tables", "tables", kind="fft", tables=4, least=5, most=300),
        violation("movement.team_size", "teams", size=3),
    )
    assert refusals(kind="fft", tables=4, positions=3, teams=3, seed=2) == (
        violation("unknown_field", "seed"),
        violation("movement.tables", "tables", kind="fft", tables=4, least=5, most=300),
        violation("movement.team_size", "teams", size=3),
    )


def test_what_cannot_be_read_hides_nothing_that_is_wrong_whatever_it_was() -> None:
    assert refusals(kind="tango", players=5, positions=0, teams=4, five=True, seed=2) == (
        violation("unknown_field", "seed"),
        violation("not_one_of", "kind", choices="fft, repaired, howell, asce"),
        violation("out_of_range", "positions", least=1, most=300),
        violation("movement.five_teams", "five"),
        violation("movement.teams_broken", "players", players=5, size=4),
    )
    assert refusals(positions=3, players=5, teams=3) == (
        violation("missing", "kind"),
        violation("movement.team_size", "teams", size=3),
    )
    assert refusals(kind="howell", teams=2, five=True) == (
        violation("missing", "positions"),
        violation("movement.tables_or_players", "tables"),
        violation("movement.five_howell", "five"),
        violation("movement.five_teams", "five"),
        violation("movement.teams_kind", "teams", kind="howell"),
    )
    assert refusals(kind="asce", tables=5, players=20, positions=13, five=True) == (
        violation("movement.tables_or_players", "tables"),
        violation("movement.five_positions", "positions", most=12),
    )
    assert refusals(kind="howell", players=17, positions=3, five="yes") == (violation("not_a_flag", "five"),)


@pytest.mark.parametrize("five", [True, False])
@pytest.mark.parametrize("kind", ["fft", "repaired", "howell", "asce"])
def test_what_is_missing_alone_is_told_alone(kind: str, five: bool) -> None:
    if kind != "howell" or not five:
        assert refusals(kind=kind, five=five, positions=3) == (violation("movement.tables_or_players", "tables"),)
    assert refusals(kind="repaired", players=20 + five, five=five) == (violation("missing", "positions"),)
    assert refusals(players=20 + five, five=five, positions=3) == (violation("missing", "kind"),)
    assert refusals(players=12, teams=2, positions=3) == (violation("missing", "kind"),)


@pytest.mark.parametrize("value", [True, "5", Decimal("5.5"), [5], {}])
@pytest.mark.parametrize("field", ["tables", "positions", "teams"])
def test_what_is_no_whole_number_is_refused(field: str, value: object) -> None:
    assert violation("not_a_whole_number", field) in refusals(
        **{"kind": "fft", "tables": 5, "positions": 3, field: value}
    )


@pytest.mark.parametrize(
    ("field", "value", "most"), [("tables", 301, 300), ("players", 1201, 1200), ("players", 0, 1200)]
)
def test_a_room_has_its_bounds(field: str, value: int, most: int) -> None:
    assert refusals(kind="fft", positions=3, **{field: value}) == (
        violation("out_of_range", field, least=1, most=most),
    )


def test_tables_or_players_but_not_both() -> None:
    both = refusals(kind="fft", positions=3, tables=5, players=20)
    assert both == (violation("movement.tables_or_players", "tables"),)


def test_a_refused_number_is_told_where_it_was_given() -> None:
    assert [found.field for found in refusals(kind="fft", positions=3, tables=4)] == ["tables"]
    assert [found.field for found in refusals(kind="fft", positions=3, players=16)] == ["players"]
    assert [found.field for found in refusals(kind="howell", positions=3, players=16, teams=2)] == ["teams"]


def test_a_kind_and_a_ruleset_are_of_those_known() -> None:
    assert [found.field for found in refusals(kind="mitchell", tables=5, positions=3, ruleset="x")] == [
        "ruleset",
        "kind",
    ]


@given(
    st.dictionaries(
        st.sampled_from(sorted(FIELDS)),
        st.none() | st.booleans() | st.integers(-3, 60) | st.sampled_from(["fft", "repaired", "howell", "asce"]),
    )
)
def test_any_request_is_answered_or_refused_with_reasons(request: dict[str, object]) -> None:
    told: Any
    try:
        told = answer(request)
    except Refused as refused:
        told = {"errors": refused.violations}
    assert told.get("errors") or len(told["positions"]) == request["positions"]


@pytest.mark.parametrize(("players", "positions"), [(18, 5), (18, 11), (22, 8), (26, 11), (38, 6)])
def test_an_odd_number_of_duos_past_the_maximum_still_sits_at_tables_of_three_and_four(
    players: int, positions: int
) -> None:
    told = movement(kind="fft", players=players, positions=positions, teams=2)
    seats = [[row[seat] for seat in "NSEO" if row[seat]] for position in told["positions"] for row in position]
    assert {len(people) for people in seats} == {3, 4}
    for position in told["positions"]:
        there = [row[seat] for row in position for seat in "NSEO" if row[seat]]
        assert len(there) == len(set(there)) == players
    met = Counter(pair for people in seats for pair in combinations(sorted(people), 2))
    assert told["repeats"] == sum(times - 1 for times in met.values())
    assert told["repeat_free"] < positions
