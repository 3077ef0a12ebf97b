"""What the sync costs, beside a disk, beside a bare server, and beside PouchDB; and what a full room costs the desk.

Everything is durable, over TLS, on the loopback; servers and clients are processes of their own. Aims: storing at
most twice a bare TLS endpoint that only inserts, and at least twice as fast as pouchdb-server; from a table to the
arbiter in at most a quarter of what PouchDB's live replication takes. PouchDB comes from npm into build/, once; where
there is no npm, that comparison is left out.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1])  # or this file would be taken for the package `sync`

from bench.syncing.crowd import crowd  # noqa: E402
from bench.syncing.latency import latency  # noqa: E402
from bench.syncing.pouch import Pouch, find_pouch  # noqa: E402
from bench.syncing.storing import storing  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=45, help="of each full room")
    parser.add_argument("--tablets", type=int, nargs="*", default=[150, 1_000], help="in each full room")
    parser.add_argument("--events", type=int, default=1_000, help="to store")
    parser.add_argument("--rounds", type=int, default=3, help="of storing them")
    parser.add_argument("--times", type=int, default=100, help="from the table to the arbiter")
    parser.add_argument("--without-pouchdb", action="store_true")
    asked = parser.parse_args()
    found = "it was asked for" if asked.without_pouchdb else find_pouch()
    pouch = found if isinstance(found, Pouch) else None
    if pouch is None:
        print(f"  the comparison with PouchDB is left out: {found}")
    with tempfile.TemporaryDirectory(prefix="nord-bench-") as folder:
        if asked.events:
            storing(Path(folder), pouch, events=asked.events, rounds=asked.rounds)
        if asked.times:
            latency(Path(folder), pouch, times=asked.times)
        for tablets in asked.tablets:
            crowd(Path(folder), tablets=tablets, seconds=asked.seconds)
    print(f"  load of this machine, {os.cpu_count()} processors: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
