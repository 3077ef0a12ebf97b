"""Renewal: a small database that is found damaged is put aside, and an empty one goes on in its place."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database, Migrations

from app.storage.aside import latest_aside, put_aside
from app.storage.check import integrity, passed_over
from app.storage.durable import sync_folder
from app.storage.fresh import fresh_name, making
from app.storage.shape import is_in_shape
from app.storage.thread import StorageThread

log = logging.getLogger(__name__)
_PRIMARY = 0xFF  # the part of SQLite's codes that names the kind of an error
# What an intact file never says, beside what is no OperationalError at all; others tell of a disk, or of its holder.
_DAMAGED = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)


def renewed(path: Path, migrations: Migrations, write: Callable[[Database], None]) -> Path | None:
    """Put a database aside that is damaged and an empty one in its place, in which `write` says what it lacks.

    Returns where the damaged one is kept; None where it is as it should be, or another program holds it. Nothing is
    taken over: what such a file says of who may come in could be what is damaged. Cut off at any moment, it is taken up
    again: the file is never there without what `write` says.
    """
    if not path.exists() and latest_aside(path) is None:
        return None
    if path.exists() and not _is_damaged(path, migrations):
        return None
    with making(growing := fresh_name(path)):
        thread = StorageThread(growing, migrations)
        try:
            thread.do(write)
        finally:
            thread.close()
        aside = put_aside(path)
        growing.rename(path)
        sync_folder(path.parent)
    log.error("%s was damaged", path.name)
    return aside


def _is_damaged(path: Path, migrations: Migrations) -> bool:
    """Tell whether a database is damaged that no other program holds."""
    try:
        is_short = any(passed_over(path))  # before SQLite reads the WAL, and takes damage in it for its end
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
                connection.execute(f'SELECT * FROM "{table}"').fetchall()  # text must be text
            connection.text_factory = bytes
            return is_short or any(integrity(connection)) or not is_in_shape(connection, migrations)
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode & _PRIMARY in _DAMAGED
    except sqlite3.DatabaseError:
        return True
    except OSError:
        return False
