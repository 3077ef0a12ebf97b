"""The book: a journal open for writing by this device, and the state that it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from app.domain.events.envelope import FIRST, Event, Sealed, seal
from app.domain.events.kinds import KINDS, Body, write_body
from app.domain.events.order import ORIGIN, Entry, Key, Tip
from app.domain.events.table import EventId
from app.domain.events.tournoi import Role
from app.domain.fold import Folding, fold
from app.domain.fold.snapshot import FOLD_VERSION, read_state, write_state
from app.domain.fold.state import State
from app.services.ports import Clock, Identity, Journal, Random, Snapshot, Snapshots, new_id

PAGE = 1000
SNAPSHOT_EVERY = 500
SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class Placed:
    """An event under its id, and its number in the tournament's order: None until the desk has placed it."""

    n: int | None
    id: EventId
    event: Event


class Prefix(Protocol):
    """What comes before a tablet's own events that the desk has not placed yet, and those events."""

    def state(self) -> State:
        """Return the state that they make together, now."""

    def facts(self) -> tuple[Placed, ...]:
        """Return the events that make it, in their order."""


class Book:
    """One journal, folded as far as it goes. Every use case writes through it.

    A tablet's journal holds its own events alone; `prefix` is then the desk's order that they follow.
    Not shared between threads: its owner is the thread that writes.
    """

    def __init__(
        self,
        journal: Journal,
        identity: Identity,
        *,
        clock: Clock,
        random: Random,
        snapshots: Snapshots | None = None,
        prefix: Prefix | None = None,
    ) -> None:
        self._journal = journal
        self._identity = identity
        self._clock = clock
        self._random = random
        self._snapshots = snapshots
        self._prefix = prefix
        self._snapshot_at = 0
        self._tip, self.state = self._resume()
        self._seq, self._previous = self._own_last()

    @property
    def journal(self) -> str:
        """The id of the journal, which is the tournament's."""
        return self._journal.id

    @property
    def identity(self) -> Identity:
        """Who writes in it."""
        return self._identity

    @property
    def is_desk(self) -> bool:
        """Whether it is the desk's: the poste that opens positions and sees every table."""
        return self.state.devices.get(self._identity.device) is Role.DESK

    def catch_up(self) -> None:
        """Bring the state in line with what others appended to the journal, or to the prefix."""
        if self._prefix is not None:
            self._tip, self.state = self._resume()
        elif tail := _all_after(self._journal, self._tip.n):
            self.state = fold(((entry.sealed.id, entry.sealed.event) for entry in tail), self.state)
            self._tip = tail[-1].tip

    def add(self, batch: Sequence[Sealed], state: State) -> None:
        """Add others' events to the journal, and take the state that they were judged by, once they are safe.

        `state` is this book's state with the batch folded into it.
        """
        tip = self._journal.append(batch)
        if tip.n == self._tip.n + len(batch):
            self._tip, self.state = tip, state
        else:
            self.catch_up()  # something else was appended meanwhile

    def write_as(self, identity: Identity) -> None:
        """Write as this identity from now on, whose epoch may have risen."""
        self._identity = identity
        self._seq, self._previous = self._own_last()

    def foresee(self, *bodies: Body, table: int | None = None) -> State:
        """Return the state that these facts would make; writes nothing, raises Refused as `write` would."""
        return self._sealed(bodies, table)[1]

    def write(self, *bodies: Body, table: int | None = None) -> tuple[EventId, ...]:
        """Write facts, all or none, and return the ids of their events once they are safe on the disk.

        Raises Refused, with the first one's reasons, and writes nothing where one of them would have no effect.
        """
        if not bodies:
            return ()
        batch, state = self._sealed(bodies, table)
        self._tip = self._journal.append(batch)
        self.state, self._seq, self._previous = state, self._seq + len(batch), batch[-1].id
        self.keep_snapshot()
        return tuple(sealed.id for sealed in batch)

    def _sealed(self, bodies: Sequence[Body], table: int | None) -> tuple[list[Sealed], State]:
        folding, previous = Folding(self.state), self._previous
        batch: list[Sealed] = []
        for seq, body in enumerate(bodies, self._seq + 1):
            sealed = seal(self._event(body, seq=seq, previous=previous, table=table), self._identity.key)
            folding.take(sealed.id, sealed.event)
            previous = sealed.id
            batch.append(sealed)
        return batch, folding.state()

    def new_id(self) -> str:
        """Return an id that nothing else has."""
        return new_id(self._random)

    def today(self) -> str:
        """Return the day on this machine's clock, as year-month-day."""
        return self._clock.now().date().isoformat()

    def new_seed(self) -> int:
        """Return a seed short enough to be read out and typed again."""
        return int.from_bytes(self._random.bytes(4)) % 1_000_000

    def entries(self) -> tuple[Entry, ...]:
        """Return every event of the journal, in order: on a tablet, its own alone."""
        return tuple(_all_after(self._journal, 0))

    def facts(self) -> tuple[Placed, ...]:
        """Return every event that makes the state, in order: on a tablet, those that it may see."""
        if self._prefix is not None:
            return self._prefix.facts()
        return tuple(Placed(entry.n, entry.sealed.id, entry.sealed.event) for entry in self.entries())

    def _event(self, body: Body, *, seq: int, previous: str, table: int | None) -> Event:
        kind, written = write_body(body)
        table = table if KINDS[kind].on_sheet else None  # what is written beside it may be on no sheet
        return Event(
            journal=self._journal.id,
            device=self._identity.device,
            epoch=self._identity.epoch,
            seq=seq,
            kind=kind,
            body=written,
            at=self._clock.now().isoformat(timespec="seconds"),
            previous=previous,
            table=table,
            table_epoch=self._table_epoch(table),
            salt=self._random.bytes(SALT_BYTES).hex(),
        )

    def _table_epoch(self, table: int | None) -> int | None:
        """A table writes under the epoch that it was assigned; the desk and the arbiter under none."""
        assigned = self.state.assignments.get(table or 0)
        return assigned.epoch if assigned is not None and assigned.device == self._identity.device else None

    def _resume(self) -> tuple[Tip, State]:
        if self._prefix is not None:
            return self._journal.tip(), self._prefix.state()
        kept = self._snapshots.latest(FOLD_VERSION) if self._snapshots else None
        tip, state = ORIGIN, State()
        known = None if kept is None else read_state(kept.state)
        if kept is not None and known is not None:
            tip, state = kept.tip, known
            self._snapshot_at = tip.n
        tail = _all_after(self._journal, tip.n)
        state = fold(((entry.sealed.id, entry.sealed.event) for entry in tail), state)
        return (tail[-1].tip if tail else tip), state

    def _own_last(self) -> tuple[int, str]:
        seq = self._journal.last_seq(self._identity.device, self._identity.epoch)
        last = self._journal.by_key(Key(self._identity.device, self._identity.epoch, seq))
        return seq, last.sealed.id if last else FIRST

    def keep_snapshot(self) -> None:
        """Keep the state for whoever opens the journal next, where much was added since that was last done.

        What others bring is kept when the file is let go: a room's state takes some time to write.
        """
        if self._snapshots is not None and self._tip.n - self._snapshot_at >= SNAPSHOT_EVERY:
            self._snapshots.save(Snapshot(self._tip, FOLD_VERSION, write_state(self.state)))
            self._snapshot_at = self._tip.n


def _all_after(journal: Journal, n: int) -> list[Entry]:
    found: list[Entry] = []
    while page := journal.read(after=n, limit=PAGE):
        found += page
        n = page[-1].n
    return found
