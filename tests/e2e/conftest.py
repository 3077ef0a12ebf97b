"""A desk at work in which the first position has just begun."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.tournoi.desk import Commands
from tests.sync.desk_process import Desk, running_desk


@pytest.fixture
def commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(tmp_path / "desk", capsys)


@pytest.fixture
def desk(tmp_path: Path, commands: Commands) -> Iterator[Desk]:
    with running_desk(tmp_path / "desk") as desk:
        players = [f"players add JOUEUR{n} Prénom{n}" for n in range(1, 21)]
        commands.batch('new "Soirée" --shape 2x2', *players, "movement fft", "seats draw --seed 1", "open")
        yield desk
