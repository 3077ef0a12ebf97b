"""The storage thread: it opens, uses and closes one database, for others or beside those who wait."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlite_utils import Database, Migrations

from app.domain.errors import Refused, violation
from app.storage.durable import sync_folder
from app.storage.failure import refusal_of
from app.storage.recall import Recall

Answer = TypeVar("Answer")
OWNER_ONLY = 0o600
GROUP = 256  # works that share a commit at most, so that nobody waits for a crowd

log = logging.getLogger(__name__)


class _Work(NamedTuple):
    """Something to be done, for whom, and the parts of the file that it may write: all, where it does not say."""

    do: Callable[[Database], Any]
    answer: Future[Any]
    writes: tuple[Recall, ...] | None


class StorageThread:
    """A database whose only writing connection one thread uses at a time.

    Work is done in the order in which it is given, and nobody waits unless they ask for the answer: `run` leaves it to
    a thread of its own, `do` waits and lends a hand, for to wake another thread takes as long as a disk. The file is
    held until `close`: a second program that opens it is refused; with `readers`, connections of
    `app.storage.readers` may look on meanwhile, and it is the poste's folder that keeps other programs out.
    """

    def __init__(self, path: Path, migrations: Migrations, *, readers: bool = False) -> None:
        self._waiting: deque[_Work] = deque()
        self._recalls: list[Recall] = []
        self._writing = threading.Lock()  # held by whoever uses the connection
        self._is_closed = False
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"storage-{path.stem}")
        self._database = self._thread.submit(_open, path, migrations, readers=readers)

    def recall(self) -> Recall:
        """Return a new recall, of a part of the file that is not named anywhere: works say whether they write it."""
        self._recalls.append(Recall())
        return self._recalls[-1]

    def run(self, work: Callable[[Database], Answer], *, writes: tuple[Recall, ...] | None = None) -> Future[Answer]:
        """Do the work on the thread; the answer comes once it is committed and on the disk.

        Works that wait together share a commit, which costs a disk as much for one as for many; each succeeds or
        fails alone. What goes wrong is logged and kept in the answer, and nothing of that work is stored; what SQLite
        cannot do, for want of room or of a working disk, is `Refused`. `writes` are the only parts of the file that the
        work may write of those that are recalled; all of them, where it does not say.
        """
        answer = self._queue(work, writes)
        self._thread.submit(self._commit_waiting)
        return answer

    def do(self, work: Callable[[Database], Answer], *, writes: tuple[Recall, ...] | None = None) -> Answer:
        """Do the work as `run` does, and return its answer: here, unless another thread has it in hand already."""
        answer = self._queue(work, writes)
        while not (answer.running() or answer.done()):
            self._commit_waiting()
        return answer.result()

    def _queue(self, work: Callable[[Database], Answer], writes: tuple[Recall, ...] | None) -> Future[Answer]:
        if self._is_closed:
            raise RuntimeError("the database is closed")
        answer: Future[Answer] = Future()
        answer.add_done_callback(_log_failure)
        self._waiting.append(_Work(work, answer, writes))
        return answer

    def ready(self) -> None:
        """Wait until the file is open; raises `Refused` where it cannot be."""
        self._database.result()

    def _commit_waiting(self) -> None:
        """Do everything that waits in one transaction; an earlier call may have left nothing."""
        group: list[_Work] = []
        outcomes: list[tuple[Any, BaseException | None]] = []
        try:
            with self._writing:
                group += (self._waiting.popleft() for _ in range(min(GROUP, len(self._waiting))))
                group[:] = (work for work in group if work.answer.set_running_or_notify_cancel())
                outcomes += self._recalled(group) if group else []
        except BaseException as stopped:  # a hand that stops the program: nobody is left waiting for an answer
            outcomes += [(None, stopped)] * (len(group) - len(outcomes))
            raise
        finally:
            for work, (result, failure) in zip(group, outcomes, strict=True):
                if failure is None:
                    work.answer.set_result(result)
                else:
                    work.answer.set_exception(refusal_of(failure) if isinstance(failure, sqlite3.Error) else failure)

    def _recalled(self, group: list[_Work]) -> list[tuple[Any, BaseException | None]]:
        """Return what became of each work, and let be forgotten what was known of the parts that they write."""
        parts = (self._recalls if work.writes is None else work.writes for work in group)
        written = {recall for recalls in parts for recall in recalls}
        for recall in written:
            recall.begin(alone=len(group) == 1)
        outcomes: list[tuple[Any, BaseException | None]] = []
        try:
            outcomes = self._committed([work.do for work in group])
        finally:
            for recall in written:
                recall.end(committed=bool(outcomes) and outcomes[0][1] is None)
        return outcomes

    def _committed(self, works: list[Callable[[Database], Any]]) -> list[tuple[Any, BaseException | None]]:
        """Return what became of each work, once all of them are on the disk, or none is."""
        try:
            database = self._database.result()
            if database.conn.in_transaction:  # begun by a work that a hand stopped
                database.conn.rollback()
            with database.atomic():
                if len(works) == 1:  # it fails with its transaction
                    return [(works[0](database), None)]
                return [_attempt(database, work) for work in works]
        except BaseException as error:  # noqa: BLE001 - kept in every answer: nothing was committed
            return [(None, error)] * len(works)

    def close(self) -> None:
        """Finish the work in hand, then close the database."""
        if not self._is_closed:
            self._is_closed = True
            self._thread.submit(self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        while self._waiting:
            self._commit_waiting()
        with self._writing:
            if self._database.exception() is None:
                self._database.result().close()


def _attempt(database: Database, work: Callable[[Database], Any]) -> tuple[Any, BaseException | None]:
    """Do one work of a group and return its answer, or its error with all that it had done taken back."""
    try:
        with database.atomic():
            return work(database), None
    except BaseException as error:
        if not database.conn.in_transaction:  # SQLite gave up the whole transaction: a full disk, a failed one
            raise
        return None, error


def _open(path: Path, migrations: Migrations, *, readers: bool) -> Database:
    """Open the file for this program alone, durable, and bring it to the present shape.

    Raises `Refused` with `folder.in_use` when another program holds it, `folder.unusable` when it cannot
    be written, `storage.failed` when it is damaged.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=OWNER_ONLY)
            sync_folder(path.parent)
        connection = sqlite3.connect(path, timeout=0, check_same_thread=False)
        # Whatever else is installed has no say in our data, nor makes a start wait while it is looked for.
        database = Database(connection, execute_plugins=False)
        if not readers:
            # One writer is also what keeps a WAL whole: SQLite before 3.51.3 can damage one that two share.
            database.execute("PRAGMA locking_mode=EXCLUSIVE")
        database.enable_wal()
        database.execute("PRAGMA synchronous=FULL")
        database.execute("PRAGMA fullfsync=ON")  # macOS: through the drive's cache too; elsewhere nothing
        migrations.apply(database)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
            raise refusal_of(error) from error
        busy = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
        key = "folder.in_use" if busy else "folder.unusable"
        raise Refused(violation(key, "data", path=str(path.parent))) from error
    except sqlite3.DatabaseError as error:  # damaged: what it holds cannot be made again here
        raise refusal_of(error) from error
    except OSError as error:
        raise Refused(violation("folder.unusable", "data", path=str(path.parent))) from error
    return database


def _log_failure(answer: Future[Answer]) -> None:
    error = None if answer.cancelled() else answer.exception()
    if error is not None and not isinstance(error, Refused):
        log.error("Storage failed", exc_info=error)
