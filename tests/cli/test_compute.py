"""`compute` as a script sees it: a real process, JSON lines in, JSON lines out."""

import json
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli.compute import fields, marks
from app.cli.compute.stream import MAX_LINE_BYTES, read_request
from app.domain.errors import Refused

ROOT = Path(__file__).parents[2]
DONNE = {
    "players": 4,
    "seats": ["N", "S", "E", "O"],
    "preneur": "E",
    "contract": "garde",
    "bouts": 2,
    "points": 49,
    "petit_au_bout": None,
    "poignees": [{"by": "E", "atouts": 10}],
    "chelem": None,
    "partner": None,
    "mort": None,
}
GOOD = json.dumps(DONNE).encode()


def compute(what: str, *lines: bytes, lang: str = "en") -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "main.py", "compute", what, "--lang", lang],
        input=b"\n".join(lines),
        capture_output=True,
        check=True,
        cwd=ROOT,
        timeout=60,
    )
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def codes(answer: dict[str, Any]) -> list[tuple[str, str]]:
    return [(error["code"], error["field"]) for error in answer["errors"]]


def test_the_example_of_the_contract_is_answered_to_the_letter() -> None:
    (answer,) = compute("marks", GOOD)
    assert {name: answer[name] for name in ("total", "made", "marks")} == {
        "total": 86,
        "made": True,
        "marks": {"N": -86, "S": -86, "E": 258, "O": -86},
    }
    assert [step["what"] for step in answer["steps"]] == ["contract", "multiplier", "poignee", "total", "preneur_share"]


def test_the_example_of_a_ruling_is_answered_to_the_letter() -> None:
    told = {"code": "renonce.consumed", "player": "O", "preneur": "S", "dealer": "N"}
    facts = {"made": False, "warned": False, "choice": None}
    (answer,) = compute("ruling", json.dumps({**told, **facts}).encode())
    assert answer == {
        "donne": "choice",
        "poignee": None,
        "warnings": [],
        "penalties": [],
        "barred": [{"player": "O", "when": "next"}],
        "dealer": None,
        "source": "Fascicule 2 (2017), ch. 4, Renonce",
    }


BAD = [
    ("an empty line", b"", [("line_empty", "line")]),
    ("spaces", b" \t ", [("line_empty", "line")]),
    ("a megabyte of garbage", b"x" * 1_000_000, [("not_json", "line")]),
    ("a megabyte of brackets", b"[" * 1_000_000, [("nested_too_deep", "line")]),
    ("a line past every bound", b"[" * (MAX_LINE_BYTES + 10), [("line_too_long", "line")]),
    ("bytes that are not UTF-8", b'{"preneur":"\xff"}', [("not_utf8", "line")]),
    ("NaN", b'{"points":NaN}', [("not_a_number", "line")]),
    ("Infinity", b'{"points":-Infinity}', [("not_a_number", "line")]),
    ("an endless integer", b'{"points":' + b"9" * 5000 + b"}", [("number_too_long", "line")]),
    ("an endless fraction", b'{"points":0.' + b"9" * 5000 + b"}", [("number_too_long", "line")]),
    ("an exponent past every bound", b'{"points":1e99999999999999999999}', [("number_too_long", "line")]),
    ("a list", b"[1, 2]", [("not_object", "line")]),
    ("null", b"null", [("not_object", "line")]),
    ("half an object", b'{"points":', [("not_json", "line")]),
    ("half a character", b'{"preneur":"\\ud800"}', [("not_text", "line")]),
    (
        "a megabyte of fields, one of them twice",
        b"{" + b",".join(b'"a%d":1' % n for n in range(90_000)) + b',"a0":1}',
        [("field_twice", "a0")],
    ),
    ("a field twice", b'{"points":1,"points":2}', [("field_twice", "points")]),
    ("deep nesting", b'{"a":' * 100_000 + b"1" + b"}" * 100_000, [("nested_too_deep", "line")]),
]


def test_a_bad_line_is_answered_and_the_next_one_computed() -> None:
    lines = [line for _, bad, _ in BAD for line in (bad, GOOD)]
    answers = compute("marks", *lines)
    assert len(answers) == len(lines)
    for (name, _, expected), answer in zip(BAD, answers[::2], strict=True):
        assert codes(answer) == expected, name
    assert {answer["total"] for answer in answers[1::2]} == {86}


def asked(**changes: Any) -> bytes:
    return json.dumps({**DONNE, **changes}).encode()


