"""The journal's last events, kept in memory as they were read: a room of tablets asks for the same ones."""

from __future__ import annotations

from collections.abc import Iterable

from app.domain.events.envelope import Sealed
from app.domain.events.order import Entry, Tip
from app.services.ports import Journal

MOST = 4096


class Recent:
    """Reads a journal on one thread. Events are never changed, so that what was read once stays true."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._start = journal.tip()  # where the first one follows that is kept
        self._kept: list[Entry] = []

    def read(self, after: int, limit: int) -> tuple[Entry, ...]:
        """Return the events that follow number `after`, at most `limit` of them."""
        at = after - self._start.n
        if not 0 <= at <= len(self._kept):
            return self._journal.read(after=after, limit=limit)
        found = self._kept[at : at + limit]
        if len(found) < limit and self._tip != self._journal.tip():
            grown = self._journal.read(after=after + len(found), limit=limit - len(found))
            found += grown
            self._keep(grown)
        return tuple(found)

    def grew(self, events: Iterable[Sealed]) -> None:
        """Keep events that were just stored, if they are what the journal ends with: they need not be read again."""
        tip = self._tip
        entries = []
        for sealed in events:
            tip = tip.then(sealed)
            entries.append(Entry(tip, sealed))
        if tip == self._journal.tip():
            self._keep(entries)

    @property
    def _tip(self) -> Tip:
        """How far the journal was read."""
        return self._kept[-1].tip if self._kept else self._start

    def _keep(self, entries: Iterable[Entry]) -> None:
        self._kept += entries
        if len(self._kept) > 2 * MOST:
            self._start = self._kept[MOST - 1].tip
            del self._kept[:MOST]
