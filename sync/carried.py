"""A device's side of what is carried by file: its own events out to the desk, and the desk's answer in.

Both go through what the network would have them go through: the events are pushes, taken in at the desk as such, and
what the desk answers ends as a page and as acknowledgements. So nothing is counted twice, whichever comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby, takewhile

from app.domain.errors import Refused, violation
from app.domain.events.envelope import Sealed
from app.domain.events.order import ORIGIN, Cursor, Tip
from app.services.desk_link import FileSays, LastPlace, SheetsFile
from app.services.ports import Identity, Journal, Meta, Mirror, Outbox
from sync import wire
from sync.parcel import Carries, Parcel, read_head, read_parcel, write_parcel
from sync.wire import Acked, HeldBack, Offer, Packed, Page, Push, Request

PAGE = 1000
FORK = "journal.fork"


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What lies open on a file: which tournament it is of and, from the desk, its term and how far its order goes."""

    journal: str
    term: int
    n: int = ORIGIN.n
    head: str = ORIGIN.head


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Part of the desk's order as every tablet may see it, whichever its table."""

    events: tuple[Packed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """What the desk has for one device alone.

    `events` are those of which it may see more than every tablet does, by their number in the order; `aside` those of
    its own that are in quarantine, by id, each with the reason; `kept` and `held` as on a page.
    """

    view: str
    events: Mapping[int, Packed] = field(default_factory=dict)
    kept: Mapping[int, int] = field(default_factory=dict)
    aside: Mapping[str, str] = field(default_factory=dict)
    held: tuple[HeldBack, ...] = ()


@dataclass(frozen=True)
class Brought:
    """The desk's whole order as this device may see it, and what the desk has of this device."""

    label: Label
    own: Own
    events: tuple[Packed, ...]

    @property
    def end(self) -> Cursor:
        """How far the order goes."""
        held = max((held.number for held in self.own.held), default=0)
        return Cursor(self.label.term, self.label.n, self.label.head, self.own.view, held)

    @cached_property
    def tips(self) -> tuple[Tip, ...]:
        """The tip after each event, from the one before the first."""
        return (ORIGIN, *(seen.tip for seen in wire.unpack_seen(Cursor(), self.events)))

    @cached_property
    def stored(self) -> frozenset[str]:
        """The ids of all that the desk keeps, of this device in quarantine too."""
        return frozenset(packed.id or packed.unpack().id for packed in self.events) | frozenset(self.own.aside)

    def after(self, cursor: Cursor) -> Page:
        """Return the page that follows a cursor, or all of the order where the cursor does not lie on it."""
        start = Cursor(self.label.term, view=self.own.view)
        if (cursor.term, cursor.view) == (start.term, start.view) and cursor.tip in self.tips[cursor.n : cursor.n + 1]:
            start = cursor
        end = replace(self.end, held=max(self.end.held, start.held))
        events = self.events[start.n :]
        return Page(start=start, end=end, complete=True, events=events, kept=self.own.kept, held=self.own.held)

    def acknowledging(self, own: Iterable[Sealed], acked: Mapping[int, int]) -> Iterator[tuple[Push, Acked]]:
        """Yield, for each epoch, those of the device's events that the desk has stored beyond what was acknowledged.

        As if they had been pushed, each with its answer. Ids tell: an event of another tail is not taken for ours.
        """
        for epoch, events in groupby(own, key=lambda sealed: sealed.event.epoch):
            unacked = (sealed for sealed in events if sealed.event.seq > acked.get(epoch, 0))
            run = list(takewhile(lambda sealed: sealed.id in self.stored, unacked))
            if run:
                aside = {one.event.seq: self.own.aside[one.id] for one in run if one.id in self.own.aside}
                packed = tuple(Packed.of(one.payload, one.mac) for one in run)
                answer = Acked(epoch=epoch, seq=run[-1].event.seq, aside=aside, forked=FORK in aside.values())
                yield Push(epoch=epoch, first=run[0].event.seq, events=packed), answer


@dataclass(frozen=True, slots=True)
class Known:
    """All that a file brought was known here already."""


def label_of(parcel: Parcel) -> Label:
    """Return what a file says of itself; it is believed once a part of it is opened."""
    if not parcel.lines:
        raise Refused(violation("carry.damaged", "file"))
    return wire.read(Label, parcel.lines[0])


def journal_of(file: bytes) -> str:
    """Return the tournament that a desk's file says it is of."""
    return label_of(read_parcel(file, Carries.ROOM)).journal


def file_says(head: bytes, journal: str) -> FileSays:
    """Return what a file says that it is, by its first bytes, to whoever follows this tournament, or none yet.

    It is a hint for people who look for a file: only opening it tells whether it is true.
    """
    carries, line = read_head(head)
    if carries is not Carries.ROOM:
        return FileSays.UNKNOWN if carries is None else FileSays.SHEETS
    try:
        is_ours = wire.read(Label, line).journal == journal or not journal
    except Refused:
        return FileSays.UNKNOWN
    return FileSays.FOR_US if is_ours else FileSays.OTHER_TOURNAMENT


def sheets_file(journal: Journal, outbox: Outbox, mirror: Mirror, *, meta: Meta) -> SheetsFile:
    """Return the file of `write_sheets`, and how much there is in it."""
    last = last_written(journal, meta)
    facts = sum(1 for _ in own_events(journal, meta.identity().device))
    return SheetsFile(data=write_sheets(journal, mirror, meta), facts=facts, lacking=outbox.waiting(), last=last)


def last_written(journal: Journal, meta: Meta) -> LastPlace:
    """Return the place of the last thing that this device wrote."""
    identity = meta.identity()
    return identity.epoch, journal.last_seq(identity.device, identity.epoch)


def write_sheets(journal: Journal, mirror: Mirror, meta: Meta) -> bytes:
    """Return a file with all that this device has written, in every epoch, acknowledged or not: a file may be lost.

    What an earlier desk had and this one lacks, as far as it is known here, goes with it.
    """
    identity, term = meta.identity(), meta.term()
    asks: list[Push | Offer] = list(_pushes(own_events(journal, identity.device)))
    forgotten = [Packed.of(sealed.payload, sealed.mac) for sealed in mirror.forgotten(PAGE)]
    asks += [Offer(events=batch) for batch in batches(forgotten)]
    requests = [wire.write(Request(journal=journal.id, term=term, ask=ask)) for ask in asks]
    label = wire.write(Label(journal=journal.id, term=term))
    return write_parcel(Carries.SHEETS, [label], {identity.device: (identity.key, requests)})


def read_room(file: bytes, *, journal: str, identity: Identity) -> Brought:
    """Return what the desk's file has for this device; raises Refused with a sentence where it has nothing."""
    parcel = read_parcel(file, Carries.ROOM)
    label = label_of(parcel)
    if label.journal != journal:
        raise Refused(violation("carry.other_tournament", "file"))
    if identity.device not in parcel.parts:
        raise Refused(violation("carry.not_for_us", "file"))
    own, *more = (wire.read(Own, line) for line in parcel.open(identity.device, (identity.key,)))
    seen = {number: packed for part in (own, *more) for number, packed in part.events.items()}
    held = tuple(held for part in (own, *more) for held in part.held)
    common = (packed for line in parcel.lines[1:] for packed in wire.read(Stretch, line).events)
    events = tuple(seen.get(number, packed) for number, packed in enumerate(common, 1))
    brought = Brought(label, replace(own, held=held), events)
    if brought.tips[-1] != brought.end.tip:
        raise Refused(violation("carry.damaged", "file"))
    return brought


def own_events(journal: Journal, device: str) -> Iterator[Sealed]:
    """Yield what a device wrote in its own journal, in order of epoch and seq."""
    found: list[Sealed] = []
    after = 0
    while page := journal.read(after=after, limit=PAGE):
        after = page[-1].n
        found += [entry.sealed for entry in page if entry.sealed.event.device == device]
    yield from sorted(found, key=lambda sealed: (sealed.event.epoch, sealed.event.seq))


def _pushes(events: Iterator[Sealed]) -> Iterator[Push]:
    for epoch, group in groupby(events, key=lambda sealed: sealed.event.epoch):
        own = list(group)
        first = own[0].event.seq
        for batch in batches([Packed.of(sealed.payload, sealed.mac) for sealed in own]):
            yield Push(epoch=epoch, first=first, events=batch)
            first += len(batch)


def batches(events: Sequence[Packed]) -> Iterator[tuple[Packed, ...]]:
    """Yield events in as many messages as they need."""
    first = size = 0
    for place, packed in enumerate(events):
        own = wire.size(packed)
        size += own
        if place > first and (place - first == wire.MAX_EVENTS or size > wire.MAX_EVENTS_BYTES):
            yield tuple(events[first:place])
            first, size = place, own
    if events:
        yield tuple(events[first:])
