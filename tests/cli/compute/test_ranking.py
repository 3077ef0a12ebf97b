"""`compute ranking`: the golden tables, and everything that a request may have wrong."""

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli.compute.ranking import MOST_POSITIONS, MOST_SCORE, answer
from app.domain.errors import Violation, violation
from tests.cli.compute.refused import refused
from tests.golden.ranking import Case, cases


def player(**more: object) -> dict[str, object]:
    return {"id": "a", "positions": [1, 2], **more}


def refusals(**request: object) -> tuple[Violation, ...]:
    return refused(answer, request)


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.id)
def test_the_golden_rankings_come_out(case: Case) -> None:
    assert answer(case.request) == {"ranking": case.answer}


def test_the_example_of_the_contract_comes_out() -> None:
    made = {"prise": 1, "garde": 2, "garde_sans": 0, "garde_contre": 0}
    entry = {"id": "a", "positions": [120, -60], "penalties": 0, "made": made, "abandoned": False}
    request = {"tie_break": False, "players": [entry]}
    assert json.dumps(answer(request)) == '{"ranking": [{"rank": 1, "id": "a", "total": 60}]}'


def test_what_is_left_out_is_nothing() -> None:
    plain = answer({"players": [player()]})
    assert plain == {"ranking": [{"rank": 1, "id": "a", "total": 3}]}
    nothing = player(penalties=None, made=None, abandoned=None)
    assert answer({"tie_break": None, "ruleset": None, "players": [nothing]}) == plain
    assert answer({"ruleset": "asce", "players": [player(made={})]}) == plain
    assert answer({"players": []}) == {"ranking": []}


def test_a_whole_total_is_a_whole_number_and_a_fraction_is_exact() -> None:
    halves = player(positions=[Decimal("60.5"), Decimal("1E+1"), Decimal("2.50")], penalties=Decimal("0.125"))
    assert json.dumps(answer({"players": [halves]})["ranking"]) == '[{"rank": 1, "id": "a", "total": 72.875}]'
    whole = player(positions=[Decimal("60.5"), Decimal("0.5")])
    assert json.dumps(answer({"players": [whole]})["ranking"]) == '[{"rank": 1, "id": "a", "total": 61}]'


@given(
    st.lists(st.decimals(-MOST_SCORE, MOST_SCORE, places=6), min_size=MOST_POSITIONS - 1, max_size=MOST_POSITIONS),
)
def test_a_total_is_said_to_its_last_digit(positions: list[Decimal]) -> None:
    total = answer({"players": [player(positions=positions)]})["ranking"][0]["total"]
    assert Decimal(repr(total)) == sum(positions)


def test_the_request_itself_is_read_strictly() -> None:
    assert refusals() == (violation("missing", "players"),)
    assert refusals(players=None, extra=1, tie_break=1, ruleset="fft-1999") == (
        violation("unknown_field", "extra"),
        violation("missing", "players"),
        violation("not_one_of", "ruleset", choices="fft-2017, fft-2014, asce"),
        violation("not_a_flag", "tie_break"),
    )
    assert refusals(players={}) == (violation("not_a_list", "players", of="players"),)


@pytest.mark.parametrize("item", [None, 4, "a", ["a"]])
def test_a_player_is_an_object(item: object) -> None:
    assert refusals(players=[player(), item]) == (violation("not_an_object", "players[1]"),)


def test_a_player_has_an_id_and_positions() -> None:
    assert refusals(players=[{}]) == (
        violation("missing", "players[0].id"),
        violation("missing", "players[0].positions"),
    )


SCORE = {"decimals": 6}
RANGE = {"least": -MOST_SCORE, "most": MOST_SCORE}


@pytest.mark.parametrize(
    ("position", "key", "params"),
    [
        (True, "not_a_score", SCORE),
        (None, "not_a_score", SCORE),
        ("12", "not_a_score", SCORE),
        ([], "not_a_score", SCORE),
        (Decimal("0.1234567"), "not_a_score", SCORE),
        (Decimal("1E-999999"), "not_a_score", SCORE),
        (Decimal("NaN"), "not_a_score", SCORE),
        (Decimal("Infinity"), "not_a_score", SCORE),
        (Decimal("1E+999999"), "out_of_range", RANGE),
        (Decimal("1000000.5"), "out_of_range", RANGE),
        (MOST_SCORE + 1, "out_of_range", RANGE),
        (-MOST_SCORE - 1, "out_of_range", RANGE),
        (10**40, "out_of_range", RANGE),
    ],
)
def test_a_position_is_a_score_in_range(position: object, key: str, params: dict[str, object]) -> None:
    expected = violation(key, "players[0].positions[1]", **params)
    assert refusals(players=[player(positions=[1, position])]) == (expected,)


def test_the_limits_themselves_are_in_range() -> None:
    extremes = player(positions=[MOST_SCORE, -MOST_SCORE, Decimal("0.000001")], penalties=MOST_SCORE)
    assert answer({"players": [extremes]})["ranking"][0]["total"] == -999999.999999


def test_a_line_of_wrong_fields_names_them_all() -> None:
    wrong = {
        "id": 7,
        "positions": 12,
        "penalties": -1,
        "made": {"prise": -1, "garde": True, "garde_sans": Decimal("1.5"), "contre": 1},
        "abandoned": "no",
        "name": "Anne",
    }
    assert refusals(players=[wrong]) == (
        violation("unknown_field", "players[0].name"),
        violation("not_a_string", "players[0].id"),
        violation("not_a_flag", "players[0].abandoned"),
        violation("not_a_list", "players[0].positions", of="scores"),
        violation("out_of_range", "players[0].penalties", least=0, most=MOST_SCORE),
        violation("unknown_field", "players[0].made.contre"),
        violation("not_a_whole_number", "players[0].made.garde"),
        violation("not_a_whole_number", "players[0].made.garde_sans"),
        violation("out_of_range", "players[0].made.prise", least=0, most=MOST_SCORE),
    )
    assert refusals(players=[player(made=[], penalties=True)]) == (
        violation("not_a_score", "players[0].penalties", **SCORE),
        violation("not_an_object", "players[0].made"),
    )


def test_too_many_positions_are_refused() -> None:
    expected = violation("out_of_range", "players[0].positions", least=0, most=MOST_POSITIONS)
    assert refusals(players=[player(positions=[0] * (MOST_POSITIONS + 1))]) == (expected,)


def test_an_id_is_ranked_once() -> None:
    players = [player(), player(id="b"), player(), player()]
    assert refusals(players=players) == (
        violation("id_twice", "players[2].id", id="a"),
        violation("id_twice", "players[3].id", id="a"),
    )


def test_who_was_eliminated_or_left_has_fewer_positions() -> None:
    players = [player(), player(id="b", positions=[1]), player(id="c", positions=[9, 9, 9], abandoned=True)]
    assert [row["id"] for row in answer({"players": players})["ranking"]][-1] == "c"


def test_a_list_that_no_room_holds_is_refused_unread() -> None:
    assert refusals(players=[1] * 100_001) == (violation("list_too_long", "players", items=100_001, most=100_000),)
