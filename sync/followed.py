"""A tournament on a poste's disk, kept in step with its desk by a link."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from app.domain.errors import Refused, Violation, violation
from app.domain.events.order import Key
from app.domain.events.table import EventId
from app.services.book import Book
from app.services.desk_link import SheetsFile
from app.services.keeper import Keeper
from app.services.ports import Clock, Identity, Random
from app.services.projection import PAGE, Projection
from app.storage.promote import demote
from app.storage.tournament import TournamentStore, create_tournament, open_tournament, tournament_path
from sync.carried import Brought, sheets_file
from sync.line import Pinned
from sync.link import Link
from sync.tablet import TabletSync
from sync.wire import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Watcher:
    """Whom a followed tournament tells what happens; called on threads of its own."""

    changed: Callable[[], None]
    troubled: Callable[[Violation], None]
    reached: Callable[[bool], None]
    pulled: Callable[[Page], None]


class Followed:
    """The file of one tournament, the book in it, and the link to the desk; from construction until `close`."""

    def __init__(
        self,
        store: TournamentStore,
        desk: Pinned,
        watcher: Watcher,
        *,
        clock: Clock,
        random: Random,
        sees_everything: bool,
    ) -> None:
        self.store = store
        self._watcher = watcher
        self._link: Link | None = None
        self._closed = False
        self._linking = threading.Lock()  # whoever looks for the desk elsewhere may be overtaken by `close`

        def open_book() -> Book:
            identity = store.meta.identity()
            projection = Projection(store.mirror, store.journal, store.outbox, device=identity.device)
            return Book(store.journal, identity, clock=clock, random=random, prefix=projection)

        def new_sync() -> TabletSync:
            return TabletSync(
                store.journal,
                store.outbox,
                store.mirror,
                meta=store.meta,
                quarantine=store.quarantine if sees_everything else None,
                seed=int.from_bytes(random.bytes(4)),
            )

        self._new_sync = new_sync
        self.keeper = Keeper(open_book, on_written=self._wrote)
        self.connect(desk)

    def connect(self, desk: Pinned) -> None:
        """Keep in step with the desk at this address from now on; not once the file has been let go."""
        with self._linking:
            if self._closed:
                return
            if self._link is not None:
                self._link.close()
            self._link = Link(
                self._new_sync,
                desk,
                on_change=self._changed,
                on_trouble=self._watcher.troubled,
                on_reach=self._watcher.reached,
                on_page=self._watcher.pulled,
            )

    def sheets_file(self) -> Future[SheetsFile]:
        """Return all that this device has written, as a file to carry to the desk."""
        store = self.store
        return self.keeper.work(lambda _book: sheets_file(store.journal, store.outbox, store.mirror, meta=store.meta))

    def bring(self, brought: Brought) -> Future[bool]:
        """Take in what the desk said by file; False where all of it was known."""
        if self._link is None:
            raise Refused(violation("tournament.none", "tournament"))
        return self._link.bring(brought)

    def unsent(self) -> frozenset[EventId]:
        """Return what was written here and has no effect at the desk: not acknowledged, or kept aside."""
        device = self.store.meta.identity().device
        places = (Key(device, epoch, seq) for epoch, seq in self.store.outbox.aside())
        aside = (self.store.journal.by_key(place) for place in places)
        held = [*self.store.outbox.pending(), *(entry for entry in aside if entry is not None)]
        # What the desk's order holds is there, though it is sent again after the order was pulled anew.
        return frozenset(entry.sealed.id for entry in held) - self._placed()

    def _placed(self) -> frozenset[EventId]:
        placed: set[EventId] = set()
        n = 0
        while page := self.store.mirror.read(after=n, limit=PAGE):
            n = page[-1].tip.n
            placed.update(seen.id for seen in page)
        return frozenset(placed)

    def close(self) -> None:
        """Stop asking, finish what is being written, and let go of the file."""
        with self._linking:
            self._closed = True
            if self._link is not None:
                self._link.close()
        self.keeper.close()
        self.store.close()

    def _wrote(self) -> None:
        if self._link is not None:
            self._link.wrote()
        self._watcher.changed()

    def _changed(self) -> None:
        self.keeper.refresh(self.store.meta.identity).add_done_callback(lambda _done: self._watcher.changed())


def open_followed(folder: Path, journal: str, identity: Identity, *, as_standby: bool = False) -> TournamentStore:
    """Open the file of a tournament, begun where there is none; a device that was paired anew writes as such.

    A standby writes nothing of its own: what is in its file was written when it was the desk itself.
    """
    if not tournament_path(folder, journal).exists():
        return create_tournament(folder, journal, identity)
    if as_standby:
        demote(folder, journal)
    store = open_tournament(folder, journal)
    known = store.meta.identity()
    if (known.device, known.key) != (identity.device, identity.key):
        store.meta.renew(Identity(identity.device, known.epoch + 1, identity.key))
    return store
