"""Values made quickly are those that dataclasses make: the same fields, the same defaults, frozen."""

import dataclasses
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field
from functools import cached_property

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.donne.donne import Donne, Saisie
from app.domain.events.codec import from_json, to_json
from app.domain.fold.feuille import Feuille, Ligne
from app.domain.fold.state import State
from app.domain.tournoi.sheet import Sheet
from app.domain.values import quick, replace
from tests.domain.fold.room import GARDE, opened


@dataclass(frozen=True, slots=True)
class Plain:
    first: int
    second: str = "b"
    names: list[str] = field(default_factory=list)
    last: int = field(default=3, kw_only=True)
    found: int = 0

    def __post_init__(self) -> None:
        if not self.found:
            object.__setattr__(self, "found", self.first + self.last)


@quick
@dataclass(frozen=True, slots=True)
class Quick(Plain):
    """The same, made quickly."""


given_fields = st.fixed_dictionaries(
    {"first": st.integers(1, 9)},
    optional={
        "second": st.text(max_size=2),
        "names": st.lists(st.text(max_size=2)),
        "last": st.integers(0, 9),
        "found": st.integers(),
    },
)


@given(given_fields)
def test_a_quick_value_is_filled_like_a_plain_one(said: dict[str, object]) -> None:
    assert dataclasses.astuple(Quick(**said)) == dataclasses.astuple(Plain(**said))


@given(given_fields, given_fields)
def test_a_changed_value_is_what_dataclasses_would_make_of_it(said: dict[str, object], new: dict[str, object]) -> None:
    value = Plain(**said)
    as_found = {"found": value.found, **new}  # which is found once, when a value is first made
    assert replace(value, **as_found) == dataclasses.replace(value, **as_found) or not as_found["found"]
    assert value == Plain(**said)


def test_a_quick_value_takes_its_fields_by_place_or_by_name_as_declared() -> None:
    assert Quick(1, "x", ["y"], 7, last=2) == Quick(first=1, second="x", names=["y"], found=7, last=2)
    with pytest.raises(TypeError):
        Quick()
    with pytest.raises(TypeError):
        Quick(1, "x", [], 7, 2)
    with pytest.raises(TypeError):
        Quick(1, other=2)


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    kind: str
    made: int = 1
    open: int = 2
    take: int = 3
    value: tuple[int, ...] = field(default_factory=tuple)


def test_a_field_may_have_any_name() -> None:
    named = Named(kind="k", take=7)
    assert (named.kind, named.made, named.open, named.take, named.value) == ("k", 1, 2, 7, ())
    assert replace(named, kind="l", value=(1,)) == Named(kind="l", take=7, value=(1,))
    assert from_json(Named, to_json(Named, named)) == named


def test_each_quick_value_has_a_list_of_its_own() -> None:
    assert Quick(1).names is not Quick(1).names


@pytest.mark.parametrize("make", [lambda: Quick(1), lambda: replace(Plain(1), second="x")])
def test_nobody_changes_a_value_afterwards(make: Callable[[], Plain]) -> None:
    value = make()
    with pytest.raises(FrozenInstanceError):
        value.second = "c"
    with pytest.raises(FrozenInstanceError):
        del value.first


def test_a_field_that_a_value_has_not_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        replace(Plain(1), other=2)


@pytest.mark.parametrize("kind", [Donne, Saisie, Feuille, Ligne, Sheet, State])
def test_a_value_of_the_journal_says_what_it_takes(kind: type) -> None:
    """As its dataclass declares it: by keyword, and with these defaults."""
    room = opened(4)
    room.finish(1)
    feuille = room.feuille()
    values = (GARDE.donne(("N", "S", "E", "O"), None), Saisie(), feuille, feuille.lines[-1], feuille.sheet, room.state)
    value = next(value for value in values if type(value) is kind)
    fields = {part.name: getattr(value, part.name) for part in dataclasses.fields(kind)}
    assert kind(**fields) == value == replace(value) == dataclasses.replace(value)
    with pytest.raises(TypeError):
        kind(*fields.values())


@quick
@dataclass(frozen=True)
class Remembering:
    """Without slots: what is found once of it is kept with it."""

    number: int

    @cached_property
    def found(self) -> list[int]:
        return [self.number]


def test_a_value_without_slots_keeps_what_was_found_of_it_and_hands_it_to_nobody() -> None:
    value = Remembering(1)
    assert value.found is value.found
    assert replace(value, number=2).found == [2]
    assert value == Remembering(1)
    with pytest.raises(FrozenInstanceError):
        value.number = 3  # type: ignore[misc]
