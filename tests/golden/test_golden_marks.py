"""Every donne worked out by hand is marked so by `compute marks`, from its JSON on."""

import json

import pytest

from app.cli.compute import marks
from app.cli.compute.stream import read_request
from tests.golden.marks import Case, cases


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.id)
def test_a_donne_is_marked_as_worked_out_by_hand(case: Case) -> None:
    answer = marks.answer(read_request(json.dumps(case.request).encode()))
    assert answer.pop("steps")
    assert answer == case.answer, case.heading
