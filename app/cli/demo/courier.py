"""How news go between tablets and desk: by themselves over the network, or in files that somebody carries."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from app.cli.demo.console import Console
from app.cli.demo.tablet import Answer, Tablet

ROOM = "salle.nord"
Holds = Callable[[Answer], bool]


class Courier(Protocol):
    """Whoever brings news."""

    def send(self, tablet: Tablet) -> None:
        """Let the desk have all that a tablet wrote."""

    def fetch(self, tablet: Tablet) -> None:
        """Let a tablet have what is new at the desk, once there is something."""


class Network:
    """The network: everything goes by itself, and is waited for."""

    def send(self, tablet: Tablet) -> None:
        """Wait until the desk has everything."""
        tablet.asks("wait", "sent")

    def fetch(self, tablet: Tablet) -> None:
        """Wait for news."""
        tablet.asks("wait", "news")


class Carrier:
    """Somebody with a key in the pocket, between tablets and a desk that no network joins."""

    def __init__(self, console: Console, folder: Path) -> None:
        self._console = console
        self._folder = folder
        folder.mkdir(parents=True)
        self._walking = threading.Lock()  # one key, one pair of legs
        self._written_after = -1  # how many commands the desk had had when the room's file was last written

    def send(self, tablet: Tablet) -> None:
        """Bring the tablet's file to the desk; nothing in it may be left out, or set aside."""
        file = str(self._folder / f"{tablet.data.name}.nord")
        with self._walking:
            tablet.asks("sheets", "carry-out", file)
            self._console.asks("sheets", "carry-in", file)

    def fetch(self, tablet: Tablet) -> None:
        """Bring the desk's file for the room to the tablet."""
        file = str(self._folder / ROOM)
        with self._walking:
            if self._written_after != self._console.commands:
                self._console.asks("sheets", "carry-out", file)
                self._written_after = self._console.commands
            tablet.asks("sheets", "carry-in", file)


def await_sheet(courier: Courier, tablet: Tablet, table: int, position: int, holds: Holds) -> Answer:
    """Wait until a sheet is on a tablet as it should be, as news of it come."""
    while True:
        sheet = tablet.sheet(table, position)
        if "errors" not in sheet and holds(sheet):
            return sheet
        courier.fetch(tablet)
