"""A tournament's file in memory, behind the same ports: it outlives a crash, and the power may go at every write."""

import copy
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from enum import Enum, auto
from functools import wraps
from typing import Any

from app.domain.errors import Refused, Violation, violation
from app.domain.events.envelope import FIRST, Sealed
from app.domain.events.order import ORIGIN, Cursor, Entry, Key, Seen, Tip
from app.services.ports import Held, Identity


class PowerCut(Exception):
    """The machine is gone in the middle of what it did."""


class Cut(Enum):
    BEFORE = auto()
    AFTER = auto()


def durable(write: Callable[..., Any]) -> Callable[..., Any]:
    """A write that is safe when it returns; the power may go just before it or just after."""

    @wraps(write)
    def with_power(self: Any, *args: Any, **kwargs: Any) -> Any:
        cut = self.disk.power()
        if cut is Cut.BEFORE:
            raise PowerCut
        done = write(self, *args, **kwargs)
        if cut is Cut.AFTER:
            raise PowerCut
        return done

    return with_power


class Disk:
    """What one machine keeps of a tournament."""

    def __init__(self, journal: str, identity: Identity, *, power: Callable[[], Cut | None]) -> None:
        self.id = journal
        self.identity = identity
        self.power = power
        self.term = 1
        self.keys: dict[str, tuple[bytes, ...]] = {identity.device: (identity.key,)}
        self.entries: list[Entry] = []
        self.places: dict[Key, str] = {}
        self.lasts: dict[tuple[str, int], tuple[int, str | None]] = {}
        self.held: list[Held] = []
        self.held_at: dict[tuple[str, Key], int] = {}
        self.acked: dict[int, int] = {}
        self.aside: dict[tuple[int, int], str] = {}
        self.generation = 0
        self.chain: list[Seen] = []
        self.start = Cursor()
        self.growing: tuple[Cursor, list[Seen]] | None = None
        self.forgotten: dict[str, Sealed] = {}
        self.synced = 0  # events that a careless disk has written for good
        self.journal = MemoryJournal(self)
        self.outbox = MemoryOutbox(self)
        self.quarantine = MemoryQuarantine(self)
        self.mirror = MemoryMirror(self)
        self.meta = MemoryMeta(self)

    def copied(self) -> "Disk":
        """Return a backup."""
        other = Disk(self.id, self.identity, power=self.power)
        for name, value in vars(self).items():
            if name not in ("journal", "outbox", "quarantine", "mirror", "meta", "power"):
                setattr(other, name, copy.copy(value))
        return other

    def place(self, key: Key, event_id: str, *, chained: bool) -> None:
        self.places[key] = event_id
        self.lasts[key.device, key.epoch] = (key.seq, event_id if chained else None)

    def load(self, events: Sequence[Sealed]) -> None:
        """Take events as they are, in their order, with whatever gaps quarantine has left in them."""
        tip = self.entries[-1].tip if self.entries else ORIGIN
        for sealed in events:
            tip = tip.then(sealed)
            self.entries.append(Entry(tip, sealed))
            self.place(Key.of(sealed.event), sealed.id, chained=True)
        self.synced = len(self.entries)

    def lose(self, count: int) -> None:
        """Forget the last events of the journal, as a disk does that said they were safe."""
        kept = [entry.sealed for entry in self.entries[: len(self.entries) - count]]
        held = self.held
        self.entries, self.places, self.lasts, self.held, self.held_at = [], {}, {}, [], {}
        self.load(kept)
        for one in held:
            self.quarantine.keep(one.sealed, one.place, one.reason)