FIELD_ERRORS = [
    (asked(seats=[str(n) for n in range(120_000)]), [("list_too_long", "seats")]),
    (asked(poignees=[{"by": "E", "atouts": 10}] * 101), [("list_too_long", "poignees")]),
    (
        asked(players=5, seats=["N", "S", "E", "O", "E2"], mort=3, poignees=[{"by": "N", "atouts": 15}]),
        [("not_a_string", "mort")],
    ),
    (asked(points=True), [("not_a_half", "points")]),
    (asked(points="49"), [("not_a_half", "points")]),
    (asked(points=49.25), [("not_a_half", "points")]),
    (GOOD.replace(b"49", b"1e400"), [("not_a_half", "points")]),
    (GOOD.replace(b"49", b"1e-400"), [("not_a_half", "points")]),
    (GOOD.replace(b"49", b"49.50000000000000000000000000000000001"), [("not_a_half", "points")]),
    (asked(points=10**30), [("not_a_half", "points")]),
    (asked(points=-3), [("points_out_of_range", "points")]),
    (asked(bouts=True), [("not_a_whole_number", "bouts")]),
    (asked(bouts=1.5), [("not_a_whole_number", "bouts")]),
    (asked(players="4"), [("not_a_whole_number", "players")]),
    (asked(preneur=3), [("not_a_string", "preneur")]),
    (asked(seats="NSEO"), [("not_a_list", "seats")]),
    (asked(seats=["N", 1]), [("not_a_list", "seats")]),
    (asked(contract="passe"), [("not_one_of", "contract")]),
    (asked(contract=["garde"]), [("not_one_of", "contract")]),
    (asked(contract="gardecontre", points=60, chelem="unannounced"), [("not_one_of", "contract")]),
    (asked(chelem="yes"), [("not_one_of", "chelem")]),
    (asked(petit_au_bout=True), [("not_one_of", "petit_au_bout")]),
    (asked(poignees={}), [("not_a_list", "poignees")]),
    (asked(poignees=[{"by": "E"}]), [("not_a_list", "poignees")]),
    (asked(poignees=[{"by": "E", "atouts": 10, "x": 1}]), [("not_a_list", "poignees")]),
    (asked(poignees=[{"by": "E", "atouts": True}]), [("not_a_list", "poignees")]),
    (asked(ruleset="fft-1900"), [("not_one_of", "ruleset")]),
    (asked(vent="fort", lune=1), [("unknown_field", "vent"), ("unknown_field", "lune")]),
    (b"{}", [("missing", name) for name in ("players", "seats", "preneur", "contract", "bouts", "points")]),
    (
        asked(points=100, bouts="2", preneur=None),
        [
            ("not_a_whole_number", "bouts"),
            ("missing", "preneur"),
            ("points_out_of_range", "points"),
        ],
    ),
]


def test_every_wrong_field_is_named_at_once() -> None:
    answers = compute("marks", *(line for line, _ in FIELD_ERRORS))
    for (line, expected), answer in zip(FIELD_ERRORS, answers, strict=True):
        assert codes(answer) == expected, line


RULING_ERRORS = [
    (b'{"code":"feuille.lost","seats":["N","N","S"]}', [("seat_repeated", "seats")]),
    (b'{"code":"feuille.lost","seats":["N","S"]}', [("players_out_of_range", "seats")]),
    (b'{"code":"retard","player":"N","minutes_late":99999999999999999999}', [("out_of_range", "minutes_late")]),
    (b"{}", [("missing", "code")]),
    (b'{"code":"retard","player":"N"}', [("missing", "minutes_late")]),
    (b'{"code":"retard","player":"N","minutes_late":-1}', [("out_of_range", "minutes_late")]),
    (b'{"code":"retard","player":"N","minutes_late":1.5}', [("not_a_whole_number", "minutes_late")]),
    (b'{"code":"fumer","player":"N","amount":1000000}', [("out_of_range", "amount")]),
    (b'{"code":"fumer","player":"N","made":1}', [("not_a_flag", "made")]),
    (b'{"code":"fumer","player":"N","players":["S","N"]}', [("said_twice", "players")]),
    (b'{"code":"fumer","player":"X"}', [("seat_unknown", "player")]),
    (b'{"code":"fumer","player":"N","seats":[]}', [("players_out_of_range", "seats"), ("seat_unknown", "player")]),
    (b'{"code":"fumer","player":"A","seats":"ABCD"}', [("not_a_list", "seats")]),
    (b'{"code":"fumer","players":"N"}', [("not_a_list", "players")]),
    (b'{"code":"fumer","player":"N","choice":"rire"}', [("not_one_of", "choice")]),
    (b'{"code":"renonce.consumed","player":"O","preneur":"S","choice":"play"}', [("not_one_of", "choice")]),
    (b'{"code":"fausse_donne.dealing","player":"A","dealer":"","seats":["","A","B"]}', [("not_the_dealer", "player")]),
    (b'{"code":"rire","x":1}', [("unknown_field", "x"), ("code_unknown", "code")]),
    (
        b'{"code":"fausse_donne.after_contract","miscount":"chien"}',
        [
            ("not_one_of", "miscount"),
            ("missing", "player"),
            ("missing", "dealer"),
        ],
    ),
]


