"""Salvage: a damaged file is kept beside, and a fresh one goes on with the events that are good."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from app.domain.errors import Refused, violation
from app.domain.events.envelope import Sealed
from app.domain.events.order import ORIGIN, Entry, Key
from app.storage import meta
from app.storage.check import Damage, check
from app.storage.durable import sync_folder
from app.storage.fresh import write_fresh
from app.storage.journal import INSERT, row_of
from app.storage.offline import BESIDE, open_offline
from app.storage.place import is_next
from app.storage.walk import Problem, Walk

_ASIDE = re.compile(r"\.damaged-(\d+)$")


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What became of a damaged file: the events that go on, how many there were, what was wrong, where it is kept."""

    saved: int
    known: int
    problems: tuple[Problem, ...]
    aside: Path


@dataclass(frozen=True, slots=True)
class _Good:
    """What can be trusted in a damaged file."""

    entries: tuple[Entry, ...]
    known: int
    problems: tuple[Problem, ...]


def salvage(path: Path) -> Salvaged | None:
    """Check a file that is about to be opened; rebuild it where it is damaged, and return what was saved.

    Nothing is lost that can be read: the damaged file stays beside as `….damaged-<n>`. The fresh one holds the
    longest good beginning of the journal, with all that can be told again from bytes and seals set right, in a new
    epoch of its device, and of a desk in a new term, because others may know events that are gone from here. Cut off
    at any moment, it takes up again when called again.

    Raises `Refused` with `tournament.beyond_repair` where not even its device can be read.
    """
    aside = None if path.exists() else latest_aside(path)
    if aside is None:
        with open_offline(path, path.parent) as connection:
            if check(connection, macs=False).ok:
                return None
        aside = path.with_name(f"{path.name}.damaged-{_number(latest_aside(path)) + 1}")
        path.rename(aside)
    for suffix in BESIDE:
        with suppress(FileNotFoundError):
            Path(f"{path}{suffix}").rename(f"{aside}{suffix}")
    sync_folder(path.parent)
    with open_offline(aside, path.parent) as connection:
        good = _good(connection)
        try:
            _rebuild(connection, path, good)
        except Damage as error:
            raise Refused(violation("tournament.beyond_repair", "tournament", file=aside.name)) from error
    return Salvaged(len(good.entries), good.known, good.problems, aside)


def needs_salvage(path: Path) -> bool:
    """Tell whether an earlier salvage was cut off after it had put the damaged file aside."""
    return not path.exists() and latest_aside(path) is not None


def tournament_files(folder: Path) -> frozenset[Path]:
    """Return where the files of the tournaments in a folder are, or were before they were put aside as damaged."""
    asides = (aside for aside in damaged_files(folder) if aside.parent == folder)
    return frozenset(folder.glob("*.db")) | set(map(file_before, asides))


def damaged_files(folder: Path) -> list[Path]:
    """Return the files that were put aside as damaged, in a folder and in those within it."""
    return sorted(aside for aside in folder.rglob("*.db.damaged-*") if _ASIDE.search(aside.name))


def file_before(aside: Path) -> Path:
    """Return where a file was before it was put aside as damaged."""
    return aside.with_name(_ASIDE.sub("", aside.name))


def is_empty(connection: sqlite3.Connection) -> bool:
    """Tell whether a file holds no event at all: none of its own, and none of a desk that it follows."""
    tables = ("events", "mirror", "forgotten")
    return all(connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is None for table in tables)


def latest_aside(path: Path) -> Path | None:
    """Return the damaged file that was put aside last for a tournament's file, if one was."""
    asides = [beside for beside in path.parent.glob(f"{path.name}.damaged-*") if _ASIDE.search(beside.name)]
    return max(asides, key=_number, default=None)


def _number(aside: Path | None) -> int:
    found = _ASIDE.search(aside.name) if aside else None
    return int(found[1]) if found else 0


