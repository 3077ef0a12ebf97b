"""The data folder: where a poste keeps everything, for its owner's eyes and for one program at a time."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from platformdirs import user_data_path

from app.domain.errors import Refused, violation

POSTES = ("table", "arbitre", "desk")
LOCK = "lock.db"
OWNER_ONLY = 0o700


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


def open_folder(poste: str, root: Path) -> PosteFolder:
    """Make the poste's folder under `root` if need be, close it to other users, and hold it.

    Raises `Refused` with `folder.unusable` when it cannot be made or written, and with `folder.in_use`
    when another program holds it.
    """
    path = root / poste
    try:
        path.mkdir(mode=OWNER_ONLY, parents=True, exist_ok=True)
        if stat.S_IMODE(path.stat().st_mode) != OWNER_ONLY:
            path.chmod(OWNER_ONLY)
    except OSError as error:
        raise Refused(violation("folder.unusable", "data", path=str(path))) from error
    return PosteFolder(path, _lock(path))


def _lock(path: Path) -> sqlite3.Connection:
    """Hold the folder through an exclusive transaction that is never committed.

    SQLite already carries the locking of every system that Nord runs on, so neither fcntl nor msvcrt is
    named here. The file stays empty, and `timeout=0` answers at once instead of waiting for the other one.
    """
    lock: sqlite3.Connection | None = None
    try:
        lock = sqlite3.connect(path / LOCK, timeout=0, isolation_level=None, check_same_thread=False)
        lock.execute("PRAGMA journal_mode = MEMORY")  # nothing is ever rolled back: no second file
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if lock is not None:
            lock.close()
        key = "folder.in_use" if error.sqlite_errorcode == sqlite3.SQLITE_BUSY else "folder.unusable"
        raise Refused(violation(key, "data", path=str(path))) from error
    return lock
