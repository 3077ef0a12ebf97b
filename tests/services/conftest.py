"""A real desk for use cases: a real file, a real clock that stands still, chance from a seed."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.domain.chance import Chance
from app.services.book import Book
from app.services.ports import Identity
from app.storage.tournament import create_tournament


class StillClock:
    def now(self) -> datetime:
        return datetime(2026, 11, 18, 20, 0, tzinfo=UTC)

    def monotonic(self) -> float:
        return 0.0


class SeededRandom:
    def __init__(self, seed: int) -> None:
        self._chance = Chance(seed)

    def bytes(self, count: int) -> bytes:
        return bytes(self._chance.below(256) for _ in range(count))


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    identity = Identity("DESK", 1, b"k" * 32)
    with create_tournament(tmp_path, "T1", identity) as store:
        yield Book(store.journal, identity, clock=StillClock(), random=SeededRandom(1))
