"""A desk on one machine and a tablet on another, both the real program, and a network between them that goes away."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.storage.verify import verify
from tests.sync.desk_process import ROOT
from tests.sync.netns.air import ADDRESSES, Air
from tests.sync.poste_process import PosteProcess

TABLE = "3"
DONNE = ("E", "garde", "2", "49")

# What happens to the network, and how it is undone.
FAULTS = {
    "the desk's network down": (lambda air: air.down("desk"), lambda air: air.up("desk")),
    "the tablet's network down": (lambda air: air.down("tablet"), lambda air: air.up("tablet")),
    "the desk's answers lost": (lambda air: air.unheard("desk"), lambda air: air.heard("desk")),
    "the tablet's requests lost": (lambda air: air.unheard("tablet"), lambda air: air.heard("tablet")),
}


class Evening:
    """One table's evening; every donne is written once, and must be at the desk once."""

    def __init__(self, air: Air, data: Path, tablet: PosteProcess) -> None:
        self._air = air
        self._data = data
        self._tablet = tablet
        self.written = 0
        self._struck = 0

    def begin(self) -> None:
        """Give the tablet its table and play a donne, the dealer drawn."""
        tournoi(self._data, "devices", "approve", self._tablet.device, "--table", TABLE)
        assert self._tablet.does("wait", "seated", "1")["table"] == int(TABLE)
        self._record("--dealer", "N")
        self._tablet.does("wait", "sent")

    def play_through(self, fault: str) -> None:
        """Write at both ends while they cannot hear each other; afterwards both have everything, once."""
        break_it, mend_it = FAULTS[fault]
        break_it(self._air)
        try:
            self._record()
            while (link := self._tablet.does("link"))["is_reached"]:
                self._tablet.does("wait", "news")
            assert link["waiting"] >= 1
            # Where its answers alone are lost, the desk has it and the tablet does not know.
            assert len(self._donnes_at_the_desk()) in (self.written - 1, self.written)
            self._struck += 1
            tournoi(self._data, "sheets", "strike", TABLE, "1", "--reason", "fausse donne")
            self._record()
        finally:
            mend_it(self._air)
        self._tablet.does("wait", "sent")
        while self._donnes_at_the_table() != self._donnes_at_the_desk():
            self._tablet.does("wait", "news")
        assert len(self._donnes_at_the_desk()) == self.written - self._struck
        self.written -= self._struck
        self._struck = 0

    def _record(self, *words: str) -> None:
        self._tablet.does("sheets", "record", TABLE, *words, *DONNE)
        self.written += 1

    def _donnes_at_the_desk(self) -> Any:
        return tournoi(self._data, "sheets", "show", TABLE)["donnes"]

    def _donnes_at_the_table(self) -> Any:
        return self._tablet.does("sheets", "show", TABLE)["donnes"]


def tournoi(data: Path, *words: str) -> Any:
    """Give a command to the desk that runs on this folder."""
    told = subprocess.run(
        [sys.executable, "main.py", "tournoi", "--data", str(data), "--json", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, (words, told.stdout, told.stderr)
    return json.loads(told.stdout.splitlines()[-1])  # of many commands, the last


@contextmanager
def evening(air: Air, folder: Path) -> Iterator[Evening]:
    """Begin an evening with both programs running; they end with it, and what they kept is verified."""
    desk_data = folder / "desk"
    with _on(air, "desk", desk_data, "desk", "--headless", "--host", ADDRESSES["desk"]) as desk:
        assert desk.stdout is not None
        said = desk.stdout.readline()
        assert re.search(re.escape(ADDRESSES["desk"]), said), (said, desk.stderr and desk.stderr.read())
        lines = folder / "evening.txt"
        players = [f"players add JOUEUR{n} Prénom{n}" for n in range(1, 21)]
        lines.write_text(
            "\n".join(['new "Soirée" --shape 1x30', *players, "movement fft", "seats draw --seed 1", "open"]), "utf-8"
        )
        tournoi(desk_data, "batch", str(lines))
        code = tournoi(desk_data, "devices", "code", "table")["code"]
        words = ("table", "--desk", f"{ADDRESSES['desk']}:8443", "--code", code)
        with _on(air, "tablet", folder / "tablet", *words) as tablet:
            playing = Evening(air, desk_data, PosteProcess(tablet))
            playing.begin()
            yield playing
    for data in (desk_data, folder / "tablet"):
        assert verify(data).problems == ()


@contextmanager
def _on(air: Air, machine: str, data: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Run the program on a machine."""
    env = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    with subprocess.Popen(
        [*air.inside(machine), sys.executable, "main.py", *words],
        cwd=ROOT,
        env={**env, "NORD_DATA": str(data)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()
