"""The desk's side of the sync: a request in, an answer out, with no network of its own.

The desk's journal is the only order. What a device sends is stored, on the disk, and only then acknowledged; what can
have no effect is kept in quarantine and acknowledged too, so that no device is held up by it.
"""

from __future__ import annotations

from dataclasses import replace

from app.domain.errors import Refused
from app.domain.events.envelope import Sealed
from app.domain.events.order import ORIGIN, Cursor, Key, Seen
from app.domain.events.tournoi import Role
from sync import wire
from sync.intake import Desk, Intake
from sync.quota import Meter, Quota
from sync.view import EVERYTHING, see, view_of
from sync.wire import Acked, Answer, Busy, HeldBack, Offer, Packed, Page, Pull, Push, Request, Sorry, Taken

MAX_WAIT_SECONDS = 20  # that an answer to a pull may be kept back
FORGOTTEN = "sync.forgotten"


class DeskSync:
    """Answers devices out of one tournament's file. Used on the thread that writes the book."""

    def __init__(self, desk: Desk, *, quota: Quota | None = None) -> None:
        self._desk = desk
        self._meter = Meter(quota or Quota())

    def handle(self, device: str, body: bytes, now: float, *, since: float | None = None) -> bytes | None:
        """Answer a request of a device that the connection has proved to be.

        None where there is nothing to say yet to a pull that arrived at `since`: to be called again when the journal
        has grown, and in a while.
        """
        try:
            request = wire.read(Request, body)
        except Refused as refused:
            return self._say(Sorry(key=refused.violations[0].key))
        role = self._desk.book.state.devices.get(device)
        if role is None:
            return self._say(Sorry(key="sync.unknown_device"))
        if request.journal != self._desk.journal.id:
            return self._say(Sorry(key="sync.other_tournament"))
        if request.term > self._desk.meta.term():
            return self._say(Sorry(key="sync.deposed"))
        match request.ask:
            case Push() as push:
                return self._say(self._push(device, push, now))
            case Offer() as offer:
                return self._say(self._take(device, offer, now))
            case Pull() as pull:
                page = self._page(device, role, pull.cursor)
                patience = min(pull.wait_seconds, MAX_WAIT_SECONDS)
                if (
                    page.start == page.end
                    and page.start == pull.cursor
                    and since is not None
                    and now < since + patience
                ):
                    return None
                return self._say(page)

    def _say(self, says: Acked | Page | Taken | Busy | Sorry) -> bytes:
        return wire.write(Answer(term=self._desk.meta.term(), says=says))

    def _push(self, device: str, push: Push, now: float) -> Acked | Busy | Sorry:
        if len(push.events) > wire.MAX_EVENTS:
            return Sorry(key="sync.unreadable")
        if wait := self._meter.take(device, len(push.events), now=now):
            return Busy(seconds=wait)
        intake = Intake(self._desk, device, push.epoch)
        for seq, packed in enumerate(push.events, push.first):
            if not intake.take(seq, packed):
                break
        intake.store()
        seq = self._desk.journal.last_seq(device, push.epoch)
        return Acked(epoch=push.epoch, seq=seq, aside=intake.aside, forked=intake.forked)

    def _take(self, device: str, offer: Offer, now: float) -> Taken | Busy | Sorry:
        if len(offer.events) > wire.MAX_EVENTS:
            return Sorry(key="sync.unreadable")
        if wait := self._meter.take(device, len(offer.events), now=now):
            return Busy(seconds=wait)
        for packed in offer.events:
            try:
                sealed = packed.unpack()
                key = Key.of(sealed.event)
            except Refused:
                continue  # nobody vouches for it
            # Other devices send their own events themselves: in quarantine, those would be taken for stored.
            if self._desk.book.state.devices.get(key.device) is Role.DESK and self._desk.is_authentic(
                key.device, sealed
            ):
                self._take_back(key, sealed)
        return Taken()

    def _take_back(self, key: Key, sealed: Sealed) -> None:
        """Keep in quarantine what an earlier desk, or this one before it lost its tail, had written."""
        placed = self._desk.journal.by_key(key)
        if placed is not None and placed.sealed.id == sealed.id:
            return
        identity = self._desk.meta.identity()
        if key.device == identity.device and key.epoch >= identity.epoch:
            self._desk.meta.raise_epoch(key.epoch + 1)
            self._desk.book.write_as(self._desk.meta.identity())
        self._desk.quarantine.hold(sealed, place=key, reason=FORGOTTEN)

    def _page(self, device: str, role: Role, cursor: Cursor) -> Page:
        start = Cursor(self._desk.meta.term(), ORIGIN.n, ORIGIN.head, view_of(device, self._desk.book.state))
        if self.is_on_chain(cursor, start):
            start = cursor
        events = self._desk.journal.read(after=start.n, limit=wire.MAX_EVENTS)
        seen: list[Seen] = []
        size = 0
        for entry in events:
            shown = see(entry, view=start.view, device=device)
            size += len(shown.payload)
            if seen and size > wire.MAX_EVENTS_BYTES:
                break
            seen.append(shown)
        last = seen[-1].tip if seen else start.tip
        page = Page(
            start=start,
            end=replace(start, n=last.n, head=last.head),
            complete=last == self._desk.journal.tip(),
            events=tuple(Packed.of(s.payload, s.mac, "" if s.is_whole else s.id) for s in seen),
            kept=self._desk.journal.last_seqs(device),
        )
        return self._with_quarantine(page, role) if start.view == EVERYTHING else page

    def is_on_chain(self, cursor: Cursor, origin: Cursor) -> bool:
        """Tell whether a cursor lies on this desk's order, as seen from this origin."""
        if (cursor.term, cursor.view) != (origin.term, origin.view):
            return False
        if cursor.n == 0:
            return cursor.head == ORIGIN.head
        at = self._desk.journal.read(after=cursor.n - 1, limit=1)
        return bool(at) and at[0].tip == cursor.tip

    def _with_quarantine(self, page: Page, role: Role) -> Page:
        """Add what is in quarantine, which an arbiter settles too; for a standby also the keys, to take over with."""
        held = self._desk.quarantine.read(after=page.start.held, limit=wire.MAX_EVENTS)
        back = tuple(
            HeldBack(
                number=one.number,
                device=one.place.device,
                epoch=one.place.epoch,
                seq=one.place.seq,
                event=Packed.of(one.sealed.payload, one.sealed.mac),
                reason=one.reason,
            )
            for one in held
        )
        known = self._desk.meta.keys() if role is Role.DESK else {}
        return replace(
            page,
            end=replace(page.end, held=held[-1].number if held else page.start.held),
            complete=page.complete and len(held) < wire.MAX_EVENTS,
            held=back,
            keys={name: tuple(key.hex() for key in keys) for name, keys in known.items()},
        )
