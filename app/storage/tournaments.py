"""The port `Tournaments` on a desk's folder: one file for each tournament."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.domain.errors import Refused
from app.domain.events.envelope import Event, read_payload
from app.services.book import Book
from app.services.ports import Clock, Random, new_id
from app.services.tournaments import Known, Opened, Progress, Restored, Salvaged
from app.storage.backup import back_up, restore
from app.storage.device import own_identity
from app.storage.offline import open_offline
from app.storage.tournament import FOLDER, TournamentStore, create_tournament, open_tournament

_FIRST = "SELECT payload FROM events WHERE n = 1"
_LAST_OF = "SELECT payload FROM events WHERE device = ? ORDER BY epoch DESC, seq DESC LIMIT 1"


class DeskTournaments:
    """The tournaments in a desk's folder, which the caller holds; `root` keeps the device's identity."""

    def __init__(self, folder: Path, root: Path, *, clock: Clock, random: Random) -> None:
        self._folder = folder
        self._root = root
        self._clock = clock
        self._random = random
        self._salvaged: list[Salvaged] = []

    def known(self) -> tuple[Known, ...]:
        """Return those that have begun, oldest first."""
        # Of two begun in the same second, the one written last comes last.
        paths = sorted((self._folder / FOLDER).glob("*.db"), key=lambda path: path.stat().st_mtime_ns)
        found = [known for path in paths if (known := self._look(path)) is not None]
        return tuple(sorted(found, key=lambda one: one.begun))

    @contextmanager
    def open(self, tournament: str) -> Iterator[Opened]:
        """Open one by its id, until the context ends; raises `Refused` where there is none."""
        with self._store(tournament) as store:
            yield self._opened(store)

    @contextmanager
    def begin(self) -> Iterator[Opened]:
        """Make the file of a new one and open its empty book; left empty, the file is removed again."""
        identity = own_identity(self._root, self._random)
        journal_id = new_id(self._random)
        with create_tournament(self._folder, journal_id, identity) as store:
            try:
                yield self._opened(store)
            finally:
                is_empty = store.journal.tip().n == 0
        if is_empty:
            store.path.unlink()

    def salvaged(self) -> tuple[Salvaged, ...]:
        """Return the files that were found damaged since the folder is held."""
        return tuple(self._salvaged)

    def back_up(self, tournament: str, into: Path, *, progress: Progress) -> Path:
        """Copy one whole into a file of its own and return it; raises `Refused` where the copy does not verify."""
        with self._store(tournament) as store:
            return back_up(store, into, progress=progress)

    def restore(self, backup: Path, *, progress: Progress) -> Restored:
        """Bring one back from a backup; what is there of it already is kept aside."""
        restored = restore(backup, self._folder, progress=progress)
        return Restored(restored.tournament, restored.events, restored.aside)

    def _store(self, tournament: str) -> TournamentStore:
        store = open_tournament(self._folder, tournament)
        if (found := store.salvaged) is not None:
            self._salvaged.append(Salvaged(tournament, found.saved, found.known, found.aside))
        return store

    def _opened(self, store: TournamentStore) -> Opened:
        identity = store.meta.identity()
        book = Book(store.journal, identity, clock=self._clock, random=self._random, snapshots=store.snapshots)
        return Opened(book, store.quarantine)

    def _look(self, path: Path) -> Known | None:
        """Read a tournament's first word and its desk's last one; a damaged file is salvaged first."""
        try:
            with open_offline(path, self._folder) as connection:
                return _known(path.stem, connection)
        except sqlite3.DatabaseError:
            self._store(path.stem).close()
            with open_offline(path, self._folder) as connection:
                return _known(path.stem, connection)


def _known(journal_id: str, connection: sqlite3.Connection) -> Known | None:
    first = _event(connection.execute(_FIRST).fetchone())
    if first is None:
        return None
    last = _event(connection.execute(_LAST_OF, (first.device,)).fetchone())
    return Known(
        id=journal_id,
        name=str(first.body.get("name", "")),
        date=str(first.body.get("date", "")),
        begun=first.at,
        is_closed=last is not None and last.kind == "TournamentClosed",
    )


def _event(row: tuple[bytes] | None) -> Event | None:
    try:
        return None if row is None else read_payload(row[0])
    except Refused:
        return None
