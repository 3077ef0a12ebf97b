"""The desk's clock of a position: it runs by itself, and takes the wall clock's word only after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.services.ports import Clock
from app.services.positions import open_position
from app.storage.machine import MachineRandom
from app.storage.tournaments import DeskTournaments
from sync.control import ControlDesk
from sync.pairing import PairingDesk
from tests.cli.tournoi.desk import Commands

LENGTH = 30 * 60
EVENING = datetime(2026, 11, 18, 20, tzinfo=UTC)


@dataclass
class TwoClocks:
    """A wall clock that anybody may set, and seconds that only pass."""

    wall: datetime = EVENING
    seconds: float = 1000.0

    def now(self) -> datetime:
        return self.wall

    def monotonic(self) -> float:
        return self.seconds

    def pass_by(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)
        self.seconds += seconds


@pytest.fixture
def clock() -> TwoClocks:
    return TwoClocks()


@pytest.fixture
def commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Commands:
    commands = Commands(tmp_path, capsys)
    players = [f"players add JOUEUR{n} Prénom{n}" for n in range(1, 21)]
    commands.batch('new "Soirée" --shape 2x2 --minutes 30', *players, "movement fft", "seats draw --seed 1")
    return commands


@contextmanager
def running(root: Path, clock: Clock) -> Iterator[ControlDesk]:
    folder = root / "desk"
    tournaments = DeskTournaments(folder, root, clock=clock, random=MachineRandom())
    pairing = PairingDesk(b"f" * 32, MachineRandom())
    desk = ControlDesk(tournaments, pairing, folder=folder, addresses=lambda: (), clock=clock)
    try:
        yield desk
    finally:
        desk.close()
        tournaments.close()


def begin(desk: ControlDesk) -> None:
    """Open the first position, as somebody at the desk does."""
    with desk.open(desk.journal) as opened:
        open_position(opened.book)


def test_a_wall_clock_that_is_set_while_a_position_is_played_changes_nothing(
    commands: Commands, tmp_path: Path, clock: TwoClocks
) -> None:
    with running(tmp_path, clock) as desk:
        assert desk.seconds_left() is None
        begin(desk)
        assert desk.seconds_left() == LENGTH
        for wall in (EVENING + timedelta(hours=1), datetime(1970, 1, 1, tzinfo=UTC), EVENING):
            clock.wall = wall
            clock.seconds += 60
            left = desk.seconds_left()
        assert left == LENGTH - 180
        clock.seconds += LENGTH
        assert desk.seconds_left() == -180  # tables are told for how long the time has been up


def test_the_count_begins_when_the_position_is_opened_and_not_when_somebody_asks(
    commands: Commands, tmp_path: Path, clock: TwoClocks
) -> None:
    with running(tmp_path, clock) as desk:
        begin(desk)
        clock.seconds += 300
        assert desk.seconds_left() == LENGTH - 300


@pytest.mark.parametrize(
    ("later", "left"),
    [(timedelta(minutes=10), LENGTH - 600), (timedelta(days=1), 0), (timedelta(days=-20_000), LENGTH)],
)
def test_after_a_restart_the_wall_clock_is_believed_as_far_as_it_can_be_right(
    commands: Commands, tmp_path: Path, clock: TwoClocks, later: timedelta, left: int
) -> None:
    with running(tmp_path, clock) as desk:
        begin(desk)
    clock.wall += later
    clock.seconds = 5.0  # the machine has been started again
    with running(tmp_path, clock) as desk:
        assert desk.seconds_left() == left
        clock.wall = EVENING
        clock.seconds += 60
        assert desk.seconds_left() == left - 60
