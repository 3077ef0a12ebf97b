"""Every fault of the golden tables is ruled so by `compute ruling`, with its source."""

from collections import defaultdict

import pytest

from app.cli.compute.ruling import answer
from app.domain.errors import Refused
from tests.golden.rulings import RULESETS, Case, cases


def by_code(*, refused: bool) -> dict[str, list[Case]]:
    """Return the cases that are refused, or those that are not, by their code.

    One test a code: thousands of tests, one a case, would take longer to set up than to rule on.
    """
    found: dict[str, list[Case]] = defaultdict(list)
    for ruleset in RULESETS:
        for case in cases(ruleset):
            if (case.refused is not None) is refused:
                found[f"{ruleset} {case.request['code']}"].append(case)
    return found


ANSWERED, REFUSED = by_code(refused=False), by_code(refused=True)


@pytest.mark.parametrize("told", ANSWERED.values(), ids=ANSWERED)
def test_a_fault_is_ruled_as_in_the_golden_table(told: list[Case]) -> None:
    for case in told:
        given = answer(case.request)
        source = given.pop("source")
        assert given == case.answer, case.id
        assert case.heading.startswith(str(source)), case.id


@pytest.mark.parametrize("told", REFUSED.values(), ids=REFUSED)
def test_a_fault_that_makes_no_sense_is_refused_by_its_field(told: list[Case]) -> None:
    for case in told:
        with pytest.raises(Refused) as refused:
            answer(case.request)
        assert {found.field for found in refused.value.violations} == {case.refused}, case.id
