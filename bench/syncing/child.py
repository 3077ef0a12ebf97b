"""The processes of a measurement: each says one line when it is ready, and ends when its stdin does."""

from __future__ import annotations

import json
import select
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ROOT = Path(__file__).parents[2]
PARTING_SECONDS = 15


class Child:
    """A process of ours, which does not outlive the block that it is started for."""

    def __init__(
        self, words: Sequence[str], *, folder: Path | None = None, environ: Mapping[str, str] | None = None
    ) -> None:
        self._process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder or ROOT, env=environ, text=True
        )

    @classmethod
    def python(cls, module: str, *words: object) -> Child:
        """Start one of the modules beside this one."""
        return cls([sys.executable, "-m", f"bench.syncing.{module}", *map(str, words)])

    def hear(self) -> Any:
        """Return the next thing that it says, in JSON."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"a process of the measurement ended: {self._process.args}")
        return json.loads(line)

    def ready(self, seconds: float) -> bool:
        """Tell whether it says something, or ends, within so many seconds."""
        return bool(select.select([self._process.stdout], [], [], seconds)[0])

    def tell(self, text: str) -> None:
        """Tell it something, and nothing more afterwards."""
        assert self._process.stdin is not None
        self._process.stdin.write(text)
        self._hush()

    def told(self, text: str = "") -> Any:
        """Tell it something, and nothing more afterwards; return what it then says."""
        self.tell(text)
        return self.hear()

    @property
    def megabytes(self) -> float:
        """The memory that it holds now."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    @property
    def seconds(self) -> float:
        """The time of a processor that it has had."""
        with open(f"/proc/{self._process.pid}/schedstat") as file:
            mine = int(file.read().split()[0])
        tasks = Path(f"/proc/{self._process.pid}/task").iterdir()
        return max(mine, sum(int((task / "schedstat").read_text().split()[0]) for task in tasks)) / 1e9

    def _hush(self) -> None:
        assert self._process.stdin is not None
        if not self._process.stdin.closed:
            self._process.stdin.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._hush()
        try:
            self._process.wait(PARTING_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


def say(what: object) -> None:
    """Say something to the process that started this one."""
    print(json.dumps(what), flush=True)


def until_hushed() -> None:
    """Return when the process that started this one wants no more of it, or is gone."""
    sys.stdin.read()
