"""What a poste owes to tournaments that it follows no more: counted, and sent when the desk is there."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from app.domain.errors import Refused, violation
from app.services.desk_link import Owed, SheetsFile
from app.services.ports import Random
from app.storage.owed import owed_in
from app.storage.tournament import TournamentStore, open_tournament
from sync.carried import sheets_file
from sync.line import Pinned
from sync.link import Link
from sync.tablet import TabletSync

AGAIN_SECONDS = 30.0  # where the desk did not take it: it may not know that tournament, today

log = logging.getLogger(__name__)


class Arrears:
    """Sends the outboxes of earlier tournaments in a poste's folder, one after another, until `close`.

    `where` says at which desk to try, None while none is reached; `on_change` is called, on a thread, when less is
    owed. What is owed stays in its file until the desk has acknowledged it, however often the poste is closed.
    """

    def __init__(
        self, folder: Path, *, where: Callable[[], Pinned | None], random: Random, on_change: Callable[[], None]
    ) -> None:
        self._folder = folder
        self._where = where
        self._random = random
        self._on_change = on_change
        self._owed: Mapping[str, Owed] = {}
        self._device = self._followed = ""
        self._files = threading.Lock()  # held by whoever has an earlier tournament open
        self._is_wanted = False  # by somebody else than the thread that sends
        self._enough = threading.Event()  # set to have the sending under way broken off
        self._wake = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="arrears", daemon=True)
        self._thread.start()

    @property
    def count(self) -> int:
        """How many facts the desk has not acknowledged."""
        return sum(one.count for one in self.owed)

    @property
    def owed(self) -> tuple[Owed, ...]:
        """The tournaments that are owed something."""
        return tuple(self._owed.values())

    def find(self, asked: str | None = None) -> Owed | None:
        """Return a tournament that is owed something: the one asked for by its name or id, else any."""
        return next((one for one in self.owed if asked is None or one.is_called(asked)), None)

    def leave_alone(self, followed: str, device: str) -> None:
        """Have nothing to do with a tournament that is followed from now on; see what this device owes to others.

        On return nothing here has a file open.
        """
        self._followed, self._device = followed, device
        with self._taken():
            self._owed = owed_in(self._folder, device, but=followed)
        self.nudge()

    def nudge(self) -> None:
        """Try now, if something is owed: the desk may be there again."""
        if self._owed:
            self._wake.set()

    def sheets_file(self, tournament: str) -> SheetsFile:
        """Return all that this device wrote in an earlier tournament, as a file to carry to the desk."""
        with self._taken():
            if tournament == self._followed:  # in the meantime
                raise Refused(violation("tournament.unknown", "tournament", id=tournament))
            with open_tournament(self._folder, tournament) as store:
                written = sheets_file(store.journal, store.outbox, store.mirror, meta=store.meta)
        self.nudge()
        return written

    def close(self) -> None:
        """Stop sending, and let go of the file."""
        self._closing = True
        self._enough.set()
        self._wake.set()
        self._thread.join()

    @contextmanager
    def _taken(self) -> Iterator[None]:
        """Take the files from the thread that sends; used on one other thread."""
        self._is_wanted = True
        self._enough.set()
        with self._files:
            self._is_wanted = False
            yield

    def _run(self) -> None:
        while not self._closing:
            self._wake.wait(AGAIN_SECONDS if self._owed else None)
            self._wake.clear()
            for tournament in tuple(self._owed):
                try:
                    self._send(tournament)
                except (Refused, OSError):
                    log.exception("What is owed to an earlier tournament could not be read")

    def _send(self, tournament: str) -> None:
        with self._files:
            self._enough.clear()
            place = self._where()
            if place is None or self._is_wanted or self._closing or tournament == self._followed:
                return
            with open_tournament(self._folder, tournament) as store:
                link = self._link(store, place)
                self._enough.wait()
                link.close()
            self._owed = owed_in(self._folder, self._device, but=self._followed)
        self._on_change()

    def _link(self, store: TournamentStore, place: Pinned) -> Link:
        """Return a link that sends and does not pull; it says when there is nothing left, or no use in going on."""

        def new_sync() -> TabletSync:
            seed = int.from_bytes(self._random.bytes(4))
            return TabletSync(store.journal, store.outbox, store.mirror, meta=store.meta, seed=seed, pulls=False)

        def answered(reached: bool) -> None:
            if not reached or store.outbox.waiting() == 0:
                self._enough.set()

        return Link(
            new_sync,
            place,
            on_change=lambda: None,
            on_trouble=lambda _what: self._enough.set(),
            on_reach=answered,
        )
