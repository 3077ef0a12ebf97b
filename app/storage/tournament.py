"""A tournament's file: one SQLite database that holds its journal and all that goes with it."""

from __future__ import annotations

import re
from pathlib import Path
from types import TracebackType
from typing import ClassVar, Self

from app.domain.errors import Refused, violation
from app.services.ports import Drafts, Identity, Journal, Mirror, Outbox, Quarantine, Snapshots
from app.storage import meta
from app.storage.drafts import SqliteDrafts
from app.storage.fresh import write_fresh
from app.storage.journal import SqliteJournal
from app.storage.meta import Meta
from app.storage.mirror import SqliteMirror
from app.storage.outbox import SqliteOutbox
from app.storage.quarantine import SqliteQuarantine
from app.storage.readers import Readers
from app.storage.remains import Own
from app.storage.salvage import Salvaged, needs_salvage, salvage
from app.storage.schema import migrations
from app.storage.snapshots import SqliteSnapshots
from app.storage.thread import StorageThread

FOLDER = "tournaments"
PREPARED = ".restored"  # a file that a restore has made, until it is in its place
_ID = re.compile(r"[A-Za-z0-9]{1,64}")


class TournamentStore:
    """An open tournament: its journal, and what the program keeps beside it, until `close`."""

    written: ClassVar[set[Path]] = set()  # the files that have their one writer in this program

    def __init__(self, journal_id: str, path: Path, salvaged: Salvaged | None = None) -> None:
        self.path = path.absolute()
        self.salvaged = salvaged
        self.written.add(self.path)
        self._thread = StorageThread(path, migrations, readers=True)
        self._readers = Readers(path)
        places = self._thread.recall()
        self.journal: Journal = SqliteJournal(journal_id, self._thread, self._readers, places)
        self.outbox: Outbox = SqliteOutbox(self._thread, self._readers)
        self.quarantine: Quarantine = SqliteQuarantine(self._thread, self._readers, places)
        self.mirror: Mirror = SqliteMirror(self._thread, self._readers)
        self.drafts: Drafts = SqliteDrafts(self._thread)
        self.snapshots: Snapshots = SqliteSnapshots(self._thread, self._readers)
        self.meta = Meta(self._thread, self._readers)
        try:
            self._thread.ready()
            self._must_be(journal_id)
        except BaseException:
            self.close()
            raise

    def _must_be(self, journal_id: str) -> None:
        with self._readers.lent() as connection:
            named = meta.read(connection, "journal")
        if named != journal_id:
            raise Refused(violation("tournament.misnamed", "tournament", id=journal_id, named=named))

    def close(self) -> None:
        """Finish the work in hand and let go of the file; readers first, so that the last one folds the WAL in."""
        self._readers.close()
        self._thread.close()
        self.written.discard(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def can_name(journal_id: str) -> bool:
    """Tell whether an id can be the name of a tournament's file."""
    return _ID.fullmatch(journal_id) is not None


def tournament_path(folder: Path, journal_id: str) -> Path:
    """Return where a poste's folder keeps a tournament; raises Refused where the id could not be a file's name."""
    if not can_name(journal_id):
        raise Refused(violation("tournament.id", "tournament", id=journal_id))
    return folder / FOLDER / f"{journal_id}.db"


def create_tournament(folder: Path, journal_id: str, identity: Identity) -> TournamentStore:
    """Begin a tournament in a poste's folder, written by this device, and open it.

    It appears whole or not at all. Raises `Refused` with `tournament.exists` where there is one already.
    """
    path = tournament_path(folder, journal_id)
    if path.exists():
        raise Refused(violation("tournament.exists", "tournament", id=journal_id))
    write_fresh(path, lambda database: meta.begin(database, journal_id, identity))
    return TournamentStore(journal_id, path)


def open_tournament(folder: Path, journal_id: str, own: Own | None = None) -> TournamentStore:
    """Open a tournament of a poste's folder, salvaged if it is damaged (`salvaged` then tells what was saved).

    `own` tells as whom this device writes, should the file no longer say it.

    Raises `Refused` with `tournament.unknown` where there is none.
    """
    path = tournament_path(folder, journal_id)
    if not path.exists() and not needs_salvage(path):
        raise Refused(violation("tournament.unknown", "tournament", id=journal_id))
    if is_open(path):
        raise Refused(violation("folder.in_use", "data", path=str(folder)))
    return TournamentStore(journal_id, path, salvage(path, own))


def is_open(path: Path) -> bool:
    """Tell whether this program is writing in a tournament's file."""
    return path.absolute() in TournamentStore.written
