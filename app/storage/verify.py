"""Verify: everything that a data folder keeps is as it was written, or this tells what is not."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from app.domain.errors import Refused, violation
from app.storage.check import Report, check, integrity
from app.storage.device import DATABASE
from app.storage.offline import open_offline
from app.storage.tournament import FOLDER
from app.storage.walk import Problem


def verify(path: Path) -> Report:
    """Check a data folder that no program is using, of one poste or of all, or one tournament's file alone.

    Reads only, and leaves nothing behind in the folder.
    """
    if path.is_file():
        return check_file(path)
    if not path.is_dir():
        return Report(0, (Problem(str(path), violation("damage.absent", "path")),))
    events = 0
    problems: list[Problem] = []
    for file in sorted(path.rglob(f"{FOLDER}/*.db")):
        found = check_file(file)
        events += found.events
        problems += _within(file.relative_to(path), found.problems)
    for file in sorted(path.rglob(DATABASE)):
        problems += _within(file.relative_to(path), _looked_at(file, _device).problems)
    return Report(events, tuple(problems))


def check_file(path: Path) -> Report:
    """Check one tournament's file that no program is using; reads only."""
    return _looked_at(path, check)


def _looked_at(path: Path, look: Callable[[sqlite3.Connection], Report]) -> Report:
    try:
        with open_offline(path) as connection:
            return look(connection)
    except Refused as refused:
        return Report(0, tuple(Problem("file", what) for what in refused.violations))


def _device(connection: sqlite3.Connection) -> Report:
    return Report(0, tuple(Problem("file", what) for what in integrity(connection)))


def _within(path: Path, problems: Iterable[Problem]) -> Iterator[Problem]:
    for problem in problems:
        yield Problem(f"{path.as_posix()}: {problem.where}", problem.what)
