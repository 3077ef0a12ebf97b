"""The port `Tournaments` on a desk's folder: one file for each tournament."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from app.domain.errors import Refused, violation
from app.domain.events.envelope import Sealed
from app.domain.events.order import ORIGIN
from app.domain.events.tournoi import Role
from app.services.book import Book
from app.services.devices import bring_in_line
from app.services.ports import Clock, Devices, Identity, Random, new_id
from app.services.tournaments import Known, Opened, Progress, Promoted, Renewed, Restored, Salvaged, ShownCode
from app.storage import meta
from app.storage.aside import latest_aside
from app.storage.backup import back_up, prepare, prepared, put_in_place
from app.storage.check import Damage
from app.storage.device import DATABASE as DEVICE
from app.storage.device import own_identity
from app.storage.devices import DATABASE as DEVICES
from app.storage.devices import SqliteDevices
from app.storage.in_use import FILE as IN_USE
from app.storage.in_use import forget_use, load_used, take_into_use
from app.storage.joined import forget_joined, load_joined
from app.storage.offline import open_offline
from app.storage.promote import promote
from app.storage.salvage import is_empty, tournament_files
from app.storage.tournament import FOLDER, TournamentStore, can_name, create_tournament, open_tournament

_FIRST = "SELECT payload, mac, head FROM events WHERE n = 1"
_LAST = "SELECT payload, mac, head FROM events WHERE n = ?"  # nothing follows the end of a tournament


class DeskTournaments:
    """The tournaments in a desk's folder, which the caller holds; `root` keeps the device's identity."""

    def __init__(self, folder: Path, root: Path, *, clock: Clock, random: Random) -> None:
        self._folder = folder
        self._root = root
        self._clock = clock
        self._random = random
        self._salvaged: list[Salvaged | Renewed] = []
        self._open: dict[str, TournamentStore] = {}
        self._devices: SqliteDevices | None = None

    @property
    def devices(self) -> Devices:
        """The devices that were ever paired with this desk."""
        if self._devices is None:
            self._devices = SqliteDevices(self._folder)
            if (aside := self._devices.damaged) is not None:
                self._salvaged.append(Renewed(DEVICES, aside))
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
        for ready in prepared(self._folder):
            self._settle(ready)
        files = tournament_files(self._folder / FOLDER)
        paths = [file for file in files if file.exists() or can_name(file.stem)]
        found = [known for path in paths if (known := self._look(path)) is not None]
        used = load_used(self._folder)
        turn = {journal_id: place for place, journal_id in enumerate(used or ())}
        # A file that was put there by hand comes before all that were used; only among such files do clocks decide.
        found.sort(key=lambda one: (turn.get(one.id, -1), one.begun, one.id))
        under_way = [one for one in found if not one.is_closed]
        if (used is None and len(found) > 1) or (not used and len(under_way) > 1):
            why = violation("tournament.none_in_use", "tournament", file=IN_USE)
            found.append(Known(id="", name=IN_USE, date="", begun="", is_closed=False, lost=why))
        elif used and self._folder / FOLDER / f"{used[-1]}.db" not in paths:
            found.append(_missing(used[-1]))
        return tuple(found)

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
        identity = self._own()
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

    def salvaged(self) -> tuple[Salvaged | Renewed, ...]:
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
        return self._settle(prepare(backup, self._folder, progress=progress))

    def _settle(self, ready: Path) -> Restored:
        """Let a tournament that is brought back take its place, and be the one in use: the place comes last."""
        with suppress(*Damage), open_offline(ready, self._folder) as connection:
            known = _known(ready, connection)
            # One that is closed is there to be looked at: it does not take the place of an evening under way.
            if known is not None and not known.is_closed:
                self.use(ready.stem)
        restored = put_in_place(ready)
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

    def _own(self) -> Identity:
        """Return as whom this machine writes in a new journal."""
        return own_identity(self._root, self._random, lambda aside: self._salvaged.append(Renewed(DEVICE, aside)))

    def _store(self, tournament: str) -> TournamentStore:
        store = open_tournament(self._folder, tournament, self._own)
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
    """Return what a file says of its tournament; raises what `Damage` names where it must be salvaged first.

    Its first word and its last one are believed where the journal's beginning and its tip vouch for them: a file in
    which none can be found, though there were some, is no file that nobody has begun.
    """
    tip = meta.read_tip(connection)
    if tip == ORIGIN and is_empty(connection):
        # With no event and a damaged file beside it, it is what a salvage left; with none, nobody has begun.
        aside = latest_aside(path)
        return None if aside is None else _lost(path, aside)
    if tip == ORIGIN and connection.execute(_FIRST).fetchone() is None:
        return None  # a desk's order that this machine follows
    first, head = _event(connection.execute(_FIRST).fetchone())
    if head != ORIGIN.then(first).head:
        raise ValueError("the first event is not the one that was saved")
    last, head = _event(connection.execute(_LAST, (tip.n,)).fetchone())
    if head != tip.head:
        raise ValueError("the last event is not the one that was saved")
    return Known(
        id=path.stem,
        name=str(first.event.body.get("name", "")),
        date=str(first.event.body.get("date", "")),
        begun=first.event.at,
        is_closed=last.event.kind == "TournamentClosed",
    )


def _lost(path: Path, aside: Path) -> Known:
    """Return what is known of a tournament none of whose events was saved: it may be the one under way."""
    # Whichever began later than its last write was chosen after it; of all others it may have been the choice.
    written = datetime.fromtimestamp(_written_ns(aside) / 1e9, UTC).isoformat(timespec="seconds")
    why = violation("tournament.damaged", "tournament", file=aside.name)
    return Known(id=path.stem, name=path.stem, date="", begun=written, is_closed=False, lost=why)


def _missing(tournament: str) -> Known:
    """Return what is known of the tournament in use, whose file is gone: no other one is meant in its stead."""
    why = violation("tournament.missing", "tournament", file=f"{FOLDER}/{tournament}.db")
    return Known(id=tournament, name=tournament, date="", begun="", is_closed=False, lost=why)


def _written_ns(path: Path) -> int:
    """Return when a tournament's file was last written, or else the damaged one that is kept of it."""
    kept = path if path.exists() else latest_aside(path)
    return 0 if kept is None else kept.stat().st_mtime_ns


def _event(row: tuple[object, ...] | None) -> tuple[Sealed, str]:
    """Return an event of the journal and its head; raises ValueError where there is none that can be read."""
    payload, mac, head = row or (None, None, None)
    if not (isinstance(payload, bytes) and isinstance(mac, bytes) and isinstance(head, bytes)):
        raise ValueError("an event is missing, or is no longer what events are made of")
    sealed = Sealed(payload, mac)
    try:
        sealed.event  # noqa: B018 - read here, where it may be refused
    except Refused as refused:
        raise ValueError("an event cannot be read") from refused
    return sealed, head.hex()
