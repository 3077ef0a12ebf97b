"""Progress is shown to people at a terminal, and to nobody else."""

import io

import pytest

from app.cli.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_long_work_fills_a_bar_and_leaves_the_line_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Terminal()
    monkeypatch.setattr("sys.stderr", seen)
    progress = Progress("lignes")
    for done in range(1, 101):
        progress.at(done, 100)
    assert "█" * 30 + " 100/100 lignes" in seen.getvalue()
    progress.clear()
    assert seen.getvalue().endswith("\r\x1b[K")


def test_short_work_and_files_see_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Terminal()
    monkeypatch.setattr("sys.stderr", seen)
    progress = Progress("lignes")
    progress.at(1, 5)
    progress.clear()
    assert seen.getvalue() == ""
    monkeypatch.setattr("sys.stderr", file := io.StringIO())
    progress = Progress("lignes")
    progress.at(50, 100)
    progress.clear()
    assert file.getvalue() == ""
