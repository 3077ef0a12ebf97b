"""Every fault of the golden tables is ruled so by `compute ruling`, with its source."""

import pytest

from app.cli.compute.ruling import answer
from app.domain.errors import Refused
from tests.golden.rulings import RULESETS, Case, cases

CASES = [case for ruleset in RULESETS for case in cases(ruleset)]


ANSWERED = [case for case in CASES if case.refused is None]
REFUSED = [case for case in CASES if case.refused is not None]


@pytest.mark.parametrize("case", ANSWERED, ids=lambda case: case.id)
def test_a_fault_is_ruled_as_in_the_golden_table(case: Case) -> None:
    given = answer(case.request)
    source = given.pop("source")
    assert given == case.answer
    assert case.heading.startswith(str(source))


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.id)
def test_a_fault_that_makes_no_sense_is_refused_by_its_field(case: Case) -> None:
    with pytest.raises(Refused) as refused:
        answer(case.request)
    assert {found.field for found in refused.value.violations} == {case.refused}
