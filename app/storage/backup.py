"""Backups: one file that holds a tournament whole, made while it is played, and brought back in a new term."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from sqlite_utils import Database

from app.domain.errors import Refused, violation
from app.services.ports import Identity
from app.storage import meta
from app.storage.durable import sync_file, sync_folder
from app.storage.failure import told_at
from app.storage.fresh import change, fresh_name, making
from app.storage.offline import BESIDE, open_offline
from app.storage.reached import BEFORE_RESTORE, Reached, reached
from app.storage.readers import open_read_only
from app.storage.thread import OWNER_ONLY
from app.storage.tournament import FOLDER, PREPARED, TournamentStore, is_open, tournament_path
from app.storage.verify import check_journal

STEP_PAGES = 64  # copied between two reports of progress
Progress = Callable[[int, int], None]  # pages done, pages in all


@dataclass(frozen=True, slots=True)
class Restored:
    """A tournament brought back: its term and its writer from now on, and where the file before it is kept."""

    tournament: str
    events: int
    term: int
    identity: Identity
    aside: Path | None


def back_up(store: TournamentStore, into: Path, *, progress: Progress | None = None) -> Path:
    """Copy an open tournament, as it is at this moment, into a file of its own, and return that file.

    Nobody waits meanwhile. The file has its name only once it is whole, checked and on the disk, and never that of
    another. Raises `Refused` with `backup.copy_damaged` where the copy does not verify.
    """
    with told_at(into):
        into.mkdir(mode=0o700, parents=True, exist_ok=True)
    with closing(open_read_only(store.path)) as source:
        source.execute("BEGIN")  # one moment for the whole copy, and for its name
        stem = f"{store.journal.id}-{meta.read_tip(source).n:06}"
        with told_at(into), making(growing := into / f"{stem}.part"):
            growing.unlink(missing_ok=True)
            _copy(source, growing, progress)
            _must_verify(growing, key="backup.copy_damaged", name=store.path.name)
            path = next(free for free in _names(into, stem) if not free.exists())
            growing.rename(path)
            sync_folder(into)
    return path


def restore(backup: Path, folder: Path, *, progress: Progress | None = None) -> Restored:
    """Bring a tournament back into a poste's folder from a backup; see `prepare` and `put_in_place`."""
    return put_in_place(prepare(backup, folder, progress=progress))


def prepare(backup: Path, folder: Path, *, progress: Progress | None = None) -> Path:
    """Make of a backup the file that is to stand in a poste's folder, and return it; what is there stays as it is.

    The term of the desk and the epoch of the device rise above all that backup and folder know, so that no tablet takes
    the past for the present.

    Raises `Refused` with `backup.damaged` where the backup does not verify, and `folder.in_use` where the tournament
    is open.
    """
    for left_by_a_crash in prepared(folder):
        put_in_place(left_by_a_crash)
    _must_verify(backup)
    with open_offline(backup) as source:
        path = tournament_path(folder, meta.read(source, "journal"))
        if is_open(path):
            raise Refused(violation("folder.in_use", "data", path=str(folder)))
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        known = reached(path)
        with told_at(path.parent), making(growing := fresh_name(path)):
            _copy(source, growing, progress)
            change(growing, lambda database: _rise(database, known))
            _must_verify(growing)
            ready = path.with_suffix(PREPARED)
            growing.rename(ready)
            sync_folder(path.parent)
            return ready


def _rise(database: Database, known: Reached) -> None:
    """Bring a copy above all that is known here of its tournament."""
    meta.rise(database, "term", known.term + 1)
    meta.rise(database, "epoch", known.epoch + 1)
    database.conn.execute("DELETE FROM snapshots")  # nobody has held them against the journal


def prepared(folder: Path) -> list[Path]:
    """Return what is ready to take its place in a poste's folder: where a restore was cut off, it is taken up again."""
    return sorted((folder / FOLDER).glob(f"*{PREPARED}"))


def put_in_place(ready: Path) -> Restored:
    """Let what was prepared take its place; what is there goes aside first, into a folder `before-restore-<n>`.

    Cut off at any moment, it goes on where it was when called again.
    """
    path = ready.with_suffix(".db")
    aside = _put_aside(path)
    ready.rename(path)
    sync_folder(path.parent)
    with open_offline(path) as restored:
        events, term = meta.read_tip(restored).n, int(meta.read(restored, "term"))
        return Restored(path.stem, events, term, meta.read_identity(restored), aside)


def _copy(source: sqlite3.Connection, path: Path, progress: Progress | None) -> None:
    """Copy a database through SQLite, and leave the copy with no WAL and on the disk."""

    def tell(_status: int, left: int, total: int) -> None:
        if progress is not None:
            progress(total - left, total)

    path.touch(mode=OWNER_ONLY)
    with closing(sqlite3.connect(path, isolation_level=None)) as target:
        source.backup(target, pages=STEP_PAGES, progress=tell)
        target.execute("PRAGMA journal_mode=DELETE")
    sync_file(path)


def _must_verify(path: Path, *, key: str = "backup.damaged", name: str = "") -> int:
    """Return how many events a file holds, all of them good; else it is refused, under a name where it has another."""
    report = check_journal(path)
    if report.ok:
        return report.events
    first = report.problems[0]
    if first.what.key == "damage.not_a_database" and not name:
        raise Refused(violation("backup.none", "file", file=path.name))
    raise Refused(violation(key, "file", file=name or path.name, where=first.where))


def _names(folder: Path, stem: str) -> Iterator[Path]:
    yield folder / f"{stem}.db"
    for more in count(2):
        yield folder / f"{stem}-{more}.db"


def _asides(path: Path) -> Iterator[Path]:
    """Name the folders that keep what a restore found, in their order, without end."""
    for number in count(1):
        yield path.parent / f"{BEFORE_RESTORE}{number}"


def _put_aside(path: Path) -> Path | None:
    """Move what the folder holds of a tournament into a folder that holds none of it yet."""
    if not path.exists():
        return None
    aside = next(free for free in _asides(path) if not (free / path.name).exists())
    aside.mkdir(mode=0o700, exist_ok=True)
    for suffix in (*BESIDE, "-shm", ""):  # the file itself last: it stands for the rest
        with suppress(FileNotFoundError):
            Path(f"{path}{suffix}").rename(aside / f"{path.name}{suffix}")
    sync_folder(aside)
    return aside
