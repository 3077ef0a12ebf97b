"""The measurement of the sync still runs, with small figures: what it finds is printed, never judged here."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SMALL = ("--events", "60", "--rounds", "1", "--times", "3", "--tablets", "4", "--seconds", "1", "--without-pouchdb")


def test_the_sync_is_measured_to_the_end_in_small() -> None:
    done = subprocess.run(
        [sys.executable, "bench/sync.py", *SMALL], cwd=ROOT, capture_output=True, text=True, timeout=200, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    for found in ("the comparison with PouchDB is left out", "Nord's desk", "p99", "4 tablets", "of 4 events"):
        assert found in done.stdout
