"""A few seconds of the monkey; `make monkey MINUTES=10` for the rest."""

from pathlib import Path

from tests.ui import monkey


def test_taps_at_random_break_nothing(play, tmp_path: Path) -> None:
    sheets, taps = monkey.run(tmp_path, seconds=6, seed=1)
    assert sheets
    assert taps
