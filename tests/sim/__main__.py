"""`make sim`: play many evenings, each from its seed, and print what broke in them and what was wrong in any."""

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, fields

from tests.sim.play import FAULTS, play_and_count
from tests.sim.verdict import Verdict

COUNTED = 200  # evenings whose faults are told
TOLD_EVERY = 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20_000, help="evenings to play")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.seeds)
    began = time.perf_counter()
    totals = dict.fromkeys((field.name for field in fields(Verdict)), 0)
    fired: Counter[str] = Counter()
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        for number, (verdict, faults) in enumerate(workers.map(play_and_count, seeds, chunksize=25), 1):
            for name, count in zip(totals, astuple(verdict), strict=True):
                totals[name] += count
            if number <= COUNTED:
                fired.update(faults)
            if not verdict.ok:
                print(f"seed {seeds[number - 1]}: {verdict}", flush=True)
            if number % TOLD_EVERY == 0:
                print(f"{number} evenings, {number / (time.perf_counter() - began):.0f} a second", flush=True)
    seconds = time.perf_counter() - began
    print(f"what broke in the first {min(COUNTED, len(seeds))} evenings:")
    for fault in sorted(FAULTS, key=lambda fault: (-fired[fault], fault)):
        print(f"{fired[fault]:7} {fault}")
    told = ", ".join(f"{name} {count}" for name, count in totals.items())
    print(f"{len(seeds)} evenings in {seconds:.0f} s, {len(seeds) / seconds:.1f} a second: {told}")
    return 1 if any(totals.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
