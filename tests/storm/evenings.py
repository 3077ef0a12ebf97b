"""Evenings on which real programs are killed: one after another until there were enough kills."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from app.bootstrap import open_desk
from app.cli.demo.console import Console
from app.cli.demo.evening import Evening, Wanted
from app.cli.demo.outcome import Outcome, Row

TABLES = 5
POSITIONS = 5
DONNES = 4


class Silent:
    """Watches an evening and says nothing."""

    def ready(self, console: Console) -> None: ...

    def entered(self, done: int) -> None: ...

    def closed(self, position: int, rulings: int, ranking: Sequence[Row]) -> None: ...


def kills_of(outcome: Outcome) -> int:
    return outcome.broken["desk"] + outcome.broken["tablets"]


def stormy_evenings(
    folder: Path, *, kills: int, seed: int, positions: int = POSITIONS, donnes: int = DONNES
) -> Iterator[tuple[int, Outcome]]:
    """Play evenings, each with the next seed, until so many programs were killed."""
    left = kills
    while left > 0:
        wanted = Wanted(players=4 * TABLES, positions=positions, donnes=donnes, seed=seed, kills=left)
        outcome = Evening(wanted, folder / str(seed), Silent(), open_desk).play()
        yield seed, outcome
        left -= kills_of(outcome)
        seed += 1
