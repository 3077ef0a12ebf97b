"""What somebody at the desk does to let a poste in."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from tests.cli.tournoi.desk import Commands
from tests.sync.desk_process import Desk
from tests.sync.poste_process import PosteProcess, running_poste


def join(commands: Commands, desk: Desk, data: Path, poste: str = "table") -> AbstractContextManager[PosteProcess]:
    code = commands.answers("devices", "code", poste)["code"]
    return running_poste(desk, data, code=code, poste=poste)


def seat(commands: Commands, tablet: PosteProcess, table: int) -> None:
    """Confirm a tablet and give it a table, as somebody at the desk does."""
    commands.says("devices", "approve", tablet.device, "--table", str(table))
    assert tablet.does("wait", "seated", "1")["table"] == table


def known(commands: Commands, device: str) -> Any:
    return next(one for one in commands.answers("devices")["devices"] if one["id"] == device)
