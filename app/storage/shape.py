"""The shape of a tournament's file: the tables that it has, held against those that its steps have given it."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

from sqlite_utils import Database, Migrations

from app.storage.schema import migrations

_Shape = frozenset[tuple[Any, ...]]
_APPLIED = "SELECT name FROM _sqlite_migrations WHERE migration_set = ? ORDER BY id"
_PAGES, _FREE = slice(28, 32), slice(32, 40)  # in the header: how many pages there are, and which of them are free
# What they mean, and not how they are written: that may be another way in another version of a library.
_NAMES = "SELECT type, name, tbl_name FROM sqlite_schema"
_COLUMNS = """
    SELECT tables.name, tables.type, tables.strict, cid, columns.name, columns.type, "notnull", pk
    FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.schema = 'main'
"""
_INDEXES = """
    SELECT tables.name, indexes.name, "unique", seqno, columns.name
    FROM pragma_table_list AS tables, pragma_index_list(tables.name) AS indexes,
        pragma_index_info(indexes.name) AS columns
    WHERE tables.schema = 'main'
"""


def is_in_shape(connection: sqlite3.Connection, steps: Migrations = migrations) -> bool:
    """Tell whether a file has gone through its steps in their order, and has the tables they give.

    The steps are those of `schema.py`, unless others are meant.

    One of a later Nord, which has gone further, is believed. Raises what SQLite does where it cannot be read.
    """
    known = _steps(steps)
    gone = tuple(_text(name) for (name,) in connection.execute(_APPLIED, (steps.name,)))
    if gone[: len(known)] != known[: len(gone)]:
        return False
    return len(gone) > len(known) or _shape(connection) == _shape_after(steps, len(gone))


def reshape(path: Path) -> None:
    """Give a copy of a damaged file the first page of a new one: what kind of file it is, and its tables.

    They are in the same places in every file that has them since it was made. The commits in the WAL are taken in.
    """
    _put_first_page(path)
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    _put_first_page(path)


def _put_first_page(path: Path) -> None:
    page = _first_page()
    with path.open("rb+") as file:
        head = file.read(_FREE.stop)
        free = head[_FREE].ljust(_FREE.stop - _FREE.start, b"\0")
        pages = path.stat().st_size // len(page)
        file.seek(0)
        file.write(page[: _PAGES.start] + pages.to_bytes(4, "big") + free + page[_FREE.stop :])


@cache
def _first_page() -> bytes:
    with closing(Database(memory=True)) as database:
        migrations.apply(database)
        (size,) = database.conn.execute("PRAGMA page_size").fetchone()
        return bytes(database.conn.serialize()[:size])


@cache
def _steps(steps: Migrations) -> tuple[str, ...]:
    with closing(Database(memory=True)) as database:
        return tuple(step.name for step in steps.pending(database))


@cache
def _shape_after(steps: Migrations, gone: int) -> _Shape:
    with closing(Database(memory=True)) as database:
        steps.apply(database, stop_before=_steps(steps)[gone:])
        return _shape(database.conn)


def _shape(connection: sqlite3.Connection) -> _Shape:
    rows = (row for query in (_NAMES, _COLUMNS, _INDEXES) for row in connection.execute(query))
    return frozenset(tuple(map(_text, row)) for row in rows)


def _text(value: object) -> object:
    return value.decode() if isinstance(value, bytes) else value
