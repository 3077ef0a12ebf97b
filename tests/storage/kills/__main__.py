"""`make kills`: kill a program that writes, many times, and print how many events were lost."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.storage.kills.killing import killings


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200, help="how often the program is killed")
    parser.add_argument("--seed", type=int, default=0, help="another seed kills at other moments")
    asked = parser.parse_args()
    began, wrong, events = time.perf_counter(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for killed in killings(Path(folder), times=asked.times, seed=asked.seed):
            events = killed.report.events
            if not killed.is_lossless:
                wrong += 1
                print(f"{killed.saved} events were saved; found: {killed.report}")
    print(f"{asked.times} kills, {events} events in {time.perf_counter() - began:.0f} s; lost = {wrong}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
