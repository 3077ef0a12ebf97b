"""The page of events says what the code says: kinds, writers, fields, when, and reasons that have a sentence."""

from dataclasses import MISSING, fields, is_dataclass

import pytest

from app.domain.arbitrage.faute import Barred, Faute, Penalty, Ruling
from app.domain.donne.donne import Poignee
from app.domain.events.envelope import Event
from app.domain.events.kinds import KINDS, Kind
from app.domain.events.table import Entry
from app.domain.events.tournoi import Role, SeatedTable
from app.domain.tournoi.cut import Cut
from app.domain.tournoi.identity import Identity
from app.domain.tournoi.shape import PositionPlan, Seance, Shape
from app.domain.tournoi.sheet import Scored
from app.texts.refusals import SENTENCES
from tests.docs.events_page import ENVELOPE, SECTIONS, SHARED, reasons_of

VALUES = (Entry, Poignee, Scored, SeatedTable, Identity, Faute, Ruling, Penalty, Barred, Shape, Seance)
VALUES += (PositionPlan, Cut)
WORDS = {"the table": Role.TABLE, "the arbiter": Role.ARBITRE, "the desk": Role.DESK}


def told(body: type) -> dict[str, tuple[str, bool]]:
    """Return each field of a value with its type and whether it may be left out."""
    assert is_dataclass(body)
    return {
        field.name: (str(field.type), not (field.default is MISSING and field.default_factory is MISSING))
        for field in fields(body)
    }


def test_every_kind_and_every_value_has_its_section_and_nothing_else_has() -> None:
    assert set(SECTIONS) == {*KINDS, *(value.__name__ for value in VALUES)}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_kind_is_told_as_it_is(kind: Kind) -> None:
    section = SECTIONS[kind.name]
    writers, _, sheet = section.bullets["written by"].partition("; ")
    assert {WORDS[word] for word in writers.split(", ")} == kind.writers
    assert sheet == ("on a sheet" if kind.on_sheet else "")
    assert section.bullets["when"] == kind.when
    assert section.fields == told(kind.body)


@pytest.mark.parametrize("value", VALUES)
def test_a_value_is_told_as_it_is(value: type) -> None:
    assert SECTIONS[value.__name__].fields == told(value)


def test_the_envelope_is_told_as_it_is_and_none_of_its_fields_may_miss_but_the_salt() -> None:
    assert ENVELOPE.fields == {name: (kind, name == "salt") for name, (kind, _) in told(Event).items()}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_reason_that_is_named_has_a_sentence(kind: Kind) -> None:
    assert reasons_of(kind.name, on_sheet=kind.on_sheet) <= set(SENTENCES)


def test_the_shared_reasons_are_named() -> None:
    assert set(SHARED) == {"any", "sheet", "signed", "entry", "card", "name"}
    assert all(SHARED.values())
