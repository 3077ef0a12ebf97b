"""The desk's inputs take anything for a few seconds; `make fuzz` feeds them for minutes."""

import pytest

from tests.sync.fuzz.feeding import TARGETS, feed


@pytest.mark.parametrize("target", TARGETS)
def test_no_input_brings_out_an_exception(target: str) -> None:
    fed = feed(target, seed=6, seconds=4)
    assert fed.wrong == []
    assert fed.inputs > 50
    assert len(fed.said) > 1
