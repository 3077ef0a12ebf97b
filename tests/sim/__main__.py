"""`make sim`: play many evenings, each from its seed, and print what was wrong in any of them."""

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, fields

from tests.sim.story import Verdict, play


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20_000, help="evenings to play")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.seeds)
    began = time.perf_counter()
    totals = dict.fromkeys((field.name for field in fields(Verdict)), 0)
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        for seed, verdict in zip(seeds, workers.map(play, seeds, chunksize=50), strict=True):
            for name, count in zip(totals, astuple(verdict), strict=True):
                totals[name] += count
            if not verdict.ok:
                print(f"seed {seed}: {verdict}", flush=True)
    seconds = time.perf_counter() - began
    told = ", ".join(f"{name} = {count}" for name, count in totals.items())
    print(f"{len(seeds)} evenings in {seconds:.0f} s, {len(seeds) / seconds:.0f} a second; {told}")
    return 1 if any(totals.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
