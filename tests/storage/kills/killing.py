"""A program is killed at a random moment; what it had called saved is there."""

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.storage.check import Report
from app.storage.verify import verify

ROOT = Path(__file__).parents[3]
START_SECONDS = 0.6  # within which one in four is killed: while it starts, recovers or has just begun
WORK_SECONDS = 0.05


@dataclass(frozen=True)
class Killed:
    """How many events the program had called saved when it died, and what was found."""

    saved: int
    report: Report

    @property
    def is_lossless(self) -> bool:
        return self.report.ok and self.report.events >= self.saved


def killings(folder: Path, *, times: int, seed: int = 0) -> Iterator[Killed]:
    """Start the program on the folder, kill it, look at the folder; again and again on the same one."""
    chance = random.Random(seed)
    saved = 0
    for _ in range(times):
        saved = max(saved, _killed_at(folder, chance))
        began = any(folder.rglob("*.db"))  # one that was killed before it made its file leaves nothing to verify
        yield Killed(saved, verify(folder) if began else Report(0, ()))


def _killed_at(folder: Path, chance: random.Random) -> int:
    """Return the last number that the program printed before it was killed."""
    command = [sys.executable, "-m", "tests.storage.kills.writing", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as program:
        assert program.stdout is not None
        printed = b""
        if chance.random() < 0.75:
            printed = program.stdout.readline()
            assert printed, "the program ended by itself"
            time.sleep(chance.random() * WORK_SECONDS)
        else:
            time.sleep(chance.random() * START_SECONDS)
        program.kill()
        printed += program.stdout.read()
    # The last line may be cut short: only what ends with a line break was said.
    said = printed[: printed.rfind(b"\n") + 1].split()
    return int(said[-1]) if said else 0
