"""Readers: connections that only look, and neither wait for the writer nor make it wait."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.storage.failure import refusal_of


class Readers:
    """Read-only connections to one database, opened as they are needed and lent to any thread.

    They never write and never checkpoint: the storage thread's connection alone does.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: deque[sqlite3.Connection] = deque()

    @contextmanager
    def lent(self) -> Iterator[sqlite3.Connection]:
        """Lend a connection; a query sees everything that was committed before it began.

        Raises `Refused` with `storage.failed` where the disk fails.
        """
        try:
            connection = self._idle_or_new()
            try:
                yield connection
            finally:
                self._idle.append(connection)
        except sqlite3.Error as error:
            raise refusal_of(error) from error

    def _idle_or_new(self) -> sqlite3.Connection:
        try:
            return self._idle.pop()
        except IndexError:  # asked and answered in one step: another thread may take the last one meanwhile
            return open_read_only(self._path)

    def close(self) -> None:
        """Close the connections that nobody is using."""
        while self._idle:
            self._idle.pop().close()


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open a database that must exist, for looking only, from any thread, one at a time."""
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False
    )
