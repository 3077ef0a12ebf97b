"""The desk's side of what is carried by file: tablets' sheets in, as pushes; and one file out, with everybody's answer.

A file shows no bearer token: it is its device's because the device's key made it, and what no known key made leaves no
trace. The file for the room is walked past every table: what all tablets may see lies open in it, the rest is shut.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from app.domain.errors import Refused, violation
from app.domain.events.envelope import Event, Sealed
from app.domain.events.order import ORIGIN, Entry, Key
from app.domain.events.tournoi import Role
from sync import wire
from sync.carried import PAGE, Label, Own, Stretch, batches, label_of
from sync.desk import DeskSync
from sync.intake import Desk
from sync.parcel import Carries, read_parcel, write_parcel
from sync.quota import Meter, Meters, Quota
from sync.view import EACH, EVERYTHING, see, table_of, view_of, without_tables
from sync.wire import Answer, HeldBack, Offer, Packed, Push, Request, Sorry

# Somebody stands at the desk with the file, whose size is bounded: no quota beside it.
_BY_HAND = Quota(burst=10**9, per_second=1.0)


class Fate(StrEnum):
    """What became of an event that a file brought."""

    NEW = "new"
    KNOWN = "known"
    ASIDE = "aside"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Found:
    """An event in a file, what became of it, and why it is in quarantine if it is; unreadable ones have no event."""

    event: Event | None
    fate: Fate
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a file brought, and from which device."""

    device: str
    found: tuple[Found, ...]

    def count(self, fate: Fate) -> int:
        """Count what had this fate."""
        return sum(one.fate is fate for one in self.found)


def take_sheets(desk: Desk, file: bytes) -> Receipt:
    """Take in what a tablet's file holds, as if the tablet had sent it; safe from a power cut on return.

    Raises Refused with a sentence, and keeps nothing, where the file is not whole, of another tournament, from a
    device that is not known, or not written by it.
    """
    parcel = read_parcel(file, Carries.SHEETS)
    if label_of(parcel).journal != desk.journal.id:
        raise Refused(violation("carry.other_tournament", "file"))
    if len(parcel.parts) != 1:
        raise Refused(violation("carry.damaged", "file"))
    (device,) = parcel.parts
    if device not in desk.book.state.devices:
        raise Refused(violation("carry.unknown_device", "file"))
    lines = [line for line in parcel.open(device, desk.meta.keys().get(device, ())) if line]
    requests = [wire.read(Request, line) for line in lines]
    # Before anything of it is kept: what the desk would refuse on the way, or what would have it read its order aloud.
    if not all(isinstance(one.ask, Push | Offer) and wire.is_bounded(one.ask) for one in requests):
        raise Refused(violation("carry.damaged", "file"))
    if any(request.term > desk.meta.term() for request in requests):
        raise Refused(violation("sync.deposed", "file"))
    places = [place for request in requests for place in _places(device, request)]
    known = [_is_stored(desk, key, packed.unpack()) for key, packed in places]
    sync = DeskSync(desk, meters=Meters(sent=Meter(_BY_HAND)))
    for line in lines:
        answer = wire.read(Answer, sync.handle(device, line, 0.0) or b"")
        if isinstance(answer.says, Sorry):
            raise Refused(violation(answer.says.key, "file"))
    fates = zip(places, known, strict=True)
    return Receipt(device, tuple(_found(desk, key, packed, was_known=was) for (key, packed), was in fates))


def write_room(desk: Desk) -> bytes:
    """Return one file for the whole room: for each device, what the desk has for it and of it.

    Every tablet and every arbiter that is known finds its part; a standby is a desk, and begins from a backup.
    """
    state, keys = desk.book.state, desk.meta.keys()
    shown = _Shown(_entries(desk))
    tip = shown.entries[-1].tip if shown.entries else ORIGIN
    label = Label(journal=desk.journal.id, term=desk.meta.term(), n=tip.n, head=tip.head)
    lines = [wire.write(label), *(wire.write(Stretch(events=batch)) for batch in batches(shown.common))]
    quarantined = _quarantined(desk)
    parts = {
        device: (keys[device][-1], _told(desk, device, role, shown, quarantined))
        for device, role in state.devices.items()
        if role is not Role.DESK and device in keys
    }
    return write_parcel(Carries.ROOM, lines, parts)


