"""What a tournament's file says of itself: whose journal it holds, who writes in it, and the desk's term."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType
from typing import TypeVar

from sqlite_utils import Database

from app.domain.events.order import ORIGIN, Tip
from app.services.ports import Identity
from app.storage.readers import Readers
from app.storage.thread import StorageThread

Answer = TypeVar("Answer")
TIP = "tip"
KEY = "key "  # before a device's name: its keys in hexadecimal, the present one last
COPY = "copy"  # all facts but the tip once more, after their digest: what damages the one spares the other


class Meta:
    """The facts about one file; those that may change only ever rise."""

    def __init__(self, thread: StorageThread, readers: Readers) -> None:
        self._thread = thread
        self._readers = readers
        self._facts = thread.recall()

    def _told(self, what: Hashable, read: Callable[[sqlite3.Connection], Answer]) -> Answer:
        def ask() -> Answer:
            with self._readers.lent() as connection:
                return read(connection)

        return self._facts.of(what, ask)

    def _do(self, work: Callable[[Database], Answer]) -> Answer:
        return self._thread.do(work, writes=(self._facts,))

    def identity(self) -> Identity:
        """Return who writes here."""
        return self._told("identity", read_identity)

    def term(self) -> int:
        """Return the desk's term, as far as this file knows it."""
        return self._told("term", lambda connection: int(read(connection, "term")))

    def raise_term(self, least: int = 0) -> int:
        """Raise the term by one, or to `least` if that is more, and return it once it is safe."""
        return self._do(lambda database: rise(database, "term", least))

    def raise_epoch(self, least: int = 0) -> int:
        """Raise the epoch in which this device writes, and return it once it is safe."""
        return self._do(lambda database: rise(database, "epoch", least))

    def renew(self, identity: Identity) -> None:
        """Write as another device, or with another key, from now on: a new pairing."""
        self._do(lambda database: write_identity(database, identity))

    def learn(self, device: str, key: bytes) -> None:
        """Keep the key of a device, beside those that it had before, so that its events can be verified."""
        self._do(lambda database: learn(database.conn, device, key))

    def keys(self) -> Mapping[str, tuple[bytes, ...]]:
        """Return the keys of every known device, the present one last."""
        return self._told("keys", lambda connection: MappingProxyType(read_keys(connection)))

    def keys_of(self, device: str) -> tuple[bytes, ...]:
        """Return the keys of one device, the present one last; none where it is not known."""
        return self.keys().get(device, ())


def begin(database: Database, journal_id: str, identity: Identity) -> None:
    """Write the first facts of a new file."""
    write(database.conn, "journal", journal_id)
    write(database.conn, "term", "1")
    write_identity(database, identity)
    write_tip(database.conn, ORIGIN)


def write_identity(database: Database, identity: Identity) -> None:
    """Say who writes in a file."""
    write(database.conn, "device", identity.device)
    write(database.conn, "epoch", str(identity.epoch))
    learn(database.conn, identity.device, identity.key)


def read_identity(connection: sqlite3.Connection) -> Identity:
    """Return who writes in a file."""
    device = read(connection, "device")
    return Identity(device, int(read(connection, "epoch")), read_keys(connection, device)[device][-1])


def learn(connection: sqlite3.Connection, device: str, key: bytes) -> None:
    """Make a key the present one of a device."""
    earlier = [known for known in read_keys(connection, device).get(device, ()) if known != key]
    write(connection, f"{KEY}{device}", " ".join(known.hex() for known in (*earlier, key)))


def read_keys(connection: sqlite3.Connection, device: str | None = None) -> dict[str, tuple[bytes, ...]]:
    """Return the keys that a file knows, or those of one device, each device's present one last."""
    which, named = ("GLOB", f"{KEY}*") if device is None else ("=", f"{KEY}{device}")
    rows = connection.execute(f"SELECT name, value FROM meta WHERE name {which} ?", (named,)).fetchall()
    return {_text(name).removeprefix(KEY): keys_of(_text(value)) for name, value in rows}


def keys_of(value: str) -> tuple[bytes, ...]:
    """Return the keys that a fact tells; raises ValueError where it tells none."""
    return tuple(map(bytes.fromhex, value.split(" ")))


def write_tip(connection: sqlite3.Connection, tip: Tip) -> None:
    """Say how far the journal goes, apart from its rows: a last row that is gone is then missed."""
    _put(connection, TIP, f"{tip.n} {tip.head}")


def read_tip(connection: sqlite3.Connection) -> Tip:
    """Return how far the file says that its journal goes."""
    n, _space, head = read(connection, TIP).partition(" ")
    return Tip(int(n), head)


def read(connection: sqlite3.Connection, name: str) -> str:
    """Return one fact; raises KeyError where the file does not say it."""
    row = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    if row is None:
        raise KeyError(name)
    return _text(row[0])


def write(connection: sqlite3.Connection, name: str, value: str) -> None:
    """Say one fact, in place of what was said before."""
    _put(connection, name, value)
    copy_facts(connection)


def copy_facts(connection: sqlite3.Connection) -> None:
    """Keep all facts once more: all but the tip, which each commit changes and the journal itself vouches for."""
    facts = connection.execute("SELECT name, value FROM meta WHERE name NOT IN (?, ?) ORDER BY name", (TIP, COPY))
    text = json.dumps(dict(facts.fetchall()))
    _put(connection, COPY, f"{hashlib.sha256(text.encode()).hexdigest()} {text}")


def _put(connection: sqlite3.Connection, name: str, value: str) -> None:
    connection.execute("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", (name, value))


def rise(database: Database, name: str, least: int) -> int:
    """Raise a count by one, or to `least` if that is more, and return it."""
    raised = max(int(read(database.conn, name)) + 1, least)
    write(database.conn, name, str(raised))
    return raised


def _text(value: object) -> str:
    """Return a text, from a connection that gives bytes to look at damage too."""
    return value.decode() if isinstance(value, bytes) else str(value)
