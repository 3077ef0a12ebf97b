"""The storage thread: it alone opens, uses and closes one database."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from sqlite_utils import Database, Migrations

from app.domain.errors import Refused, violation

Answer = TypeVar("Answer")
OWNER_ONLY = 0o600

log = logging.getLogger(__name__)


class StorageThread:
    """A database whose only connection lives on a thread of its own.

    Work is done in the order in which it is given, and nobody waits unless they ask for the answer. The
    file is held until `close`: a second program that opens it is refused.
    """

    def __init__(self, path: Path, migrations: Migrations) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"storage-{path.stem}")
        self._database = self._thread.submit(_open, path, migrations)

    def run(self, work: Callable[[Database], Answer]) -> Future[Answer]:
        """Do the work on the thread, in a transaction; what goes wrong is logged and kept in the answer."""
        answer = self._thread.submit(self._transaction, work)
        answer.add_done_callback(_log_failure)
        return answer

    def _transaction(self, work: Callable[[Database], Answer]) -> Answer:
        database = self._database.result()
        with database.atomic():
            return work(database)

    def close(self) -> None:
        """Finish the work in hand, then close the database."""
        if self._database.exception() is None:
            self._thread.submit(self._database.result().close)
        self._thread.shutdown()


def _open(path: Path, migrations: Migrations) -> Database:
    """Open the file for this program alone, durable, and bring it to the present shape.

    Raises `Refused` with `folder.in_use` when another program holds it, `folder.unusable` when it cannot
    be written.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=OWNER_ONLY)
        connection = sqlite3.connect(path, timeout=0)
        database = Database(connection)
        # One writer is also what keeps a WAL whole: SQLite before 3.51.3 can damage one that two share.
        database.execute("PRAGMA locking_mode=EXCLUSIVE")
        database.enable_wal()
        database.execute("PRAGMA synchronous=FULL")
        migrations.apply(database)
    except sqlite3.OperationalError as error:
        busy = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
        key = "folder.in_use" if busy else "folder.unusable"
        raise Refused(violation(key, "data", path=str(path.parent))) from error
    except OSError as error:
        raise Refused(violation("folder.unusable", "data", path=str(path.parent))) from error
    return database


def _log_failure(answer: Future[Answer]) -> None:
    error = answer.exception()
    if error is not None and not isinstance(error, Refused):
        log.error("Storage failed", exc_info=error)
