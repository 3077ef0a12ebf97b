"""The projection: what a tablet shows, which is the desk's order and then its own events that are not in it."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.events.envelope import Event
from app.domain.events.order import Key
from app.domain.fold import fold
from app.domain.fold.state import State
from app.services.book import Placed
from app.services.ports import Journal, Mirror, Outbox

PAGE = 1000


class Projection:
    """The state on a tablet's screen; folds only what has come since it was last asked.

    Where parts of an event are withheld from this device, `set_aside` says nothing of it: the desk alone judges
    what others write. Of its own events, it says which ones the desk will not take.
    """

    def __init__(self, mirror: Mirror, journal: Journal, outbox: Outbox, *, device: str) -> None:
        self._mirror = mirror
        self._journal = journal
        self._outbox = outbox
        self._device = device
        self._own: dict[Key, tuple[str, Event]] = {}  # every event of this device's journal, as far as it was read
        self._read = 0
        self._begin()

    def _begin(self) -> None:
        self._generation = self._mirror.generation()
        self._n = 0
        self._prefix = State()
        self._placed: set[str] = set()  # the ids of own events that the desk has placed

    def state(self) -> State:
        """Return the state that the desk's order and this device's own events make together, now."""
        self._catch_up()
        return fold(self._unplaced(), self._prefix)

    def facts(self) -> tuple[Placed, ...]:
        """Return the events that make it, in their order."""
        self._catch_up()
        seen = self._mirror.read(limit=self._n)
        placed = (Placed(one.tip.n, one.id, one.sealed.event) for one in seen if one.payload)
        return (*placed, *(Placed(None, event_id, event) for event_id, event in self._unplaced()))

    def _unplaced(self) -> Iterator[tuple[str, Event]]:
        """Yield the own events that the desk has neither placed nor put aside."""
        aside = self._outbox.aside()
        for key, (event_id, event) in self._own.items():
            if event_id not in self._placed and (key.epoch, key.seq) not in aside:
                yield event_id, event

    def _catch_up(self) -> None:
        if self._mirror.generation() != self._generation:
            self._begin()
        while page := self._mirror.read(after=self._n, limit=PAGE):
            self._n = page[-1].tip.n
            seen = [(one.id, one.sealed.event) for one in page if one.payload]
            self._prefix = fold(seen, self._prefix)
            self._placed.update(event_id for event_id, event in seen if event.device == self._device)
        while entries := self._journal.read(after=self._read, limit=PAGE):
            self._read = entries[-1].n
            self._own.update((Key.of(one.sealed.event), (one.sealed.id, one.sealed.event)) for one in entries)