def test_every_wrong_field_of_a_ruling_is_named_at_once() -> None:
    answers = compute("ruling", *(line for line, _ in RULING_ERRORS))
    for (line, expected), answer in zip(RULING_ERRORS, answers, strict=True):
        assert codes(answer) == expected, line


def test_several_players_and_other_seats_are_ruled_on() -> None:
    (answer,) = compute("ruling", b'{"code":"lenteur","players":["A","B"],"seats":["A","B","C"],"ruleset":"asce"}')
    assert answer["penalties"] == [{"player": "A", "points": 100}, {"player": "B", "points": 100}]


def test_messages_speak_french_when_asked() -> None:
    (english,) = compute("marks", asked(points=100))
    (french,) = compute("marks", asked(points=100), lang="fr")
    assert codes(english) == codes(french)
    assert english["errors"][0]["message"].startswith("Points go from 0 to 91")
    assert french["errors"][0]["message"] != english["errors"][0]["message"]


def test_an_answer_comes_before_the_next_line_is_written() -> None:
    process = subprocess.Popen(
        [sys.executable, "main.py", "compute", "marks"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(GOOD + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["total"] == 86
        process.stdin.close()
        assert process.wait(30) == 0


def test_a_reader_who_leaves_early_is_no_error() -> None:
    command = f"yes '{GOOD.decode()}' | head -n 20000 | {sys.executable} main.py compute marks | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=True, cwd=ROOT, timeout=60)
    assert json.loads(done.stdout)["total"] == 86
    assert done.stderr == b""


@pytest.mark.parametrize("closed", ["<&-", ">&-", ">/dev/full"])
def test_lines_that_cannot_be_read_or_answered_are_status_1_with_one_line(closed: str) -> None:
    command = f"echo '{GOOD.decode()}' | {sys.executable} main.py compute marks {closed}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, cwd=ROOT, timeout=60, check=False)
    assert done.returncode == 1
    assert done.stdout == b""
    assert done.stderr.startswith(b"nord compute: ")
    assert done.stderr.count(b"\n") == 1


def test_a_byte_order_mark_and_dos_line_ends_are_no_harm() -> None:
    assert [answer["total"] for answer in compute("marks", b"\xef\xbb\xbf" + GOOD + b"\r", GOOD + b"\r")] == [86, 86]


def test_wrong_usage_is_status_2_with_one_line() -> None:
    for words in (["compute"], ["compute", "weather"], ["compute", "marks", "--lang", "de"], ["nonsense"]):
        command = [sys.executable, "main.py", *words]
        done = subprocess.run(command, capture_output=True, cwd=ROOT, timeout=60, check=False)
        assert done.returncode == 2
        assert done.stdout == b""
        assert b"Traceback" not in done.stderr


def refused_fields(ask: Callable[[], object]) -> set[str]:
    """Return the fields that are refused, none where there is an answer."""
    try:
        ask()
    except Refused as refused:
        return {found.field for found in refused.violations}
    return set()


@given(line=st.binary(max_size=200))
def test_no_bytes_break_the_reader(line: bytes) -> None:
    assert len(refused_fields(lambda: read_request(line))) <= 1


def test_no_depth_breaks_the_reader() -> None:
    """What can just be read may be too deep to be looked through for half characters."""
    for depth in range(1100):
        line = b'{"preneur":"\\u0041","x":' + b"[" * depth + b"]" * depth + b"}"
        assert refused_fields(lambda line=line: read_request(line)) <= {"line"}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.just(Decimal("40.5")) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(request=st.dictionaries(st.sampled_from([*DONNE, "x"]), json_values, max_size=12))
def test_any_object_is_marked_or_refused_by_name(request: dict[str, Any]) -> None:
    assert refused_fields(lambda: marks.answer({**DONNE, **request})) <= {*DONNE, "x"}


@given(st.integers() | st.decimals(allow_nan=False, allow_infinity=False))
def test_a_whole_number_is_read_exactly_or_not_at_all(value: Any) -> None:
    read = fields.whole_number(value, per=2)
    assert read is None or read == value * 2
