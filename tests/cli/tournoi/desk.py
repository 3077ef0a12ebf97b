"""A desk driven by its commands, in this very process: quick, and the same code as from a shell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import main


class Commands:
    def __init__(self, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._data = data
        self.folder = data / "desk"
        self._capsys = capsys

    def run(self, *words: str) -> tuple[int, str, str]:
        """Run a command and return its status, what it printed, and what it complained of."""
        try:
            status = main(["tournoi", "--data", str(self._data), *words])
        except SystemExit as ended:
            status = int(ended.code or 0)
        said = self._capsys.readouterr()
        return status, said.out, said.err

    def says(self, *words: str) -> str:
        """Run a command that succeeds and return what it printed."""
        status, out, err = self.run(*words)
        assert (status, err) == (0, ""), (words, err)
        return out

    def answers(self, *words: str) -> Any:
        """Run a command that succeeds and return its JSON."""
        return json.loads(self.says("--json", *words))

    def batch(self, *lines: str) -> None:
        """Run many commands that succeed in one go."""
        file = self._data.with_name("batch.txt")
        file.write_text("\n".join(lines), "utf-8")
        self.says("batch", str(file))

    def refuses(self, *words: str, status: int = 1) -> str:
        """Run a command that is refused and return the one line that says why."""
        got, out, err = self.run(*words)
        assert (got, out) == (status, ""), (words, out)
        assert err.endswith("\n")
        assert err.count("\n") == 1, err
        return err.rstrip("\n")
