"""`make crash`: cut the power at many moments of a session, and print how many events were lost."""

import argparse
import sys
import time

from tests.storage.crash.session import EVENTS, cut_power, record, scratch_folder


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=10_000, help="moments at which the power goes")
    parser.add_argument("--seed", type=int, default=0, help="another seed tears other sectors")
    asked = parser.parse_args()
    with scratch_folder() as folder:
        session = record(folder / "session")
        began = time.perf_counter()
        points, wrong = 0, 0
        for outcome in cut_power(session, folder / "left", points=asked.points, seed=asked.seed):
            points += 1
            if outcome.wrong is not None:
                wrong += 1
                print(f"moment {outcome.moment}: {outcome.wrong}")
    print(
        f"{EVENTS} events, {len(session.operations)} operations, {session.syncs} syncs;"
        f" {points} power cuts in {time.perf_counter() - began:.0f} s; lost = {wrong}"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
