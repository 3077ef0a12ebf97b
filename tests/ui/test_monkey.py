"""A few seconds of the monkey; `make monkey MINUTES=10` for the rest."""

from pathlib import Path

from tests.ui import monkey


def test_taps_at_random_break_nothing(play, tmp_path: Path) -> None:
    sheets, _ = monkey.run(tmp_path, seconds=6, seed=1)
    assert sheets  # how many taps fit in is the machine's affair
