"""The parties and sheets that a tablet keeps: begin one, go on with one after days, list them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from app.domain.donne.donne import Seat
from app.domain.events.table import ArbiterCodeChosen
from app.domain.events.tournoi import LoneSheetStarted, PartieStarted
from app.domain.fold.state import State
from app.services.book import Book
from app.services.donne_entry import DonneEntry
from app.services.keeper import Keeper
from app.services.ports import Clock, Drafts, Identity, Journal, Random, Snapshots, new_id
from app.services.table_session import TableSession

Beginning = PartieStarted | LoneSheetStarted
T = TypeVar("T")


class Volume(Protocol):
    """One party's file, open for writing until it is closed."""

    @property
    def journal(self) -> Journal:
        """What happened."""

    @property
    def drafts(self) -> Drafts:
        """The forms half filled."""

    @property
    def snapshots(self) -> Snapshots:
        """The states kept for a quicker start."""

    @property
    def identity(self) -> Identity:
        """Who writes in it."""

    def close(self) -> None:
        """Finish what was asked and let go of the file."""


class Shelf(Protocol):
    """Where a tablet's files stand. Every call may wait for the disk: none is made by a window."""

    def ids(self) -> Iterable[str]:
        """Return the ids of the files that are there."""

    def create(self, journal_id: str) -> Volume:
        """Begin a file and open it."""

    def open(self, journal_id: str) -> Volume:
        """Open a file; raises `Refused` where there is none or where it cannot be read."""

    def discard(self, journal_id: str) -> None:
        """Remove a file in which nothing was written."""

    def write_export(self, name: str, text: str) -> str:
        """Write a file for people beside the others and return where it is."""

    def sheet_files(self) -> Mapping[str, str]:
        """Return the sheets that somebody put where they are looked for: a name for people, and the path."""

    def read_sheet_file(self, path: str) -> object:
        """Return the JSON of such a file; raises `Refused` where it is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A party or a sheet as a list shows it."""

    id: str
    began: datetime
    last: datetime
    created: Beginning
    donnes: int
    bilans: Mapping[Seat, int]
    is_sent: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """A sheet in use: its session, what is being entered, and when it began."""

    id: str
    session: TableSession
    entry: DonneEntry
    began: datetime
    close: Callable[[], None]


class Parties:
    """All that a tablet has played alone. Every call answers at once with a future; its own thread does the work."""

    def __init__(self, shelf: Shelf, *, clock: Clock, random: Random) -> None:
        self._shelf = shelf
        self._clock = clock
        self._random = random
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="parties")

    def kept(self) -> Future[tuple[Kept, ...]]:
        """Return everything that was begun here, the latest used first."""
        return self._thread.submit(self._kept)

    def begin(self, beginning: Beginning, *, on_change: Callable[[], None]) -> Future[OpenTable]:
        """Begin a party or a sheet; the future fails with Refused, and nothing is kept, where it cannot be."""
        return self._thread.submit(self._begin, beginning, on_change)

    def resume(self, journal_id: str, *, on_change: Callable[[], None]) -> Future[OpenTable]:
        """Go on with one; the future fails with Refused where there is none."""
        return self._thread.submit(self._resume, journal_id, on_change)

    def release(self, table: OpenTable) -> Future[None]:
        """Finish what was asked of a sheet and let go of it."""
        return self._thread.submit(table.close)

    def tell_code_chosen(self, *, but: str = "") -> Future[None]:
        """Write on every tournament's sheet that is not closed, `but` the open one, that the code was chosen anew."""
        return self._thread.submit(self._tell_code_chosen, but)

    def run(self, work: Callable[[Shelf], T]) -> Future[T]:
        """Do some other work on the shelf."""
        return self._thread.submit(work, self._shelf)

    def close(self) -> None:
        """Finish what was asked."""
        self._thread.shutdown()

    def _begin(self, beginning: Beginning, on_change: Callable[[], None]) -> OpenTable:
        journal_id = new_id(self._random)
        volume = self._shelf.create(journal_id)
        try:
            self._book(volume).write(beginning)
        except BaseException:
            volume.close()
            self._shelf.discard(journal_id)
            raise
        return self._opened(journal_id, volume, on_change)

    def _resume(self, journal_id: str, on_change: Callable[[], None]) -> OpenTable:
        return self._opened(journal_id, self._shelf.open(journal_id), on_change)

    def _opened(self, journal_id: str, volume: Volume, on_change: Callable[[], None]) -> OpenTable:
        keeper = Keeper(lambda: self._book(volume))
        position, table = _only_sheet(keeper.state)
        session = TableSession(keeper, position=position, table=table, on_change=on_change)
        entry = DonneEntry(session, volume.drafts)
        entry.load()

        def close() -> None:
            keeper.close()
            volume.close()

        return OpenTable(
            id=journal_id,
            session=session,
            entry=entry,
            began=_first_and_last(volume.journal)[0],
            close=close,
        )

    def _kept(self) -> tuple[Kept, ...]:
        found = [self._look(journal_id) for journal_id in self._shelf.ids()]
        return tuple(sorted((kept for kept in found if kept is not None), key=lambda kept: kept.last, reverse=True))

    def _tell_code_chosen(self, but: str) -> None:
        for journal_id in self._shelf.ids():
            if journal_id == but:
                continue
            volume = self._shelf.open(journal_id)
            try:
                book = self._book(volume)
                if isinstance(book.state.created, LoneSheetStarted):
                    position, table = _only_sheet(book.state)
                    if not book.state.feuille(position, table).sheet.is_sent:
                        book.write(ArbiterCodeChosen(position=position), table=table)
            finally:
                volume.close()

    def _look(self, journal_id: str) -> Kept | None:
        volume = self._shelf.open(journal_id)
        try:
            state = self._book(volume).state
            if not isinstance(state.created, PartieStarted | LoneSheetStarted):
                return None
            sheet = state.feuille(*_only_sheet(state)).sheet
            began, last = _first_and_last(volume.journal)
            return Kept(
                id=journal_id,
                began=began,
                last=last,
                created=state.created,
                donnes=len(sheet.donnes),
                bilans=sheet.bilans,
                is_sent=sheet.is_sent,
            )
        finally:
            volume.close()

    def _book(self, volume: Volume) -> Book:
        return Book(volume.journal, volume.identity, clock=self._clock, random=self._random, snapshots=volume.snapshots)


def _only_sheet(state: State) -> tuple[int, int]:
    ((position, tables),) = state.feuilles.items()
    (table,) = tables
    return position, table


def _first_and_last(journal: Journal) -> tuple[datetime, datetime]:
    tip = journal.tip()
    (first,) = journal.read(limit=1)
    (last,) = journal.read(after=tip.n - 1, limit=1)
    return datetime.fromisoformat(first.sealed.event.at), datetime.fromisoformat(last.sealed.event.at)
