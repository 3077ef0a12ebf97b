"""Verify: everything that a data folder keeps is as it was written, or this tells what is not."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from app.domain.errors import Refused, violation
from app.domain.events.envelope import Sealed
from app.domain.fold import fold
from app.domain.fold.snapshot import FOLD_VERSION, write_state
from app.domain.fold.state import State
from app.storage.aside import damaged_files, file_before, latest_aside
from app.storage.check import FILE, Damage, Report, check, integrity, passed_over
from app.storage.device import DATABASE as DEVICE
from app.storage.devices import DATABASE as DEVICES
from app.storage.folder import LOCK
from app.storage.in_use import FILE as IN_USE
from app.storage.in_use import load_used
from app.storage.offline import open_offline
from app.storage.salvage import is_empty
from app.storage.tournament import FOLDER, PREPARED
from app.storage.walk import Problem

_SNAPSHOTS = "SELECT n, state FROM snapshots WHERE version = ? ORDER BY n"
_BETWEEN = "SELECT payload, mac FROM events WHERE n > ? AND n <= ? ORDER BY n"


def verify(path: Path) -> Report:
    """Check a folder that no program is using, or one tournament's file alone.

    A folder is that of all postes, of one, or one in which backups lie; to find nothing in it to check is a problem.
    Reads only, and leaves nothing behind in the folder.
    """
    if path.is_file():
        return check_file(path)
    events: dict[Path, int] = {}
    problems: list[Problem] = []
    for file in sorted({*path.rglob(f"{FOLDER}/*.db"), *path.glob("*.db")}):
        if file.name not in (LOCK, DEVICE, DEVICES):
            found = check_file(file)
            events[file] = found.events
            problems += _within(file.relative_to(path), found.problems)
    for ready in sorted(path.rglob(f"{FOLDER}/*{PREPARED}")):
        events[ready] = 0
        problems.append(Problem(None, violation("damage.restoring", "file"), ready.relative_to(path).as_posix()))
    others = sorted((*path.rglob(DEVICE), *path.rglob(DEVICES)))
    for file in others:
        problems += _within(file.relative_to(path), _looked_at(file, _other).problems)
    for file in sorted(path.rglob(IN_USE)):
        problems += _in_use(file, path)
    asides = damaged_files(path)
    lost = [aside for aside in asides if _is_lost(file_before(aside))]
    problems += (Problem(None, violation("damage.lost", "file"), aside.relative_to(path).as_posix()) for aside in lost)
    if not (events or others or asides):
        problems.append(Problem(None, violation("damage.absent", "path"), str(path)))
    kept = tuple(aside.relative_to(path).as_posix() for aside in asides if aside not in lost)
    return Report(sum(events.values()), tuple(problems), kept)


def check_file(path: Path) -> Report:
    """Check one tournament's file that no program is using, with its snapshots; reads only."""
    return _looked_at(path, _whole)


def check_journal(path: Path) -> Report:
    """Check one tournament's file that no program is using, without its snapshots; reads only."""
    return _looked_at(path, check)


def _looked_at(path: Path, look: Callable[[sqlite3.Connection], Report]) -> Report:
    try:
        with open_offline(path) as connection:
            report = look(connection)
        return replace(report, problems=(*passed_over(path), *report.problems))
    except Refused as refused:
        return Report(0, tuple(Problem(FILE, what) for what in refused.violations))


def _whole(connection: sqlite3.Connection) -> Report:
    report = check(connection)
    # Of a damaged journal nobody can tell what its snapshots should be.
    return replace(report, problems=tuple(_snapshots(connection))) if report.ok else report


def _snapshots(connection: sqlite3.Connection) -> Iterator[Problem]:
    """Tell of each snapshot that is not what the journal says up to it; those of another fold are never used."""
    state, folded = State(), 0
    try:
        for n, kept in connection.execute(_SNAPSHOTS, (FOLD_VERSION,)).fetchall():
            rows = (Sealed(*row) for row in connection.execute(_BETWEEN, (folded, n)))
            state, folded = fold(((sealed.id, sealed.event) for sealed in rows), state), n
            if write_state(state) != kept:
                yield Problem(violation("where.snapshot", "snapshot", n=n), violation("damage.snapshot", "snapshot"))
    except Damage:
        yield Problem(FILE, violation("damage.structure", "file"))


def _other(connection: sqlite3.Connection) -> Report:
    return Report(0, tuple(Problem(FILE, what) for what in integrity(connection)))


def _is_lost(path: Path) -> bool:
    """Tell whether nothing has come in the place of a file that was damaged; one that is damaged again is not lost."""
    if not path.exists():
        return True
    try:
        with open_offline(path) as connection:
            return is_empty(connection)
    except (Refused, *Damage):
        return False


def _in_use(file: Path, root: Path) -> Iterator[Problem]:
    """Tell where nothing says which tournament a desk has in use, and where that one is gone."""
    used = load_used(file.parent)
    if used is None:
        yield Problem(None, violation("damage.in_use", "file"), file.relative_to(root).as_posix())
    elif used:
        path = file.parent / FOLDER / f"{used[-1]}.db"
        if not any(kept.exists() for kept in (path, path.with_suffix(PREPARED))) and latest_aside(path) is None:
            yield Problem(None, violation("damage.missing", "file"), path.relative_to(root).as_posix())


def _within(path: Path, problems: Iterable[Problem]) -> Iterator[Problem]:
    for problem in problems:
        yield replace(problem, file=path.as_posix())
