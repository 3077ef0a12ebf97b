"""Values survive JSON exactly; what does not fit is refused by its field."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NewType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import Refused
from app.domain.events.codec import codec, from_json, to_json

Name = NewType("Name", str)


class Colour(StrEnum):
    PIQUE = "pique"
    COEUR = "coeur"


@dataclass(frozen=True, slots=True)
class Small:
    number: int
    flag: bool = False


@dataclass(frozen=True, slots=True)
class Other:
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
    name: Name
    colour: Colour | None
    score: int | Fraction
    scores: tuple[int | Fraction, ...]
    row: tuple[str, int]
    names: frozenset[str]
    small: Small
    either: Small | Other
    by_table: Mapping[int, Small]
    by_name: Mapping[str, int]
    note: Name | None = None


texts = st.text(max_size=8)
smalls = st.builds(Small, st.integers(-(2**53) + 1, 2**53 - 1), st.booleans())
scores = st.integers(-1000, 1000) | st.fractions(-10, 10, max_denominator=8).filter(lambda f: f.denominator > 1)
values = st.builds(
    Everything,
    name=texts.map(Name),
    colour=st.none() | st.sampled_from(Colour),
    score=scores,
    scores=st.lists(scores, max_size=3).map(tuple),
    row=st.tuples(texts, st.integers(0, 9)),
    names=st.frozensets(texts, max_size=3),
    small=smalls,
    either=smalls | st.builds(Other, texts),
    by_table=st.dictionaries(st.integers(0, 99), smalls, max_size=3),
    by_name=st.dictionaries(texts, st.integers(0, 9), max_size=3),
    note=st.none() | texts,
)


@given(values)
def test_a_value_comes_back_as_it_was_and_is_written_the_same(value: Everything) -> None:
    written = json.dumps(to_json(Everything, value), sort_keys=True)
    again = from_json(Everything, json.loads(written))
    assert again == value
    assert type(again.score) is type(value.score)
    assert json.dumps(to_json(Everything, again), sort_keys=True) == written


WHOLE = {
    "name": "a",
    "colour": "pique",
    "score": 1,
    "scores": [1, "1/2"],
    "row": ["a", 1],
    "names": ["a"],
    "small": {"number": 1},
    "either": {"is": "Other", "text": "x"},
    "by_table": {"1": {"number": 2, "flag": True}},
    "by_name": {"a": 1},
}


def test_a_default_need_not_be_written() -> None:
    read = from_json(Everything, WHOLE)
    assert read.note is None
    assert read.small == Small(1, False)
    assert read.by_table[1].flag


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": 1}, "name"),
        ({"name": "x" * 20_001}, "name"),
        ({"colour": "vert"}, "colour"),
        ({"colour": 1}, "colour"),
        ({"score": True}, "score"),
        ({"score": 1.0}, "score"),
        ({"score": 2**53}, "score"),
        ({"score": "1"}, "score"),
        ({"score": "1/0"}, "score"),
        ({"score": "x/2"}, "score"),
        ({"score": "1/" + "9" * 100}, "score"),
        ({"score": "--1/2"}, "score"),
        ({"score": "2/4"}, "score"),
        ({"score": "-0/1"}, "score"),
        ({"score": "01/2"}, "score"),
        ({"score": "1/2 "}, "score"),
        ({"score": "١/٢"}, "score"),
        ({"name": "\ud800"}, "name"),
        ({"scores": "1/2"}, "scores"),
        ({"scores": [1, None]}, "scores.1"),
        ({"row": ["a"]}, "row"),
        ({"row": ["a", "b"]}, "row.1"),
        ({"names": {}}, "names"),
        ({"names": [1]}, "names.0"),
        ({"names": ["a", "a"]}, "names"),
        ({"small": {}}, "small.number"),
        ({"small": {"number": 1, "flag": 1}}, "small.flag"),
        ({"small": {"number": 1, "x": 1}}, "small.x"),
        ({"small": []}, "small"),
        ({"either": {"text": "x"}}, "either.is"),
        ({"either": {"is": "Everything"}}, "either.is"),
        ({"either": {"is": ["Other"]}}, "either.is"),
        ({"either": "x"}, "either"),
        ({"by_table": {"x": {"number": 1}}}, "by_table.x"),
        ({"by_table": {"1": {}}}, "by_table.1.number"),
        ({"by_table": {"01": {"number": 1}}}, "by_table.01"),
        ({"by_table": {"-1": {"number": 1}}}, "by_table.-1"),
        ({"by_table": {"٣": {"number": 1}}}, "by_table.٣"),
        ({"by_table": {"9" * 5000: {"number": 1}}}, "by_table." + "9" * 40),
        ({"by_table": []}, "by_table"),
        ({"by_name": {"a": "1"}}, "by_name.a"),
        ({"by_name": {"\ud800": 1}}, "by_name.?"),
        ({"x" * 99: 1}, "x" * 40),
        ({"\ud800": 1}, "?"),
        ({"by_name": []}, "by_name"),
        ({"note": 3}, "note"),
    ],
)
def test_what_does_not_fit_is_refused_by_its_field(changes: dict[str, object], field: str) -> None:
    with pytest.raises(Refused) as refused:
        from_json(Everything, {**WHOLE, **changes})
    assert [(found.key, found.field) for found in refused.value.violations] == [("event.unfit", field)]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("name", "x" * 20_000),
        ("name", "Éloïse 🂡"),
        ("score", 2**53 - 1),
        ("score", -(2**53) + 1),
        ("score", "-1/3"),
        ("score", "0/1"),
        ("by_table", {"0": {"number": 1, "flag": True}, "999999999999999": {"number": 1, "flag": False}}),
        ("names", sorted(f"n{number}" for number in range(30_000))),
    ],
)
def test_what_fits_is_written_again_as_it_was_read(name: str, value: object) -> None:
    assert to_json(Everything, from_json(Everything, {**WHOLE, name: value}))[name] == value


def test_a_type_without_json_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError, match="no JSON for"):
        codec(float)
