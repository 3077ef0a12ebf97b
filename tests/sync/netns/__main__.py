"""`make netns`: take the network away between a desk and a tablet, each in a namespace of its own, and give it back."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.sync.netns.air import air, why_not
from tests.sync.netns.evening import FAULTS, evening


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2, help="how often each fault is made")
    asked = parser.parse_args()
    if reason := why_not():
        print(reason, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, air() as between, evening(between, Path(folder)) as playing:
        for fault in list(FAULTS) * asked.rounds:
            began = time.monotonic()
            playing.play_through(fault)
            print(
                f"{fault}: {playing.written} donnes, each at the desk once ({time.monotonic() - began:.0f} s)",
                flush=True,
            )
    print("What both of them kept is verified: lost 0, twice 0")
    return 0


if __name__ == "__main__":
    sys.exit(main())
