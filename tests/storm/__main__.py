"""`make storm`: kill the desk and the tablets of real evenings, many times, and print what was lost."""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.storm.evenings import kills_of, stormy_evenings


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200, help="how many programs are killed")
    parser.add_argument("--seed", type=int, default=1, help="of the first evening")
    asked = parser.parse_args()
    began, wrong, events = time.perf_counter(), 0, 0
    broken: Counter[str] = Counter()
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="nord-") as folder:
        for seed, outcome in stormy_evenings(Path(folder), kills=asked.times, seed=asked.seed):
            broken += outcome.broken
            events += outcome.audit.events
            wrong += not outcome.ok
            audit = outcome.audit
            found += Counter(lost=audit.lost, twice=audit.duplicated, quarantined=audit.quarantined)
            found["unsound files"] += len(audit.problems)
            figures = {key: value for key, value in outcome.as_json().items() if key != "ranking"}
            print(f"seed {seed}: {kills_of(outcome)} kills, {dict(outcome.broken)}, {figures}", flush=True)
    print(
        f"{broken['desk']} kills of the desk and {broken['tablets']} of tablets, {broken['wires']} links cut,"
        f" {events} events in {time.perf_counter() - began:.0f} s; lost = {found['lost']}, twice = {found['twice']},"
        f" quarantined = {found['quarantined']}, unsound files = {found['unsound files']}, evenings wrong = {wrong}"
    )
    return 1 if wrong or found["quarantined"] else 0


if __name__ == "__main__":
    sys.exit(main())
