"""A real poste without a window, driven by lines as a script would."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.sync.desk_process import Desk, nord


class PosteProcess:
    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        hello = self._read()
        self.device: str = hello["device"]

    def __call__(self, *words: str) -> Any:
        """Say a line and return the answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(shlex.join(words) + "\n")
        self.process.stdin.flush()
        return self._read()

    def does(self, *words: str) -> Any:
        """Say a line that succeeds and return the answer."""
        answer = self(*words)
        assert "errors" not in answer, (words, answer)
        return answer

    def _read(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, (self.process.poll(), self.process.stderr and self.process.stderr.read())
        return json.loads(line)


@contextmanager
def running_poste(desk: Desk, data: Path, *, code: str = "", poste: str = "table") -> Iterator[PosteProcess]:
    """Yield a poste that belongs to a desk; whatever happens, it does not outlive the test."""
    words = [poste, "--desk", f"127.0.0.1:{desk.tablet_port}", *(["--code", code] if code else [])]
    with nord(*words, data=data, stdin=subprocess.PIPE) as process:
        try:
            yield PosteProcess(process)
        finally:
            process.kill()
