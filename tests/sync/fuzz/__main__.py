"""`make fuzz`: feed the desk's inputs with what nobody would send, for so many seconds; print what went wrong."""

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from random import SystemRandom

from tests.sync.fuzz.feeding import TARGETS, feed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300, help="for how long each input is fed")
    parser.add_argument("--seed", type=int, help="draw the inputs of an earlier run again")
    asked = parser.parse_args()
    seed = SystemRandom().randrange(10**9) if asked.seed is None else asked.seed
    print(f"seed {seed}", flush=True)
    wrong = 0
    with ProcessPoolExecutor(max(len(TARGETS), os.cpu_count() or 1)) as workers:
        running = [workers.submit(feed, target, seed, asked.seconds) for target in TARGETS]
        for fed in (one.result() for one in running):
            wrong += len(fed.wrong)
            print(f"{fed.target}: {fed.inputs} inputs; {len(fed.wrong)} went wrong")
            print("  " + ", ".join(f"{said} {count}" for said, count in fed.said.most_common(30)))
            for what in fed.wrong:
                print(what)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
