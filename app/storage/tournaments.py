"""The port `Tournaments` on a desk's folder: one file for each tournament."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from app.domain.errors import Refused, violation
from app.domain.events.envelope import Event, read_payload
from app.domain.events.tournoi import Role
from app.services.book import Book
from app.services.devices import bring_in_line
from app.services.ports import Clock, Devices, Random, new_id
from app.services.tournaments import Known, Opened, Progress, Promoted, Restored, Salvaged, ShownCode
from app.storage.backup import back_up, restore
from app.storage.check import Damage
from app.storage.device import own_identity
from app.storage.devices import SqliteDevices
from app.storage.in_use import forget_use, load_used, take_into_use
from app.storage.joined import forget_joined, load_joined
from app.storage.offline import open_offline
from app.storage.promote import promote
from app.storage.salvage import is_empty, latest_aside, tournament_files
from app.storage.tournament import FOLDER, TournamentStore, can_name, create_tournament, open_tournament

_FIRST = "SELECT payload FROM events WHERE n = 1"
_LAST = "SELECT payload FROM events ORDER BY n DESC LIMIT 1"  # nothing follows the end of a tournament


class DeskTournaments:
    """The tournaments in a desk's folder, which the caller holds; `root` keeps the device's identity."""

    def __init__(self, folder: Path, root: Path, *, clock: Clock, random: Random) -> None:
        self._folder = folder
        self._root = root
        self._clock = clock
        self._random = random
        self._salvaged: list[Salvaged] = []
        self._open: dict[str, TournamentStore] = {}
        self._devices: SqliteDevices | None = None

    @property
    def devices(self) -> Devices:
        """The devices that were ever paired with this desk."""
        if self._devices is None:
            self._devices = SqliteDevices(self._folder)
        return self._devices

    def show_code(self, role: Role) -> ShownCode:
        """Refuse: a code is shown by a desk that is there to hear it."""
        raise Refused(violation("desk.not_running", "desk"))

    def tries_left(self) -> int | None:
        """Return nothing: no code is shown by a folder."""
        return None

    def presence(self) -> Mapping[str, float]:
        """Return nothing: no device is heard by a folder."""
        return {}

    def close(self) -> None:
        """Let go of what is still open."""
        if self._devices is not None:
            self._devices.close()

    def known(self) -> tuple[Known, ...]:
        """Return those that have begun, in the order in which they were taken into use, and what is damaged of them."""
        files = tournament_files(self._folder / FOLDER)
        paths = [file for file in files if file.exists() or can_name(file.stem)]
        found = [known for path in paths if (known := self._look(path)) is not None]
        turn = {journal_id: place for place, journal_id in enumerate(load_used(self._folder))}
        # A file that was put there by hand comes before all that were used; only among such files do clocks decide.
        return tuple(sorted(found, key=lambda one: (turn.get(one.id, -1), one.begun, one.id)))

    def use(self, tournament: str) -> None:
        """Take one into use: it is meant from now on where none is named."""
        take_into_use(self._folder, tournament)

    @contextmanager
    def open(self, tournament: str) -> Iterator[Opened]:
        """Open one by its id, until the context ends; raises `Refused` where there is none, or nothing left of it."""
        with self._store(tournament) as store, self._lent(store) as opened:
            if store.journal.tip().n == 0 and (aside := latest_aside(store.path)) is not None:
                raise Refused(violation("tournament.damaged", "tournament", file=aside.name))
            bring_in_line(self.devices, opened)
            yield opened

    @contextmanager
    def begin(self) -> Iterator[Opened]:
        """Make the file of a new one and open its empty book; left empty, the file is removed again."""
        identity = own_identity(self._root, self._random)
        journal_id = new_id(self._random)
        with create_tournament(self._folder, journal_id, identity) as store, self._lent(store) as opened:
            self.use(journal_id)
            try:
                yield opened
            finally:
                is_empty = store.journal.tip().n == 0
        if is_empty:
            store.path.unlink()
            forget_use(self._folder, journal_id)

    def salvaged(self) -> tuple[Salvaged, ...]:
        """Return the files that were found damaged since the folder is held."""
        return tuple(self._salvaged)

    def back_up(self, tournament: str, into: Path, *, progress: Progress) -> Path:
        """Copy one whole into a file of its own and return it; raises `Refused` where the copy does not verify."""
        if (store := self._open.get(tournament)) is not None:
            return back_up(store, into, progress=progress)
        with self._store(tournament) as store:
            return back_up(store, into, progress=progress)

    def restore(self, backup: Path, *, progress: Progress) -> Restored:
        """Bring one back from a backup; what is there of it already is kept aside."""
        restored = restore(backup, self._folder, progress=progress)
        # One that is closed is there to be looked at: it does not take the place of an evening under way.
        if any(one.id == restored.tournament and not one.is_closed for one in self.known()):
            self.use(restored.tournament)
        return Restored(restored.tournament, restored.events, restored.aside)

    def promote(self) -> Promoted:
        """Make the tournament's desk of a standby's folder; raises `Refused` where nothing was copied into it."""
        followed = (load_joined(self._folder) or {}).get("journal")
        if not followed:
            raise Refused(violation("standby.empty", "tournament"))
        promoted = promote(self._folder, str(followed))
        self.use(str(followed))
        forget_joined(self._folder)
        return Promoted(str(followed), promoted.events, promoted.term)

    def _store(self, tournament: str) -> TournamentStore:
        store = open_tournament(self._folder, tournament, lambda: own_identity(self._root, self._random))
        if (found := store.salvaged) is not None:
            self._salvaged.append(Salvaged(tournament, found.saved, found.known, found.aside))
        return store

    @contextmanager
    def _lent(self, store: TournamentStore) -> Iterator[Opened]:
        """Note a file as open, so that it can be copied while it is in use; what was folded of it is kept."""
        opened = self._opened(store)
        self._open[store.journal.id] = store
        try:
            yield opened
            opened.book.keep_snapshot()
        finally:
            del self._open[store.journal.id]

    def _opened(self, store: TournamentStore) -> Opened:
        identity = store.meta.identity()
        book = Book(store.journal, identity, clock=self._clock, random=self._random, snapshots=store.snapshots)
        return Opened(book, store.quarantine, store.journal, store.meta)

    def _look(self, path: Path) -> Known | None:
        """Read a tournament's first word and its desk's last one; a damaged file is salvaged first."""
        with suppress(*Damage):
            if path.exists():
                with open_offline(path, self._folder) as connection:
                    return _known(path, connection)
        try:
            self._store(path.stem).close()
        except Refused as refused:
            if (aside := latest_aside(path)) is None or refused.violations[0].key != "tournament.beyond_repair":
                raise
            return _lost(path, aside)
        with open_offline(path, self._folder) as connection:
            return _known(path, connection)


def _known(path: Path, connection: sqlite3.Connection) -> Known | None:
    """Return what a file says of its tournament; raises what `Damage` names where it must be salvaged first."""
    row = connection.execute(_FIRST).fetchone()
    if row is None:
        # With no event and a damaged file beside it, it is what a salvage left; with none, nobody has begun.
        aside = latest_aside(path) if is_empty(connection) else None
        return None if aside is None else _lost(path, aside)
    first, last = _event(row), _event(connection.execute(_LAST).fetchone())
    if first is None:
        raise sqlite3.DatabaseError("the first event cannot be read")
    return Known(
        id=path.stem,
        name=str(first.body.get("name", "")),
        date=str(first.body.get("date", "")),
        begun=first.at,
        is_closed=last is not None and last.kind == "TournamentClosed",
    )


def _lost(path: Path, aside: Path) -> Known:
    """Return what is known of a tournament none of whose events was saved: it may be the one under way."""
    # Whichever began later than its last write was chosen after it; of all others it may have been the choice.
    written = datetime.fromtimestamp(_written_ns(aside) / 1e9, UTC).isoformat(timespec="seconds")
    return Known(id=path.stem, name=path.stem, date="", begun=written, is_closed=False, damaged=aside.name)


def _written_ns(path: Path) -> int:
    """Return when a tournament's file was last written, or else the damaged one that is kept of it."""
    kept = path if path.exists() else latest_aside(path)
    return 0 if kept is None else kept.stat().st_mtime_ns


def _event(row: tuple[bytes] | None) -> Event | None:
    try:
        return None if row is None else read_payload(row[0])
    except Refused:
        return None
