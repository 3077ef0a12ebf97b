"""The data folder: where a poste keeps everything, for its owner's eyes and for one program at a time."""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from platformdirs import user_data_path

from app.domain.errors import Refused, violation

log = logging.getLogger(__name__)
POSTES = ("table", "arbitre", "desk")
LOCK = "lock.db"
OWNER_ONLY = 0o700
COMMAND_PATIENCE_SECONDS = 3.0  # commands are short: one that comes at the same time as another waits its turn


class PosteFolder:
    """A poste's own folder, held by this program until `close`.

    `path` exists, can be written, and is closed to other users of the machine. A second program that asks
    for it is refused. A crash releases it, because the operating system holds the lock.
    """

    def __init__(self, path: Path, lock: sqlite3.Connection) -> None:
        self.path = path
        self._lock = lock

    def close(self) -> None:
        """Let another program have the folder; closing twice is harmless."""
        self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def data_root(asked: Path | None = None, *, environ: Mapping[str, str] = os.environ) -> Path:
    """Return where postes keep their data: what was asked, else NORD_DATA, else the user's data folder.

    Creates nothing.
    """
    if asked is not None:
        return asked.expanduser().absolute()
    if named := environ.get("NORD_DATA"):
        return Path(named).expanduser().absolute()
    return user_data_path("nord", appauthor=False)


def open_folder(poste: str, root: Path, *, patience_seconds: float = 0) -> PosteFolder:
    """Make the poste's folder under `root` if need be, close it to other users, and hold it.

    Raises `Refused` with `folder.unusable` when it cannot be made or written, and with `folder.in_use` when another
    program holds it and has not let go of it within `patience_seconds`.
    """
    path = root / poste
    try:
        path.mkdir(mode=OWNER_ONLY, parents=True, exist_ok=True)
        if stat.S_IMODE(path.stat().st_mode) != OWNER_ONLY:
            path.chmod(OWNER_ONLY)
    except OSError as error:
        raise Refused(violation("folder.unusable", "data", path=str(path))) from error
    return PosteFolder(path, _lock(path, patience_seconds))


def _lock(path: Path, patience_seconds: float) -> sqlite3.Connection:
    """Hold the folder; a lock that is damaged is emptied first.

    Only one that nobody holds is ever found damaged, because SQLite reads it after it has locked it. It is emptied
    and never replaced: of two programs that do so at once, the second still finds it locked by the first.
    """
    try:
        return _hold(path, patience_seconds)
    except sqlite3.DatabaseError:
        log.info("The lock of %s was damaged", path.name)
    try:
        os.truncate(path / LOCK, 0)
        return _hold(path, patience_seconds)
    except (OSError, sqlite3.DatabaseError) as error:
        raise Refused(violation("folder.unusable", "data", path=str(path))) from error


def _hold(path: Path, patience_seconds: float) -> sqlite3.Connection:
    """Hold the folder through an exclusive transaction that is never committed.

    SQLite already carries the locking of every system that Nord runs on, so neither fcntl nor msvcrt is
    named here. The file stays empty. Raises sqlite3.DatabaseError where it is damaged.
    """
    lock: sqlite3.Connection | None = None
    try:
        lock = sqlite3.connect(path / LOCK, timeout=patience_seconds, isolation_level=None, check_same_thread=False)
        lock.execute("PRAGMA journal_mode = MEMORY")  # nothing is ever rolled back: no second file
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        if lock is not None:
            lock.close()
        if not isinstance(error, sqlite3.OperationalError):
            raise
        key = "folder.in_use" if error.sqlite_errorcode == sqlite3.SQLITE_BUSY else "folder.unusable"
        raise Refused(violation(key, "data", path=str(path))) from error
    return lock
