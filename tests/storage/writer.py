"""Devices that write well-formed events, and the folders that keep them."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from app.domain.events.envelope import FIRST, Event, Sealed, seal
from app.services.ports import Identity
from app.storage.tournament import TournamentStore, create_tournament

JOURNAL = "J1"
DESK = Identity("DESK", 1, b"d" * 32)


@dataclass
class Writer:
    """A device whose every event follows the one before."""

    device: str = DESK.device
    epoch: int = 1
    key: bytes = DESK.key
    seq: int = 0
    previous: str = FIRST

    def event(self, **changes: object) -> Event:
        """The next event, without counting it as written."""
        event = Event(
            journal=JOURNAL,
            device=self.device,
            epoch=self.epoch,
            seq=self.seq + 1,
            kind="DonneRecorded",
            body={"donne": self.seq + 1},
            at="2026-11-18T20:00:00Z",
            previous=self.previous,
        )
        return replace(event, **changes)  # type: ignore[arg-type]

    def write(self, **changes: object) -> Sealed:
        """Seal the next event and count it as written."""
        sealed = seal(self.event(**changes), self.key)
        self.seq, self.previous = sealed.event.seq, sealed.id
        return sealed

    def batch(self, count: int) -> list[Sealed]:
        """The next events."""
        return [self.write() for _ in range(count)]


@contextlib.contextmanager
def opened(folder: Path, identity: Identity = DESK) -> Iterator[TournamentStore]:
    """A new tournament of the folder."""
    with create_tournament(folder, JOURNAL, identity) as store:
        yield store
