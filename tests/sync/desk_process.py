"""A real desk without a window, on a free port of the loopback, for tests that knock on its door."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Desk:
    process: subprocess.Popen[str]
    said: str
    port: int
    tablet_port: int

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"


def nord(*words: str, data: Path, stdin: int | None = None, **environ: str) -> subprocess.Popen[str]:
    """Start the program as a person would, without a screen."""
    env = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.Popen(
        [sys.executable, "main.py", *words],
        cwd=ROOT,
        env={**env, "NORD_DATA": str(data), **environ},
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextmanager
def running_desk(data: Path, *words: str) -> Iterator[Desk]:
    """Yield a desk that has said where it listens; whatever happens, it does not outlive the test."""
    ports = ("--host", "127.0.0.1", "--port", "0", "--tablet-port", "0")
    with nord("desk", "--headless", *ports, *words, data=data) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.search(r"//127\.0\.0\.1:(\d+)/", said)
            assert found, (said, process.poll(), process.stderr and process.stderr.read())
            tablets = re.search(r" 127\.0\.0\.1:(\d+)", said)
            assert tablets, said
            yield Desk(process, said, int(found[1]), int(tablets[1]))
        finally:
            process.kill()
