"""What `docs/commands.md` says of compute is what the program does: examples, subjects, error codes."""

import ast
import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.cli.compute import SUBJECTS
from app.cli.compute.stream import MAX_LINE_BYTES
from app.texts.refusals import SENTENCES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/commands.md").read_text("utf-8")
EXAMPLES = [
    example.split("\n", 1) for example in re.findall(r"^```console\n\$ (.*?)```$", PAGE, re.MULTILINE | re.DOTALL)
]

# The table of error codes: | `code` | `field`, `field` or words | sentence |
CODES = {
    code: (set(re.findall(r"`([^`]+)`", fields)), sentence)
    for code, fields, sentence in re.findall(
        r"^\| `([\w.]+)` \| ([^|]+) \| (.+) \|$", PAGE.partition("### Error codes")[2], re.MULTILINE
    )
}

# Codes of the law that a request of compute cannot bring about, and why.
NOT_ASKED = {
    "camps_not_91": "a request says the points of the attack alone",
    "preneur_barred": "a request says nothing of who is barred",
    "negative": "a figure below 0 is out_of_range before it is judged",
    "movement.mates_meet": "what mates would meet at is answered; only the desk refuses to play it",
    "movement.mates_meet_unless_repaired": "likewise",
    "movement.too_few_left": "a movement asked for has three players for each table",
    "movement.teams_too_few_left": "likewise",
    "movement.positions": "positions are out_of_range before they are planned",
    "movement.finalists": "a final is not drawn by compute",
}


@pytest.mark.parametrize(("command", "output"), EXAMPLES, ids=[command[:60] for command, _ in EXAMPLES])
def test_an_example_gives_what_the_page_shows(command: str, output: str) -> None:
    typed = command.replace("python main.py", f"{sys.executable} main.py")
    done = subprocess.run(["bash", "-c", typed], capture_output=True, cwd=ROOT, timeout=60, check=True)
    assert done.stdout.decode() == output


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_subject_has_its_section_and_an_example(subject: str) -> None:
    assert f"\n### {subject}\n" in PAGE, f"describe `compute {subject}` under a heading of its own"
    assert any(f"compute {subject}" in command for command, _ in EXAMPLES)


def modules(name: str, found: dict[str, Path]) -> dict[str, Path]:
    """Gather a module and all of ours that it imports, but for the sentences."""
    path = ROOT / f"{name.replace('.', '/')}.py"
    path = path if path.exists() else path.with_suffix("") / "__init__.py"
    if name in found or name.startswith("app.texts") or not path.exists():
        return found
    found[name] = path
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("app."):
            for module in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                modules(module, found)
    return found


