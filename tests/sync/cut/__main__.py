"""`make cut`: cut a push at every byte of what travels, both ways, and see each event at the desk exactly once."""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from tests.sync.cut.sending import cut_in_a_folder, places

BATCH = 150  # cuts in one tournament
WRONG = ("lost", "twice", "astray", "damaged")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="cut at every so many bytes only")
    asked = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        everywhere = places(Path(folder))[:: asked.every]
    done: Counter[str] = Counter(dict.fromkeys(WRONG, 0))
    # Each from a program of its own: threads of this one, which has just served a desk, do not survive a fork.
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as workers:
        batches = [everywhere[at : at + BATCH] for at in range(0, len(everywhere), BATCH)]
        for counted in workers.map(cut_in_a_folder, batches):
            done.update(counted)
    told = ", ".join(f"{name} = {done[name]}" for name in WRONG)
    print(
        f"{done['pushes']} pushes cut in {time.perf_counter() - began:.0f} s: {done['failures']} without an answer, "
        f"{done['there already']} of them at the desk already; {told}"
    )
    return 1 if any(done[name] for name in WRONG) or done["pushes"] != len(everywhere) else 0


if __name__ == "__main__":
    sys.exit(main())
