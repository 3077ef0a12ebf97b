"""The desk's side of the sync: a request in, an answer out, with no network of its own.

The desk's journal is the only order. What a device sends is stored, on the disk, and only then acknowledged; what can
have no effect is kept in quarantine and acknowledged too, so that no device is held up by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from app.domain.errors import Refused
from app.domain.events.envelope import Sealed
from app.domain.events.order import ORIGIN, Cursor, Key, Tip
from app.domain.events.tournoi import Role
from app.services.ports import Devices
from sync import wire
from sync.acquainted import Acquainted
from sync.concern import Concern
from sync.intake import Desk, Intake
from sync.quota import ASIDE, HELD_SECONDS, MOST_HELD_BYTES, TOLD_BYTES, Meters, cost
from sync.recent import Recent
from sync.told import Told
from sync.view import EVERYTHING, Views, see, tables_of
from sync.whereabouts import can_be_found
from sync.wire import (
    Acked,
    Answer,
    Busy,
    HeldBack,
    Holds,
    Offer,
    Packed,
    Page,
    Present,
    Pull,
    Push,
    Request,
    Sorry,
    Standby,
    Taken,
    Which,
)

MAX_WAIT_SECONDS = 20  # that an answer to a pull may be kept back
PAGE = 1000  # events looked at in one go
FORGOTTEN = "sync.forgotten"


class DeskSync:
    """Answers devices out of one tournament's file. Used on the thread that writes the book."""

    events_at_once = wire.MAX_EVENTS  # shown in one page
    withheld_at_once = wire.MAX_WITHHELD  # in one page, beside them

    def __init__(
        self,
        desk: Desk,
        *,
        meters: Meters | None = None,
        devices: Devices | None = None,
        seconds_left: Callable[[], int | None] = lambda: None,
    ) -> None:
        self._desk = desk
        self._devices = devices
        self._seconds_left = seconds_left
        self._meters = meters or Meters()
        self._recent = Recent(desk.journal)
        self._concern = Concern(desk.journal.tip())
        self._stirred: frozenset[str] | None = frozenset()
        self._views = Views()
        self._acquainted = Acquainted(devices)
        self._told = Told(has_standby=bool(self._acquainted.standbys))

    def stirred(self) -> frozenset[str] | None:
        """Return the devices that what was written concerns, since this was last asked; None where that is all."""
        self._look()
        stirred, self._stirred = self._stirred, frozenset()
        return stirred

    def _look(self, *, brought: bool = False) -> None:
        """See how far the journal goes now, and whom that concerns; what was brought may be in quarantine."""
        while brought or self._desk.journal.tip() != self._concern.tip:
            grown = self._recent.read(after=self._concern.tip.n, limit=PAGE)
            self._stir(self._concern.follow(grown, self._desk.book.state))
            brought = False

    def _stir(self, devices: frozenset[str] | None) -> None:
        """Note whom something concerns; None for all."""
        self._stirred = None if devices is None or self._stirred is None else self._stirred | devices

    def is_free(self, device: str, role: Role) -> bool:
        """Tell whether a device may be paired under this id: it is not the desk's own, nor that of another poste.

        Who has paired as a table would otherwise be taken for the arbiter whose id it gives.
        """
        return device != self._desk.meta.identity().device and self._desk.book.state.devices.get(device, role) is role

    @property
    def journal(self) -> str:
        """The tournament that is held here."""
        return self._desk.journal.id

    def handle(self, device: str, body: bytes, now: float, *, since: float | None = None) -> bytes | None:
        """Answer a request of a device that the connection has proved to be.

        None where there is nothing to say yet to a pull that arrived at `since`: to be called again when the journal
        has grown, and in a while.
        """
        try:
            request = wire.read(Request, body)
        except Refused as refused:
            return self._say(Sorry(key=refused.violations[0].key))
        return self.answer(device, request, now, since=since)

    def answer(self, device: str, request: Request, now: float, *, since: float | None = None) -> bytes | None:
        """Answer a request that was read already; None as `handle` does."""
        role = self._role_of(device)
        if role is None:
            return self._say(Sorry(key="sync.unknown_device"))
        if isinstance(request.ask, Which):
            return self._say(Holds(journal=self.journal, name=getattr(self._desk.book.state.created, "name", "")))
        if request.journal != self.journal:
            return self._say(Sorry(key="sync.other_tournament"))
        if request.term > self._desk.meta.term():
            return self._say(Sorry(key="sync.deposed"))
        match request.ask:
            case Present(standby=standby):
                return self._say(self._introduce(device, role, standby))
            case Push() as push:
                return self._say(self._push(device, push, now))
            case Offer() as offer:
                return self._say(self._take(device, offer, now))
            case Pull() as pull:
                start = self._start(device, pull.cursor)
                if role is Role.DESK and start == pull.cursor:
                    self._stir(self._told.mirror(start.n, is_all=start.tip == self._desk.journal.tip()))
                until = 0.0 if since is None else since + min(pull.wait_seconds, MAX_WAIT_SECONDS)
                if now < until and start == pull.cursor and not self._has_news(device, start):
                    return None
                if wait := self._meters.told.take(device, 1, now=now):
                    return self._say(Busy(seconds=wait))
                page = self._page(device, role, start)
                self._meters.told.charge(device, len(page) // TOLD_BYTES, now=now)
                return page

    def admits(self, device: str) -> bool:
        """Tell whether a device is answered."""
        return self._role_of(device) is not None

    def _role_of(self, device: str) -> Role | None:
        """Return as what a device is answered: what it is in this tournament, unless it is paired as something else.

        In a closed tournament it stays what it was, and may have become another poste since.
        """
        role = self._desk.book.state.devices.get(device)
        return role if self._devices is None or self._devices.role_of(device) is role else None

    def _say(self, says: Acked | Taken | Holds | Busy | Sorry) -> bytes:
        return wire.write(Answer(term=self._desk.meta.term(), says=says))

    def _push(self, device: str, push: Push, now: float) -> Acked | Busy | Sorry:
        if not wire.is_bounded(push):
            return Sorry(key="sync.unreadable")
        if wait := self._wait(device, push.events, now):
            return Busy(seconds=wait)
        intake = Intake(self._desk, device, push.epoch)
        intake.take(push.first, push.events)
        self._meters.sent.charge(device, ASIDE * len(intake.aside), now=now)
        self._recent.grew(intake.stored)
        self._look(brought=True)
        seq = self._desk.journal.last_seq(device, push.epoch)
        return Acked(epoch=push.epoch, seq=seq, aside=intake.aside, forked=intake.forked)

    def _wait(self, device: str, events: Iterable[Packed], now: float) -> int:
        """Return for how many seconds a device keeps its events itself: it sent too many, or nobody looks at them."""
        if self._desk.quarantine.size_of(device) >= MOST_HELD_BYTES:
            return HELD_SECONDS
        return self._meters.sent.take(device, cost(events), now=now)

    def _take(self, device: str, offer: Offer, now: float) -> Taken | Busy | Sorry:
        if not wire.is_bounded(offer):
            return Sorry(key="sync.unreadable")
        if wait := self._wait(device, offer.events, now):
            return Busy(seconds=wait)
        for packed in offer.events:
            try:
                sealed = packed.unpack()
                key = Key.of(sealed.event)
            except Refused:
                continue  # nobody vouches for it
            if not (self.is_of_this_tournament(sealed) and self._is_vouched_for(key, sealed)):
                continue
            if self._desk.book.state.devices.get(key.device) is Role.DESK:
                self._take_back(key, sealed)
            elif not Intake(self._desk, key.device, key.epoch).take(key.seq, (packed,)):
                # Its device may be broken and never send what comes before it.
                self._desk.quarantine.hold(sealed, place=key, reason=FORGOTTEN)
        self._look(brought=True)
        return Taken()

    def is_of_this_tournament(self, sealed: Sealed) -> bool:
        """Tell whether an event is of the tournament that is held here: its MAC does not, a key serves in all."""
        return sealed.event.journal == self.journal

    def _is_vouched_for(self, key: Key, sealed: Sealed) -> bool:
        """Tell whether the device that an event names wrote it, at a place that there is.

        A device that is paired again, and has another key, begins an epoch: in that one, what it had before counts no
        more, whoever may have it now.
        """
        if not (wire.is_place(key.epoch) and wire.is_place(key.seq)):
            return False
        keys = self._desk.meta.keys_of(key.device)
        if len(keys) > 1 and (first := self._desk.journal.by_key(replace(key, seq=1))) is not None:
            keys = tuple(known for known in keys if first.sealed.is_authentic(known)) or keys
        return self._desk.is_authentic(keys, sealed)

    def _take_back(self, key: Key, sealed: Sealed) -> None:
        """Keep in quarantine what an earlier desk, or this one before it lost its tail, had written."""
        placed = self._desk.journal.by_key(key)
        is_there = placed is not None and placed.sealed.id == sealed.id
        if is_there or self._desk.quarantine.find(sealed.id, key) is not None:
            return
        identity = self._desk.meta.identity()
        if key.device == identity.device and key.epoch >= identity.epoch:
            self._desk.meta.raise_epoch(key.epoch + 1)
            self._desk.book.write_as(self._desk.meta.identity())
        self._desk.quarantine.hold(sealed, place=key, reason=FORGOTTEN)

    def _start(self, device: str, cursor: Cursor) -> Cursor:
        """Return where a page begins for a device that has pulled as far as this."""
        origin = Cursor(self._desk.meta.term(), ORIGIN.n, ORIGIN.head, self._views.of(device, self._desk.book.state))
        return cursor if self.is_on_chain(cursor, origin) and self._holds(cursor.held) else origin

    def _has_news(self, device: str, start: Cursor) -> bool:
        """Tell whether something concerns the device, in what follows or beside it; what it may not see can wait."""
        quarantined = start.view == EVERYTHING and self._desk.quarantine.read(after=start.held, limit=1)
        return bool(quarantined) or self._told.has_news(device) or self._follows(device, start.view, start.n)

    def _follows(self, device: str, view: str, n: int) -> bool:
        """Tell whether the journal has something after this number that concerns a device with this view."""
        self._look()
        last = self._concern.tip.n if view == EVERYTHING else self._concern.last(device, tables_of(view))
        return last > n

    def _page(self, device: str, role: Role, start: Cursor) -> bytes:
        last, written = self._written(device, start)
        page = Page(
            start=start,
            end=replace(start, n=last.n, head=last.head),
            complete=not self._follows(device, start.view, last.n),
            kept=self._desk.journal.last_seqs(device),
            seconds_left=self._seconds_left(),
            standbys=self._acquainted.standbys,
            mirrored=self._told.mirrored,
        )
        self._told.tell(device, awaits=self._awaited(device, role, page.end))
        if start.view == EVERYTHING:
            room = wire.MAX_EVENTS_BYTES - sum(map(len, written))
            page = self._with_quarantine(page, role, room, is_first=not written)
        return wire.write_page(Answer(term=self._desk.meta.term(), says=page), written)

    def _written(self, device: str, start: Cursor) -> tuple[Tip, list[str]]:
        """Return what follows a cursor, written as the device may see it, and how far that goes.

        It is as much as there is room for in one message; the first event always has room.
        """
        last, written = start.tip, list[str]()
        size = shown = 0
        for entry in self._recent.read(after=start.n, limit=self.events_at_once + self.withheld_at_once):
            one = see(entry, view=start.view, device=device)
            text = wire.write_seen(one)
            size += len(text)
            shown += bool(one.payload)
            if written and (size > wire.MAX_EVENTS_BYTES or shown > self.events_at_once):
                break
            written.append(text)
            last = entry.tip
        return last, written

    def _awaited(self, device: str, role: Role, end: Cursor) -> int:
        """Return up to which number a device that has pulled as far as this waits for the standby to have it too."""
        if role is Role.DESK:
            return 0  # it is the standby
        if end.view == EVERYTHING or not self._told.had_all:
            return end.n
        return self._concern.last_of_its_own(device, tables_of(end.view))

    def _introduce(self, device: str, role: Role, standby: Standby) -> Taken | Sorry:
        """Note where a standby will be found; tablets hear of it from here alone, over the connection they trust."""
        if role is not Role.DESK or self._devices is None:
            return Sorry(key="sync.unknown_device")
        if not can_be_found(standby):
            return Sorry(key="sync.unreadable")
        if self._acquainted.locate(device, standby):
            self._told.moved()
            self._stir(None)
        return Taken()

    def is_on_chain(self, cursor: Cursor, origin: Cursor) -> bool:
        """Tell whether a cursor lies on this desk's order, as seen from this origin."""
        if (cursor.term, cursor.view) != (origin.term, origin.view):
            return False
        if cursor.n == 0:
            return cursor.head == ORIGIN.head
        at = self._recent.read(after=cursor.n - 1, limit=1)
        return bool(at) and at[0].tip == cursor.tip

    def _holds(self, number: int) -> bool:
        """Tell whether quarantine goes as far as this number."""
        return number == 0 or bool(self._desk.quarantine.read(after=number - 1, limit=1))

    def _with_quarantine(self, page: Page, role: Role, room: int, *, is_first: bool) -> Page:
        """Add what is in quarantine, which an arbiter settles too, as far as there is room for it in the message.

        The first thing in a message always has room. For a standby also the keys, to take over with.
        """
        found = self._desk.quarantine.read(after=page.start.held, limit=self.events_at_once + 1)
        held: list[HeldBack] = []
        for one in map(wire.held_back, found[: self.events_at_once]):
            room -= wire.size(one.event)  # what was no event at all may be spelt out letter by letter
            if room < 0 and (held or not is_first):
                break
            held.append(one)
        known = self._desk.meta.keys() if role is Role.DESK else {}
        return replace(
            page,
            end=replace(page.end, held=held[-1].number if held else page.start.held),
            complete=page.complete and len(held) == len(found),
            held=tuple(held),
            keys={name: tuple(key.hex() for key in keys) for name, keys in known.items()},
            devices=self._acquainted.told() if role is Role.DESK else (),
        )
