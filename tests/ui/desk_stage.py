"""A table's poste beside a real desk: what people at the desk do, in one word each. Importing it opens no window."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.sync.desk_process import ROOT, Desk, running_desk
from tests.ui.table_stage import TableStage

if TYPE_CHECKING:
    from tests.ui.stage import Stage

PATIENCE = 30.0  # seconds: a desk is another program, on a machine that may be busy
PLAYERS = 20


class ControlDesk:
    """A desk's folder, its program where it runs, and the commands that people give there."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.desk: Desk | None = None
        self.port = 0

    @contextmanager
    def running(self) -> Iterator[Desk]:
        """Run the desk, at the same port as before; whatever happens, it does not outlive the test."""
        with running_desk(self.data, "--tablet-port", str(self.port)) as desk:
            self.desk, self.port = desk, desk.tablet_port
            yield desk

    def does(self, *words: str) -> Any:
        """Give a command that succeeds and return its JSON."""
        command = [sys.executable, "main.py", "tournoi", "--data", str(self.data), "--json", *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, (words, done.stderr)
        return json.loads(done.stdout.splitlines()[-1])  # of a batch, its last line

    def opens(self, *, minutes: int | None = None, name: str = "Soirée") -> None:
        """Begin a tournament of five tables and open its first position."""
        timed = f" --minutes {minutes}" if minutes else ""
        players = [f"players add JOUEUR{n} Prénom{n}" for n in range(1, PLAYERS + 1)]
        lines = [f'new "{name}" --shape 2x2{timed}', *players, "movement fft", "seats draw --seed 1", "open"]
        batch = self.data.with_name("batch.txt")
        batch.write_text("\n".join(lines), "utf-8")
        self.does("batch", str(batch))

    def code(self, poste: str = "table") -> str:
        """Show a code."""
        digits: str = self.does("devices", "code", poste)["code"]
        return digits

    def sheet(self, table: int = 3) -> Any:
        """Return a sheet as the desk has it."""
        return self.does("sheets", "show", str(table))


class JoinedTable(TableStage):
    """A table's window that belongs to that desk, or is about to."""

    def __init__(self, stage: "Stage", control: ControlDesk) -> None:
        super().__init__(stage)
        self.control = control
        stage.patience = PATIENCE

    @property
    def device(self) -> str:
        device: str = self.nav.desk.state.device
        return device

    def types(self, address: str, code: str) -> None:
        """Type what the desk shows, as people do."""
        self.tap("field.address")
        self.tap("key.clear")
        self.type(address)
        self.tap("field.code")
        self.type(code)

    def knocks(self, code: str = "") -> None:
        """Go from the first screen to the desk's answer."""
        self.tap("begin.join")
        self.types(f"127.0.0.1:{self.control.port}", code or self.control.code())
        self.tap("join")
        self.until(lambda: not self.nav.get_screen("join").is_busy)

    def joins(self, table: int = 3) -> None:
        """Pair, be confirmed, be given a table, and see its sheet."""
        self.knocks()
        self.until(lambda: bool(self.device))
        self.control.does("devices", "approve", self.device, "--table", str(table))
        self.sees_sheet(table)

    def sees_sheet(self, table: int = 3, position: int = 1) -> None:
        """Wait for a sheet to open by itself."""
        self.until(lambda: self.nav.table is not None and self.nav.is_linked and self.session.position == position)
        assert self.session.table == table

    def enters(self, *, seat: str = "E", contract: str = "garde", bouts: int = 2, points: str = "49") -> None:
        """Enter a donne by taps."""
        for aid in (f"seat.{seat}", f"contract.{contract}", f"bouts.{bouts}"):
            self.tap(aid)
        self.type(points)
        self.tap("validate")
        self.settle()

    def says(self, words: str) -> None:
        """Wait for the link's words to be these."""
        self.until(lambda: self.stage.find("link").text == words)


@contextmanager
def beside_desk(play, folder: Path, control: ControlDesk, **kwargs: object) -> "Iterator[JoinedTable]":
    """Run a table's window on a folder of its own."""
    from app.services.settings import Poste

    with play(folder, poste=Poste.TABLE, **kwargs) as stage:
        stage.until(lambda: stage.app.table is not None)
        yield JoinedTable(stage, control)