def _good(connection: sqlite3.Connection) -> _Good:
    """Return the longest beginning of the journal that can be vouched for, and all that is wrong."""
    report = check(connection, macs=False)
    entries: list[Entry] = []
    known = report.events
    with suppress(*Damage):
        known = max(known, meta.read_tip(connection).n)
    with suppress(*Damage):
        entries.extend(_mended(connection, Walk(meta.read(connection, "journal"), _keys(connection))))
    return _Good(tuple(entries), known, report.problems)


def _mended(connection: sqlite3.Connection, walk: Walk) -> Iterator[Entry]:
    """Yield entries as long as they are those that were saved; number, id, place and head are told again.

    Bytes and seal are vouched for by the head that was saved with them or, where it is the head that is damaged, by
    the key of their device; and each must follow the event before it on that device.
    """
    tip = ORIGIN
    walk.look_for_places(connection)
    for n, payload, mac, head in connection.execute("SELECT n, payload, mac, head FROM events ORDER BY n"):
        if not (isinstance(payload, bytes) and isinstance(mac, bytes)):
            return
        sealed = Sealed(payload, mac)
        following = tip.then(sealed)
        # Where neither number nor head goes on from the event before, one is missing in between.
        is_saved = bytes.fromhex(following.head) == head or (n == following.n and walk.is_sealed(sealed))
        if not is_saved or not walk.takes(sealed):
            return
        tip = following
        yield Entry(tip, sealed)


def _keys(connection: sqlite3.Connection) -> dict[str, tuple[bytes, ...]]:
    """Return the keys of the devices, none where they can no longer be read."""
    try:
        return meta.read_keys(connection)
    except Damage:
        return {}


def _rebuild(damaged: sqlite3.Connection, path: Path, good: _Good) -> None:
    """Write what is good into a new file; raises what `Damage` names where its device cannot be read."""
    journal, identity = meta.read(damaged, "journal"), meta.read_identity(damaged)
    term, keys = int(meta.read(damaged, "term")), meta.read_keys(damaged)
    beside = {table: _readable(damaged, table) for table in ("outbox", "drafts")}  # snapshots can be made again
    has_desk = any(_readable(damaged, table) for table in ("chains", "mirror"))
    quarantine = filter(_is_whole, _readable(damaged, "quarantine"))

    def write(database: Database) -> None:
        meta.begin(database, journal, identity)
        for device, known in keys.items():
            for key in known:
                meta.learn(database.conn, device, key)
        # Terms are the desk's to raise: a tablet that named a higher one would take its desk for an old one.
        meta.write(database.conn, "term", str(term if has_desk else term + 1))
        meta.rise(database, "epoch", identity.epoch + 1)
        database.conn.executemany(INSERT, map(row_of, good.entries))
        meta.write_tip(database.conn, good.entries[-1].tip if good.entries else ORIGIN)
        for table, rows in beside.items():
            for row in rows:
                with suppress(sqlite3.IntegrityError):  # a row that was never written
                    database.table(table).insert(row)
        for row in sorted(quarantine, key=_place):  # a place after an event that is gone is next to nothing
            database.table("quarantine").insert({**row, "placed": int(is_next(database.conn, _place(row)))})

    write_fresh(path, write)


def _is_whole(quarantined: dict[str, Any]) -> bool:
    payload = quarantined["payload"]
    return isinstance(payload, bytes) and hashlib.sha256(payload).digest() == quarantined["id"]


def _place(quarantined: dict[str, Any]) -> Key:
    return Key(quarantined["device"], quarantined["epoch"], quarantined["seq"])


def _readable(damaged: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    """Return the rows of a table as far as they can be read."""
    damaged.text_factory = str
    rows: list[dict[str, Any]] = []
    with suppress(*Damage):
        cursor = damaged.execute(f"SELECT * FROM {table}")
        names = [column[0] for column in cursor.description]
        for row in cursor:  # one by one: what comes before the damage is kept
            rows.append(dict(zip(names, row, strict=True)))  # noqa: PERF401
    return rows