def keys(path: Path) -> Iterator[str]:
    """Yield every key that a module refuses by."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ("violation", "Violation", "refuse", "_refuse"):
                yield str(node.args[0].value)


def test_the_codes_listed_are_those_that_compute_can_answer() -> None:
    found: dict[str, Path] = {}
    for subject in SUBJECTS:
        modules(f"app.cli.compute.{subject}", found)
    refused = {key for path in found.values() for key in keys(path)}
    assert refused <= set(SENTENCES)
    assert set(NOT_ASKED) <= refused
    assert set(CODES) == refused - set(NOT_ASKED), "list these codes, or take them out"


def test_a_code_is_listed_with_its_own_sentence() -> None:
    for code, (_, sentence) in CODES.items():
        assert sentence == SENTENCES[code].replace("{{", "{").replace("}}", "}"), code


FOUR = {"players": 4, "seats": ["N", "S", "E", "O"], "preneur": "E", "contract": "garde", "bouts": 2, "points": 49}
FIVE = {**FOUR, "players": 5, "seats": ["N", "S", "E", "O", "E2"]}
ATTACK_CHELEM = {**FOUR, "chelem": "unannounced"}
FUMER = {"code": "fumer", "player": "N"}
DEALING = {"code": "fausse_donne.dealing", "player": "O", "dealer": "N"}
FFT = {"kind": "fft", "tables": 8, "positions": 4}
ABC = {"kind": "random", "seed": 1, "players": ["a", "b", "c"]}
ONE = {"id": "a", "positions": [1]}

# Requests, by subject, that between them are refused by every code.
REFUSED: dict[str, list[object]] = {
    "marks": [
        b"",
        b"[" * (MAX_LINE_BYTES + 1),
        b'"\xff"',
        b"{",
        b"[]",
        b'{"preneur":"\\ud800"}',
        b"[" * 100_000,
        b'{"points":NaN}',
        b'{"points":' + b"9" * 5000 + b"}",
        b'{"points":1,"points":2}',
        {"vent": 1},
        {**FOUR, "preneur": 3},
        {**FOUR, "bouts": 1.5},
        {**FOUR, "points": 0.25},
        {**FOUR, "seats": "NSEO"},
        {**FOUR, "seats": ["N"] * 101},
        {**FOUR, "contract": "passe"},
        {**FOUR, "players": 7},
        {**FOUR, "seats": ["N", "S", "E"]},
        {**FOUR, "seats": ["N", "S", "E", "E"]},
        {**FOUR, "preneur": "X"},
        {**FIVE, "mort": "E"},
        {**FOUR, "partner": "N"},
        {**FIVE, "partner": "E"},
        {**FOUR, "mort": "N"},
        {**FOUR, "bouts": 4},
        {**FOUR, "points": 92},
        {**FOUR, "points": 40.5},
        {**FOUR, "points": 7},
        {**FOUR, "points": 88},
        {**FOUR, "bouts": 0, "petit_au_bout": "attack"},
        {**FIVE, "mort": "N", "poignees": [{"by": "N", "atouts": 10}]},
        {**FOUR, "poignees": [{"by": "N", "atouts": 15}, {"by": "N", "atouts": 10}]},
        {**FOUR, "poignees": [{"by": "N", "atouts": 11}]},
        {**FOUR, "bouts": 3, "points": 91},
        {**ATTACK_CHELEM, "points": 87, "petit_au_bout": "defense"},
        {**FOUR, "chelem": "defense"},
        {**ATTACK_CHELEM, "points": 30},
    ],
    "ruling": [
        {**FUMER, "made": 1},
        {**FUMER, "players": ["N", "S"]},
        {**FUMER, "amount": -1},
        {"code": "rire"},
        DEALING,
        {"code": "faux_ecart.five", "player": "O", "preneur": "S"},
        {"code": "cartes_defenseur", "player": "S", "preneur": "S", "dealer": "N"},
        {"code": "chien_vu", "players": ["S", "O"], "preneur": "S"},
    ],
    "movement": [
        {"kind": "fft", "positions": 1},
        {**FFT, "tables": 2},
        {"kind": "repaired", "players": 5, "positions": 1},
        {"kind": "asce", "players": 5, "positions": 1},
        {"kind": "howell", "players": 10, "positions": 1},
        {"kind": "fft", "players": 32, "positions": 1, "five": True},
        {"kind": "howell", "tables": 4, "positions": 1, "five": True},
        {**FFT, "kind": "asce", "five": True, "positions": 300},
        {**FFT, "five": True, "teams": 2},
        {**FFT, "teams": 3},
        {**FFT, "kind": "asce", "teams": 2},
        {"kind": "repaired", "tables": 4, "positions": 1, "teams": 4},
        {"kind": "fft", "players": 31, "positions": 1, "teams": 2},
    ],
    "draw": [
        {**ABC, "players": ["a", "b", "c", "a"]},
        {**ABC, "kind": "best", "ranking": ["a", "b", "d"]},
        {**ABC, "kind": "random", "seed": 1, "history": [[["a", "b"], ["a", "c"]]]},
    ],
    "ranking": [
        {"players": [ONE, ONE]},
        {"players": ["a"]},
        {"players": [{"id": "a", "positions": ["x"]}]},
    ],
}


@pytest.fixture(scope="module")
def answered() -> dict[str, set[str]]:
    """The fields named with each code, over all the refused requests."""
    named = defaultdict(set)
    for subject, requests in REFUSED.items():
        lines = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in requests]
        command = [sys.executable, "main.py", "compute", subject]
        done = subprocess.run(
            command, input=b"\n".join(lines) + b"\n", capture_output=True, cwd=ROOT, timeout=60, check=True
        )
        for request, answer in zip(requests, done.stdout.splitlines(), strict=True):
            errors = json.loads(answer).get("errors")
            assert errors, request
            for error in errors:
                named[error["code"]].add(error["field"])
    return named


@pytest.mark.parametrize("code", CODES)
def test_a_code_listed_is_answered_and_names_its_field(code: str, answered: dict[str, set[str]]) -> None:
    assert code in answered, "no request here is refused by this code"
    fields, _ = CODES[code]
    assert not fields or answered[code] <= fields, "say these fields too"
