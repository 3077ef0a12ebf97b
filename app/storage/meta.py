"""What a tournament's file says of itself: whose journal it holds, who writes in it, and the desk's term."""

from __future__ import annotations

import sqlite3

from sqlite_utils import Database

from app.services.ports import Identity
from app.storage.readers import Readers
from app.storage.thread import StorageThread


class Meta:
    """The facts about one file; those that may change only ever rise."""

    def __init__(self, thread: StorageThread, readers: Readers) -> None:
        self._thread = thread
        self._readers = readers

    def identity(self) -> Identity:
        """Return who writes here."""
        with self._readers.lent() as connection:
            return read_identity(connection)

    def term(self) -> int:
        """Return the desk's term, as far as this file knows it."""
        with self._readers.lent() as connection:
            return int(read(connection, "term"))

    def raise_term(self, least: int = 0) -> int:
        """Raise the term by one, or to `least` if that is more, and return it once it is safe."""
        return self._thread.run(lambda database: rise(database, "term", least)).result()

    def raise_epoch(self, least: int = 0) -> int:
        """Raise the epoch in which this device writes, and return it once it is safe."""
        return self._thread.run(lambda database: rise(database, "epoch", least)).result()

    def renew(self, identity: Identity) -> None:
        """Write as another device, or with another key, from now on: a new pairing."""
        self._thread.run(lambda database: write_identity(database, identity)).result()


def begin(database: Database, journal_id: str, identity: Identity) -> None:
    """Write the first facts of a new file."""
    database.table("meta").insert_all([{"name": "journal", "value": journal_id}, {"name": "term", "value": "1"}])
    write_identity(database, identity)


def write_identity(database: Database, identity: Identity) -> None:
    """Say who writes in a file."""
    facts = {"device": identity.device, "epoch": str(identity.epoch), "key": identity.key.hex()}
    database.table("meta").upsert_all([{"name": name, "value": value} for name, value in facts.items()], pk="name")


def read_identity(connection: sqlite3.Connection) -> Identity:
    """Return who writes in a file."""
    return Identity(read(connection, "device"), int(read(connection, "epoch")), bytes.fromhex(read(connection, "key")))


def read(connection: sqlite3.Connection, name: str) -> str:
    """Return one fact; raises KeyError where the file does not say it."""
    row = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    if row is None:
        raise KeyError(name)
    return str(row[0])


def rise(database: Database, name: str, least: int) -> int:
    """Raise a count by one, or to `least` if that is more, and return it."""
    raised = max(int(read(database.conn, name)) + 1, least)
    database.table("meta").update(name, {"value": str(raised)})
    return raised
