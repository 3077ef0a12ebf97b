"""The yardstick on the disk: SQLite alone with WAL and synchronous=FULL, one row of bytes and MAC for each event."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path


class Raw:
    """One connection that stores batches, each in one transaction. Used on one thread."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self._connection.execute("CREATE TABLE IF NOT EXISTS events (n INTEGER PRIMARY KEY, payload BLOB, mac BLOB)")

    def write(self, batch: Sequence[tuple[bytes, bytes]]) -> None:
        """Store payloads and MACs, safe from a power cut on return."""
        self._connection.execute("BEGIN")
        self._connection.executemany("INSERT INTO events (payload, mac) VALUES (?, ?)", batch)
        self._connection.execute("COMMIT")
