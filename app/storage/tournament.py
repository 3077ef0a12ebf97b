"""A tournament's file: one SQLite database that holds its journal and all that goes with it."""

from __future__ import annotations

import re
from pathlib import Path
from types import TracebackType
from typing import ClassVar, Self

from app.domain.errors import Refused, violation
from app.services.ports import Identity
from app.storage import meta
from app.storage.durable import sync_folder
from app.storage.journal import SqliteJournal
from app.storage.meta import Meta
from app.storage.readers import Readers
from app.storage.schema import migrations
from app.storage.thread import StorageThread

FOLDER = "tournaments"
_ID = re.compile(r"[A-Za-z0-9]{1,64}")


class TournamentStore:
    """An open tournament: its journal, and what the program keeps beside it, until `close`."""

    _written: ClassVar[set[Path]] = set()  # the files that have their one writer in this program

    def __init__(self, journal_id: str, path: Path) -> None:
        self.path = path.absolute()
        if self.path in self._written:
            raise Refused(violation("folder.in_use", "data", path=str(path.parent)))
        self._written.add(self.path)
        self._thread = StorageThread(path, migrations, readers=True)
        self._readers = Readers(path)
        self.journal = SqliteJournal(journal_id, self._thread, self._readers)
        self.meta = Meta(self._thread, self._readers)
        try:
            self._thread.ready()
        except Refused:
            self.close()
            raise

    def close(self) -> None:
        """Finish the work in hand and let go of the file; readers first, so that the last one folds the WAL in."""
        self._readers.close()
        self._thread.close()
        self._written.discard(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def tournament_path(folder: Path, journal_id: str) -> Path:
    """Return where a poste's folder keeps a tournament; raises Refused where the id could not be a file's name."""
    if not _ID.fullmatch(journal_id):
        raise Refused(violation("tournament.id", "tournament", id=journal_id))
    return folder / FOLDER / f"{journal_id}.db"


def create_tournament(folder: Path, journal_id: str, identity: Identity) -> TournamentStore:
    """Begin a tournament in a poste's folder, written by this device, and open it.

    It appears whole or not at all. Raises `Refused` with `tournament.exists` where there is one already.
    """
    path = tournament_path(folder, journal_id)
    if path.exists():
        raise Refused(violation("tournament.exists", "tournament", id=journal_id))
    growing = path.with_suffix(".new")
    for left_by_a_crash in path.parent.glob(f"{growing.name}*"):
        left_by_a_crash.unlink()
    thread = StorageThread(growing, migrations)
    try:
        thread.run(lambda database: meta.begin(database, journal_id, identity)).result()
    finally:
        thread.close()
    growing.rename(path)
    sync_folder(path.parent)
    return TournamentStore(journal_id, path)


def open_tournament(folder: Path, journal_id: str) -> TournamentStore:
    """Open a tournament of a poste's folder; raises `Refused` with `tournament.unknown` where there is none."""
    path = tournament_path(folder, journal_id)
    if not path.exists():
        raise Refused(violation("tournament.unknown", "tournament", id=journal_id))
    return TournamentStore(journal_id, path)
