"""A restore that is killed before each step that it takes on a disk: `python -m tests.storage.kills.restoring`."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from itertools import count
from pathlib import Path

from app.storage.machine import MachineClock, MachineRandom
from app.storage.tournaments import DeskTournaments

EVENTS = {"open", "os.mkdir", "os.remove", "os.rename", "shutil.copyfile", "sqlite3.connect"}


def kill_before(step: int, root: Path) -> None:
    """Kill this program before it does something for the so-many-th time to a file of a data folder."""
    steps = count(1)

    def hear(event: str, about: tuple[object, ...]) -> None:
        if event in EVENTS and str(root) in str(about[0]) and next(steps) == step:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hear)


def restore_killed(good: Path, backup: Path, left: Path) -> None:
    """Leave a folder for each step before which a restore can be killed, and one in which it was not."""
    for step in count(1):
        root = left / f"{step:03}"
        shutil.copytree(good, root)
        if (child := os.fork()) == 0:
            tournaments = DeskTournaments(root / "desk", root, clock=MachineClock(), random=MachineRandom())
            kill_before(step, root)
            tournaments.restore(backup, progress=lambda _done, _total: None)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            sys.exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    restore_killed(*map(Path, sys.argv[1:]))