class _Shown:
    """The order as every tablet may see it, and who may see more of each event: found once for a whole room."""

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        self.ids = {entry.sealed.id for entry in entries}
        seen = map(without_tables, entries)
        self.common = [Packed.of(one.payload, one.mac, "" if one.is_whole else one.id) for one in seen]
        self._by_device: dict[str, list[Entry]] = {}
        self._by_table: dict[int, list[Entry]] = {}
        for entry in entries:
            event = entry.sealed.event
            self._by_device.setdefault(event.device, []).append(entry)
            if (table := table_of(event)) is not None:
                self._by_table.setdefault(table, []).append(entry)

    def more(self, device: str, view: str) -> dict[int, Packed]:
        """Return the events of which a device may see more, as it may see them, by their number."""
        found: dict[int, Packed] = {}
        tables = [] if view == EVERYTHING else [EACH, *map(int, view.split()[1:])]
        own = [entry for table in tables for entry in self._by_table.get(table, ())]
        for entry in self.entries if view == EVERYTHING else [*self._by_device.get(device, ()), *own]:
            seen, whole = see(entry, view=view, device=device), entry.sealed
            packed = Packed.of(seen.payload, seen.mac, "" if seen.payload == whole.payload else whole.id)
            if packed != self.common[entry.n - 1]:
                found[entry.n] = packed
        return found


def _told(desk: Desk, device: str, role: Role, shown: _Shown, quarantined: list[HeldBack]) -> Iterator[bytes]:
    """Yield the lines of a device's part."""
    view = view_of(device, desk.book.state)
    more = shown.more(device, view)
    own = {one.event.unpack().id: one.reason for one in quarantined if one.device == device}
    aside = {event: reason for event, reason in own.items() if event not in shown.ids}
    yield wire.write(Own(view=view, kept=desk.journal.last_seqs(device), aside=aside))
    numbers = iter(more)
    for batch in batches(list(more.values())):
        yield wire.write(Own(view=view, events=dict(zip(islice(numbers, len(batch)), batch, strict=True))))
    if role is not Role.TABLE:
        rest = iter(quarantined)
        for batch in batches([one.event for one in quarantined]):
            yield wire.write(Own(view=view, held=tuple(islice(rest, len(batch)))))


def _entries(desk: Desk) -> list[Entry]:
    found: list[Entry] = []
    while page := desk.journal.read(after=found[-1].n if found else 0, limit=PAGE):
        found += page
    return found


def _quarantined(desk: Desk) -> list[HeldBack]:
    found: list[HeldBack] = []
    while page := desk.quarantine.read(after=found[-1].number if found else 0, limit=PAGE):
        found += map(wire.held_back, page)
    return found


def _places(device: str, request: Request) -> Iterator[tuple[Key, Packed]]:
    """Yield the events of a push, each with the place that its device gives it."""
    if isinstance(request.ask, Push):
        for seq, packed in enumerate(request.ask.events, request.ask.first):
            yield Key(device, request.ask.epoch, seq), packed


def _is_stored(desk: Desk, key: Key, sealed: Sealed) -> bool:
    entry = desk.journal.by_key(key)
    return entry is not None and entry.sealed.id == sealed.id


def _found(desk: Desk, key: Key, packed: Packed, *, was_known: bool) -> Found:
    sealed = packed.unpack()
    try:
        event = sealed.event
    except Refused:
        event = None
    if _is_stored(desk, key, sealed):
        return Found(event, Fate.KNOWN if was_known else Fate.NEW)
    held = desk.quarantine.find(sealed.id, key)
    return Found(event, Fate.LEFT) if held is None else Found(event, Fate.ASIDE, held.reason)