class Beside:
    """A port on a disk."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk


class MemoryJournal(Beside):
    dedupes = True
    by_key_alone = False
    syncs = True

    @property
    def id(self) -> str:
        return self.disk.id

    @durable
    def append(self, events: Sequence[Sealed]) -> Tip:
        if refused := [wrong for wrong in self.sift(events) if wrong is not None]:
            raise Refused(*refused)
        synced = self.disk.synced
        self.disk.load(events)
        if not self.syncs:
            self.disk.synced = synced
        return self.tip()

    def submit(self, events: Sequence[Sealed]) -> Future[Tip]:
        raise NotImplementedError("nothing here waits")

    def sift(self, events: Sequence[Sealed]) -> tuple[Violation | None, ...]:
        lasts: dict[tuple[str, int], tuple[int, str | None]] = {}
        taken: dict[Key, str] = {}
        verdicts: list[Violation | None] = []
        for sealed in events:
            event = sealed.event
            key, line = Key.of(event), (event.device, event.epoch)
            last, last_id = lasts.get(line) or self.disk.lasts.get(line) or (0, FIRST)
            wrong = None
            if event.journal != self.id:
                wrong = "journal.foreign"
            elif event.seq <= last and self.dedupes:
                same = self.by_key_alone or (taken.get(key) or self.disk.places.get(key)) == sealed.id
                wrong = "journal.duplicate" if same else "journal.fork"
            elif event.seq > last + 1:
                wrong = "journal.gap"
            elif last_id not in (None, event.previous) and self.dedupes:
                wrong = "journal.chain"
            else:
                lasts[line], taken[key] = (event.seq, sealed.id), sealed.id
            verdicts.append(None if wrong is None else violation(wrong, "events"))
        return tuple(verdicts)

    def read(self, after: int = 0, limit: int = 1000) -> tuple[Entry, ...]:
        return tuple(self.disk.entries[after : after + limit])

    def tip(self) -> Tip:
        return self.disk.entries[-1].tip if self.disk.entries else ORIGIN

    def by_key(self, key: Key) -> Entry | None:
        return next((entry for entry in self.disk.entries if Key.of(entry.sealed.event) == key), None)

    def last_seq(self, device: str, epoch: int) -> int:
        return self.disk.lasts.get((device, epoch), (0, None))[0]

    def last_seqs(self, device: str) -> Mapping[int, int]:
        return {epoch: last for (name, epoch), (last, _id) in self.disk.lasts.items() if name == device}


class MemoryOutbox(Beside):
    def pending(self, limit: int = 100) -> tuple[Entry, ...]:
        acked, own = self.disk.acked, self.disk.identity.device
        found = [
            entry
            for entry in self.disk.entries
            if (event := entry.sealed.event).device == own and event.seq > acked.get(event.epoch, 0)
        ]
        return tuple(sorted(found, key=lambda e: (e.sealed.event.epoch, e.sealed.event.seq))[:limit])

    def waiting(self) -> int:
        return len(self.pending(1_000_000))

    @durable
    def acknowledge(self, epoch: int, seq: int, *, aside: Mapping[int, str] | None = None) -> None:
        here = self.disk.journal.last_seq(self.disk.identity.device, epoch)
        if seq > here:
            raise Refused(violation("outbox.ahead", "seq", seq=seq, here=here))
        self.disk.acked[epoch] = max(seq, self.disk.acked.get(epoch, 0))
        for place, reason in (aside or {}).items():
            self.disk.aside[epoch, place] = reason

    def acked(self) -> Mapping[int, int]:
        return self.disk.acked

    def aside(self) -> Mapping[tuple[int, int], str]:
        return self.disk.aside

    @durable
    def rewind(self, epoch: int, seq: int) -> None:
        if epoch in self.disk.acked:
            self.disk.acked[epoch] = min(seq, self.disk.acked[epoch])
        self.disk.aside = {k: v for k, v in self.disk.aside.items() if k[0] != epoch or k[1] <= seq}

    @durable
    def resend(self) -> None:
        self.disk.acked, self.disk.aside = {}, {}


class MemoryQuarantine(Beside):
    @durable
    def hold(self, sealed: Sealed, *, place: Key, reason: str) -> int:
        return self.keep(sealed, place, reason)

    def keep(self, sealed: Sealed, place: Key, reason: str) -> int:
        if self.disk.journal.last_seq(place.device, place.epoch) + 1 == place.seq:
            self.disk.place(place, sealed.id, chained=False)
        return self.keep_aside(sealed, reason, place)

    def keep_aside(self, sealed: Sealed, reason: str, place: Key | None = None) -> int:
        """Keep an event in no place, whichever it says that it has."""
        disk = self.disk
        place = place or Key.of(sealed.event)
        if (sealed.id, place) not in disk.held_at:
            disk.held.append(Held(len(disk.held) + 1, place, sealed, reason))
            disk.held_at[sealed.id, place] = len(disk.held)
        return disk.held_at[sealed.id, place]

    def held(self) -> tuple[Held, ...]:
        return tuple(one for one in self.disk.held if one.settled is None)

    def held_of(self, device: str, *, reason: str) -> tuple[Held, ...]:
        return tuple(one for one in self.held() if one.place.device == device and one.reason == reason)

    def read(self, after: int = 0, limit: int = 1000) -> tuple[Held, ...]:
        return tuple(self.disk.held[after : after + limit])

    def find(self, event_id: str, place: Key) -> Held | None:
        number = self.disk.held_at.get((event_id, place))
        return None if number is None else self.disk.held[number - 1]

    def size_of(self, device: str) -> int:
        return sum(len(one.sealed.payload) for one in self.held() if one.place.device == device)

    def release(self, number: int, *, reason: str) -> Held:
        return self._settle(number, "released", reason)

    def dismiss(self, number: int, *, reason: str) -> Held:
        return self._settle(number, "dismissed", reason)

    @durable
    def _settle(self, number: int, settled: str, reason: str) -> Held:
        if self.disk.held[number - 1].settled is not None:
            raise Refused(violation("quarantine.settled", "number", number=number))
        self.disk.held[number - 1] = replace(self.disk.held[number - 1], settled=settled, settled_reason=reason)
        return self.disk.held[number - 1]


class MemoryMirror(Beside):
    def cursor(self) -> Cursor:
        start, chain = self.disk.growing or (self.disk.start, self.disk.chain)
        tip = chain[-1].tip if chain else start.tip
        return replace(start, n=tip.n, head=tip.head)

    def read(self, after: int = 0, limit: int = 1000) -> tuple[Seen, ...]:
        return tuple(self.disk.chain[after : after + limit])

    def generation(self) -> int:
        return self.disk.generation

    def is_rebuilding(self) -> bool:
        return self.disk.growing is not None

    @durable
    def restart(self, start: Cursor) -> None:
        if self.disk.generation:
            self._remember(self.disk.growing[1] if self.disk.growing else [])
            self.disk.growing = (start, [])
        else:
            self.disk.generation, self.disk.start = 1, start

    @durable
    def extend(self, seen: Sequence[Seen], *, end: Cursor, complete: bool) -> None:
        disk = self.disk
        start, chain = disk.growing or (disk.start, disk.chain)
        chain = [*chain, *seen]
        start = replace(start, held=end.held)
        if disk.growing is not None and not complete:
            disk.growing = (start, chain)
        else:
            if disk.growing is not None:
                disk.generation += 1
                self._remember(disk.chain)
                disk.growing = None
            disk.start, disk.chain = start, chain
        if disk.forgotten and disk.growing is None:
            for one in disk.chain:
                disk.forgotten.pop(one.id, None)

    def _remember(self, chain: Sequence[Seen]) -> None:
        for one in chain:
            if one.is_whole:
                self.disk.forgotten.setdefault(one.id, one.sealed)

    def forgotten(self, limit: int = 100) -> tuple[Sealed, ...]:
        return tuple(self.disk.forgotten.values())[:limit]

    @durable
    def forget(self, events: Sequence[Sealed]) -> None:
        for sealed in events:
            self.disk.forgotten.pop(sealed.id, None)


class MemoryMeta(Beside):
    def identity(self) -> Identity:
        return self.disk.identity

    def term(self) -> int:
        return self.disk.term

    @durable
    def raise_term(self, least: int = 0) -> int:
        self.disk.term = max(self.disk.term + 1, least)
        return self.disk.term

    @durable
    def raise_epoch(self, least: int = 0) -> int:
        identity = self.disk.identity
        self.disk.identity = replace(identity, epoch=max(identity.epoch + 1, least))
        return self.disk.identity.epoch

    @durable
    def learn(self, device: str, key: bytes) -> None:
        earlier = tuple(known for known in self.disk.keys.get(device, ()) if known != key)
        self.disk.keys[device] = (*earlier, key)

    def keys(self) -> Mapping[str, tuple[bytes, ...]]:
        return self.disk.keys

    def keys_of(self, device: str) -> tuple[bytes, ...]:
        return self.disk.keys.get(device, ())
