"""From a table to the arbiter: a real tablet writes, and a real arbiter's tablet has it on its disk and is told.

`python -m bench.syncing.latency FOLDER PORT TIMES` is both in one process, as both PouchDBs are; the desk is another.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.services.book import Book
from app.services.projection import Projection
from app.storage.machine import MachineClock, MachineRandom
from app.storage.tournament import TournamentStore, create_tournament
from bench.syncing.child import Child, say
from bench.syncing.pouch import DURABLE, Pouch
from bench.syncing.room import ARBITER, DONNES, JOURNAL, Room, identity, token
from bench.syncing.spread import spread
from sync.link import Link, Pinned
from sync.tablet import TabletSync

ROOM = Room(1, 25)
FIRST = 3  # that find the connections, and are not counted
REST_SECONDS = 0.03
PATIENCE_SECONDS = 30
AIM = 0.25


@dataclass(frozen=True, slots=True)
class Tablet:
    """A device with its own file and its own link."""

    store: TournamentStore
    link: Link


@contextmanager
def linked(folder: Path, device: str, desk: Pinned, on_change: Callable[[], None]) -> Iterator[Tablet]:
    with create_tournament(folder / device, JOURNAL, identity(device)) as store:
        beside = store.quarantine if device == ARBITER else None

        def new_sync() -> TabletSync:
            return TabletSync(
                store.journal, store.outbox, store.mirror, meta=store.meta, quarantine=beside, seed=len(device)
            )

        link = Link(new_sync, desk, on_change=on_change, on_trouble=lambda what: None)
        try:
            yield Tablet(store, link)
        finally:
            link.close()


def main(folder: Path, port: int, times: int) -> None:
    certificate = sys.stdin.read()
    told = threading.Event()
    when = [0.0]

    def arrived() -> None:
        when[0] = time.perf_counter()
        told.set()

    def pinned(device: str) -> Pinned:
        return Pinned("127.0.0.1", port, certificate, token(device))

    tablet_name = ROOM.devices[0]
    with (
        linked(folder, tablet_name, pinned(tablet_name), lambda: None) as tablet,
        linked(folder, ARBITER, pinned(ARBITER), arrived) as arbiter,
    ):
        opened = sum(1 for _ in ROOM.opening())
        _until(lambda: min(one.store.mirror.cursor().n for one in (tablet, arbiter)) >= opened)
        store = tablet.store
        projection = Projection(store.mirror, store.journal, store.outbox, device=tablet_name)
        book = Book(
            store.journal, store.meta.identity(), clock=MachineClock(), random=MachineRandom(), prefix=projection
        )
        found = []
        for number, (body, table) in enumerate(ROOM.played(0)):
            if number == times + FIRST:
                break
            expected = arbiter.store.mirror.cursor().n + 1
            told.clear()
            began = time.perf_counter()
            book.write(body, table=table)
            tablet.link.wrote()
            while arbiter.store.mirror.cursor().n < expected:
                if not told.wait(PATIENCE_SECONDS):
                    raise SystemExit("an event did not arrive")
                told.clear()
            if number >= FIRST:
                found.append(1000 * (when[0] - began))
            time.sleep(REST_SECONDS)
            book.catch_up()
    say(found)


def _until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        if time.monotonic() > until:
            raise SystemExit("the tablets did not pull the desk's order")
        time.sleep(0.02)


def latency(folder: Path, pouch: Pouch | None, *, times: int) -> None:
    """Measure and print; the processes of both sides run one after the other."""
    times = min(times, ROOM.each * DONNES - FIRST)
    print(f"  from the table's keypad to the arbiter's screen, {times} times, on three disks, over TLS")
    (folder / "latency").mkdir()
    with ExitStack() as stack:
        said = stack.enter_context(Child.python("desk", folder / "latency", ROOM.tablets, ROOM.each)).hear()
        pair = stack.enter_context(Child.python("latency", folder / "latency", said["port"], times))
        ours = pair.told(said["certificate"])
    print(f"    {'Nord':44}{spread(ours)}")
    if pouch is None:
        return
    with ExitStack() as stack:
        home = folder / "replication"
        home.mkdir()
        port, _certificate = pouch.serve(stack, home, DURABLE)
        theirs = pouch.replicate(stack, home, port, times=times, how=DURABLE)
    print(f"    {'PouchDB live replication, LevelDB synced':44}{spread(theirs)}")
    middle = sorted(ours)[len(ours) // 2] / sorted(theirs)[len(theirs) // 2]
    print(f"    {f'Nord beside PouchDB, medians (aim ≤ {AIM})':44}{middle:9.2f}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
