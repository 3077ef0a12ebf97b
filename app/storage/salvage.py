"""Salvage: a damaged file is kept beside, and a fresh one goes on with the events that are good."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from app.domain.errors import Refused, violation
from app.domain.events.order import ORIGIN, Key
from app.services.ports import Identity
from app.storage import meta
from app.storage.aside import damaged_files, file_before, latest_aside, put_aside
from app.storage.check import Damage, check, passed_over
from app.storage.fresh import write_fresh
from app.storage.journal import INSERT, row_of
from app.storage.offline import open_offline, overlook
from app.storage.place import is_next
from app.storage.reached import reached
from app.storage.remains import Own, Remains, read_remains
from app.storage.walk import Problem

_BESIDE = ("outbox", "aside", "drafts")  # snapshots can be made again, and the desk's order be pulled again


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What became of a damaged file: the events that go on, how many there were, what was wrong, where it is kept."""

    saved: int
    known: int
    problems: tuple[Problem, ...]
    aside: Path


def salvage(path: Path, own: Own | None = None) -> Salvaged | None:
    """Check a file that is about to be opened; rebuild it where it is damaged, and return what was saved.

    Nothing is lost that can be read: the damaged file stays beside as `….damaged-<n>`. The fresh one holds the
    longest good beginning of the journal, with all that can be told again from bytes and seals set right, in a new
    epoch of its device, and of a desk in a new term, because others may know events that are gone from here. Cut off
    at any moment, it takes up again when called again.

    Raises `Refused` with `tournament.beyond_repair` where nobody can tell who wrote in it: neither the file, nor `own`,
    the device of the data folder, where that has sealed its events.
    """
    if not needs_salvage(path) and not any(passed_over(path)) and _is_good(path):
        return None
    aside = put_aside(path)
    remains = read_remains(aside)
    try:
        with remains.opened() as connection:
            overlook(connection)
            _rebuild(connection, path, remains, own)
    except Damage as error:
        raise Refused(violation("tournament.beyond_repair", "tournament", file=aside.name)) from error
    return Salvaged(len(remains.entries), remains.known, remains.problems, aside)


def needs_salvage(path: Path) -> bool:
    """Tell whether an earlier salvage was cut off after it had put the damaged file aside."""
    return not path.exists() and latest_aside(path) is not None


def tournament_files(folder: Path) -> frozenset[Path]:
    """Return where the files of the tournaments in a folder are, or were before they were put aside as damaged."""
    damaged = (aside for aside in damaged_files(folder) if aside.parent == folder)
    return frozenset(folder.glob("*.db")) | set(map(file_before, damaged))


def is_empty(connection: sqlite3.Connection) -> bool:
    """Tell whether a file holds no event at all: none of its own, and none of a desk that it follows."""
    tables = ("events", "mirror", "forgotten")
    return all(connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is None for table in tables)


def _is_good(path: Path) -> bool:
    """Tell whether a file is as it was written, with a WAL of which nothing is passed over."""
    with open_offline(path, path.parent, whole=False) as connection:
        return check(connection, macs=False).ok


def _rebuild(damaged: sqlite3.Connection, path: Path, remains: Remains, own: Own | None) -> None:
    """Write what is good into a new file; raises what `Damage` names where nobody can tell who wrote in it."""
    (device, key), keys = remains.writer(own), remains.facts.keys
    epoch = remains.epoch(device)
    writer = Identity(device, reached(path).epoch if epoch is None else epoch + 1, key)
    beside = {table: _readable(damaged, table) for table in _BESIDE}
    whole = {table: list(filter(_is_whole, _readable(damaged, table))) for table in ("forgotten", "quarantine")}
    chains = _readable(damaged, "chains")
    has_desk = bool(chains or _readable(damaged, "mirror"))
    # Terms are the desk's to raise: a tablet that named a higher one would take its desk for an old one.
    if has_desk:
        term = remains.term or max((int(chain["term"]) for chain in chains), default=1)
    else:
        term = (remains.term or reached(path).term) + 1

    def write(database: Database) -> None:
        meta.begin(database, remains.facts.told.get("journal", path.stem), writer)
        for who, known in {**keys, device: (*keys.get(device, ()), key)}.items():
            for one in known:
                meta.learn(database.conn, who, one)
        meta.write(database.conn, "term", str(term))
        database.conn.executemany(INSERT, map(row_of, remains.entries))
        meta.write_tip(database.conn, remains.entries[-1].tip if remains.entries else ORIGIN)
        for table, rows in {**beside, "forgotten": whole["forgotten"]}.items():
            for row in rows:
                _insert(database, table, row)
        for row in sorted(whole["quarantine"], key=_place):  # a place after an event that is gone is next to nothing
            _insert(database, "quarantine", {**row, "placed": int(is_next(database.conn, _place(row)))})

    write_fresh(path, write)


def _insert(database: Database, table: str, row: dict[str, Any]) -> None:
    with suppress(sqlite3.IntegrityError):  # a row that was never written
        database.table(table).insert(row)


def _is_whole(kept: dict[str, Any]) -> bool:
    """Tell whether an event that is kept beside the journal has its bytes, and a place if it must have one."""
    payload, place = kept["payload"], (kept.get("device", ""), kept.get("epoch", 0), kept.get("seq", 0))
    is_placed = tuple(map(type, place)) == (str, int, int)
    return is_placed and isinstance(payload, bytes) and hashlib.sha256(payload).digest() == kept["id"]


def _place(quarantined: dict[str, Any]) -> Key:
    return Key(quarantined["device"], quarantined["epoch"], quarantined["seq"])


def _readable(damaged: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    """Return the rows of a table as far as they can be read."""
    damaged.text_factory = lambda text: text.decode(errors="replace")
    rows: list[dict[str, Any]] = []
    with suppress(*Damage):
        cursor = damaged.execute(f"SELECT * FROM {table}")
        names = [column[0] for column in cursor.description]
        for row in cursor:  # one by one: what comes before the damage is kept
            rows.append(dict(zip(names, row, strict=True)))  # noqa: PERF401
    return rows
