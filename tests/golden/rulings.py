"""The golden rulings: each row of the three tables, spread into requests and the answers they must get."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from tests.golden.tables import NONE, Row, rows

RULESETS = ("fft-2017", "fft-2014", "asce")

SEATS = {"four": ["N", "S", "E", "O"], "three": ["S", "E", "O"], "five": ["N", "S", "E", "O", "E2"]}
DEALERS = {"four": "N", "three": "E", "five": "N"}
PRENEUR, PARTNER = "S", "E"
# Who is meant by the column "at fault"; a dealer-preneur moves the deal to the preneur.
AT_FAULT = {
    "preneur": [PRENEUR],
    "defender": ["O"],
    "dealer": ["N"],
    "dealer-preneur": [PRENEUR],
    "partner": [PARTNER],
    "preneur & defender": [PRENEUR, "O"],
    "nobody": [],
    "table": [],
}
# The order in which a cell gives its three results.
RESULTS: tuple[bool | None, ...] = (True, False, None)
WORDS = {True: "made", False: "down", None: "unknown"}
VALUES: dict[str, bool | None] = {"yes": True, "no": False, "none": None}
FACTS = {
    "amount",
    "choice",
    "dealer",
    "distorting",
    "minutes_late",
    "miscount",
    "preneur",
    "preneur_count_wrong",
    "repeat",
    "table",
    "warned",
}


@dataclass(frozen=True, slots=True)
class Case:
    """One request and what it must get: an answer (all but its source), or the field that is refused."""

    id: str
    heading: str
    role: str
    request: dict[str, Any]
    answer: dict[str, Any] | None
    refused: str | None


def cases(ruleset: str) -> Iterator[Case]:
    """Yield every case of a ruleset, in the order of its table."""
    for row in rows(f"rulings_{ruleset.replace('-', '_')}.md"):
        for role, facts in product(row.cells["at fault"].split(", "), _facts(row.cells["facts"])):
            for made in RESULTS if facts.get("preneur", PRENEUR) else (None,):
                yield _case(row, ruleset=ruleset, role=role, facts=facts, made=made)


def _facts(cell: str) -> Iterator[dict[str, Any]]:
    """Spread "name: value or value; …" into every combination; an unsaid value leaves its name out."""
    if cell == NONE:
        yield {}
        return
    names, alternatives = zip(*(part.split(": ") for part in cell.split("; ")), strict=True)
    if unknown := set(names) - FACTS:
        raise ValueError(f"unknown facts {unknown} in {cell!r}")
    for values in product(*(each.split(" or ") for each in alternatives)):
        yield {name: _value(value) for name, value in zip(names, values, strict=True) if value != "unsaid"}


def _value(word: str) -> Any:
    return int(word) if word.isdecimal() else VALUES.get(word, word)


def _case(row: Row, *, ruleset: str, role: str, facts: dict[str, Any], made: bool | None) -> Case:
    table = facts.get("table", "five" if role == "partner" else "four")
    players = AT_FAULT[role]
    request: dict[str, Any] = {
        "ruleset": ruleset,
        "code": row.cells["code"],
        "preneur": PRENEUR,
        "dealer": PRENEUR if role == "dealer-preneur" else DEALERS[table],
        "made": made,
    }
    if table != "four":
        request["seats"] = SEATS[table]
    if table == "five":
        request["partner"] = PARTNER
    if len(players) == 1:
        request["player"] = players[0]
    elif players:
        request["players"] = players
    request |= {name: value for name, value in facts.items() if name != "table"}

    said = ",".join(f"{name}={value}" for name, value in facts.items()) or "plain"
    outcome = row.cells["donne"]
    refused = outcome.removeprefix("refused: ") if outcome.startswith("refused: ") else None
    concerned = SEATS[table] if role == "table" else players
    return Case(
        id=f"{ruleset}:{row.line} {request['code']} by {role}, {said}, {WORDS[made]}",
        heading=row.heading,
        role=role,
        request=request,
        answer=None if refused else _answer(row, concerned, RESULTS.index(made)),
        refused=refused,
    )


def _answer(row: Row, players: list[str], result: int) -> dict[str, Any]:
    def cell(column: str) -> str | None:
        """Return what the column says of this result: its one value, or its own of three."""
        values = row.cells[column].split(" / ")
        if len(values) not in (1, len(RESULTS)):
            raise ValueError(f"line {row.line}: {column} gives {len(values)} results")
        value = values[result if len(values) > 1 else 0]
        return None if value == NONE else value

    def each(column: str) -> list[tuple[str, str]]:
        """Return the players whom the column names, with what befalls them."""
        value = cell(column)
        if value is None:
            return []
        word, _, what = value.partition(" ")
        if word != "player":
            raise ValueError(f"line {row.line}: {column} says {value!r}")
        return [(player, what) for player in players]

    return {
        "donne": cell("donne"),
        "poignee": cell("poignée"),
        "warnings": [player for player, _ in each("warned")],
        "penalties": [{"player": player, "points": int(points)} for player, points in each("penalties")],
        "barred": [{"player": player, "when": when} for player, when in each("barred")],
        "dealer": cell("dealer"),
    }
