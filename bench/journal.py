"""What the journal costs beside the disk: appending, against SQLite alone storing the same bytes as safely.

The yardstick is one table of payloads and MACs with WAL and synchronous=FULL, written by one connection in the same
folder. Both sides take turns, so that a disk that has a bad moment has it for both; the median of the rounds counts.
Aim: at most twice, one by one and in fifties. What each row of the journal adds (id, place, index, head) is in it;
what comes before every append is not, and is told apart: a poste has read and hashed an event to fold it first.
"""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path

from app.domain.events.envelope import FIRST, Event, Sealed, seal
from app.services.ports import Identity
from app.storage.tournament import TournamentStore, create_tournament
from app.storage.verify import verify

DESK = Identity("DESK", 1, b"d" * 32)
EVENTS = 1_000
ROUNDS = 5
BODY = {"preneur": "E", "contrat": "garde", "bouts": 2, "points": 49, "petit_au_bout": None, "poignees": [], "donne": 7}
AIM = 2.0


def events(journal: str) -> Iterator[Sealed]:
    previous = FIRST
    for seq in count(1):
        event = Event(
            journal=journal,
            device=DESK.device,
            epoch=1,
            seq=seq,
            kind="DonneRecorded",
            body=BODY,
            at="2026-11-18T20:00:00Z",
            previous=previous,
            table=seq % 100,
            table_epoch=1,
        )
        sealed = seal(event, DESK.key)
        previous = sealed.id
        yield sealed


def in_batches(of: int, write: Callable[[Sequence[Sealed]], object], batch: Sequence[Sealed]) -> float:
    """Return the seconds that it takes to write a batch of events, so many at a time."""
    began = time.perf_counter()
    for start in range(0, len(batch), of):
        write(batch[start : start + of])
    return time.perf_counter() - began


class Raw:
    """SQLite alone, as safe as the journal."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.execute("PRAGMA synchronous=FULL")
        self.connection.execute("CREATE TABLE events (n INTEGER PRIMARY KEY, payload BLOB, mac BLOB)")

    def write(self, batch: Sequence[Sealed]) -> None:
        """Store the bytes of a batch in one transaction."""
        self.connection.execute("BEGIN")
        rows = [(sealed.payload, sealed.mac) for sealed in batch]
        self.connection.executemany("INSERT INTO events (payload, mac) VALUES (?, ?)", rows)
        self.connection.execute("COMMIT")

    def close(self) -> None:
        """Let go of the file."""
        self.connection.close()


def appending(folder: Path, of: int) -> None:
    """Print what appending costs, so many events at a time."""
    name = f"J{of}"
    stream = events(name)
    journal_times, raw_times, reading_times = [], [], []
    with create_tournament(folder, name, DESK) as store, closing(Raw(folder / f"raw{of}.db")) as raw:
        for _ in range(ROUNDS):
            batch = [next(stream) for _ in range(EVENTS)]
            raw_times.append(in_batches(of, raw.write, batch))
            batch = [Sealed(sealed.payload, sealed.mac) for sealed in batch]  # as it comes
            began = time.perf_counter()
            for sealed in batch:
                assert sealed.id != sealed.event.previous
            reading_times.append(time.perf_counter() - began)
            journal_times.append(in_batches(of, store.journal.append, batch))
    ours, theirs = statistics.median(journal_times), statistics.median(raw_times)
    print(
        f"  append {EVENTS} events by {of:2}: {1000 * ours:7.1f} ms, SQLite alone {1000 * theirs:7.1f} ms,"
        f" ratio {ours / theirs:.2f} (aim {AIM}); read before {1000 * statistics.median(reading_times):5.1f} ms"
    )


def crowd(store: TournamentStore, batch: Sequence[Sealed]) -> float:
    """Return the seconds that it takes when nobody waits for the one before: commits are shared."""
    began = time.perf_counter()
    for answer in [store.journal.submit([sealed]) for sealed in batch]:
        answer.result()
    return time.perf_counter() - began


def reading(folder: Path) -> None:
    """Print what a crowd of single appends, reading back and verifying cost, beside the fold that follows them."""
    batch = [sealed for _, sealed in zip(range(EVENTS), events("J0"), strict=False)]
    with create_tournament(folder, "J0", DESK) as store:
        print(f"  {EVENTS} single appends at once, commits shared: {1000 * crowd(store, batch):.1f} ms")
        began = time.perf_counter()
        entries = store.journal.read(limit=EVENTS)
        print(f"  read {len(entries)} events: {1000 * (time.perf_counter() - began):.1f} ms")
        path = store.path
    began = time.perf_counter()
    assert verify(path).ok
    print(f"  verify {EVENTS} events: {1000 * (time.perf_counter() - began):.1f} ms")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for of in (1, 50):
            appending(Path(folder), of)
        reading(Path(folder))


if __name__ == "__main__":
    main()
