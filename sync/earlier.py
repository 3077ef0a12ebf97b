"""Tournaments that devices still have something to say about while their desk serves another one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass

from app.services.ports import Devices
from app.services.tournaments import Opened
from sync import wire
from sync.desk import DeskSync
from sync.intake import Desk
from sync.quota import Meters
from sync.wire import Answer, Busy, Request, Sorry

AT_ONCE = 2  # open, whatever devices ask for: each is a book in memory and a few files


@dataclass(frozen=True, slots=True)
class _Held:
    opened: Opened
    sync: DeskSync
    until: ExitStack


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is remembered of one that was open: its term, and whom it admits; None where that may have changed."""

    term: int
    admitted: frozenset[str] | None


class Earlier:
    """Opens such a tournament when a device comes with it, and keeps the few that were asked for last.

    To open one costs more than anything else that a device can ask for: nothing is opened again for whom it is known
    not to admit, and for nobody more often than every few seconds. Used on the desk's thread. `open_one` opens a
    tournament of the folder by its id.
    """

    def __init__(
        self, open_one: Callable[[str], AbstractContextManager[Opened]], devices: Devices, meters: Meters
    ) -> None:
        self._open_one = open_one
        self._devices = devices
        self._meters = meters
        self._held: dict[str, _Held] = {}  # the one asked for last comes last
        self._seen: dict[str, _Seen] = {}
        self._known = devices.known()

    def lent(self, tournament: str) -> Opened | None:
        """Return one that is open, None where it is not."""
        self._forget_who_was_known()
        held = self._held.get(tournament)
        return None if held is None else held.opened

    def answer(self, device: str, request: Request, now: float) -> bytes:
        """Answer a device out of the tournament that it names; nobody waits here for something to happen.

        Where a pull would wait, the device is told that the desk serves another one.
        """
        self._forget_who_was_known()
        held = self._held.pop(request.journal, None)
        if held is None:
            if (refused := self._refuse(device, request.journal, now)) is not None:
                return wire.write(refused)
            held = self._open(request.journal)
        self._held[request.journal] = held
        said = held.sync.answer(device, request, now, since=now)
        if said is None:
            said = wire.write(Answer(term=held.opened.meta.term(), says=Sorry(key="sync.other_tournament")))
        return said

    def let_go(self, tournament: str) -> None:
        """Close one, if it is open."""
        if (held := self._held.pop(tournament, None)) is not None:
            admitted = frozenset(filter(held.sync.admits, held.opened.book.state.devices))
            self._seen[tournament] = _Seen(held.opened.meta.term(), admitted)
            held.until.close()

    def close(self) -> None:
        """Close all of them, and remember nothing: their files may be replaced."""
        for tournament in tuple(self._held):
            self.let_go(tournament)
        self._seen.clear()

    def _forget_who_was_known(self) -> None:
        """Close all of them where devices have changed: each is brought in line with that when it is opened."""
        if (known := self._devices.known()) is not self._known:
            for tournament in tuple(self._held):
                self.let_go(tournament)
            self._seen = {tournament: _Seen(seen.term, None) for tournament, seen in self._seen.items()}
            self._known = known

    def _refuse(self, device: str, tournament: str, now: float) -> Answer | None:
        """Return what is said to a device instead of opening a tournament for it; the first look is anybody's."""
        if (seen := self._seen.get(tournament)) is None:
            return None
        if seen.admitted is not None and device not in seen.admitted:
            return Answer(term=seen.term, says=Sorry(key="sync.unknown_device"))
        wait = self._meters.opened.take(device, 1, now=now)
        return Answer(term=seen.term, says=Busy(seconds=wait)) if wait else None

    def _open(self, tournament: str) -> _Held:
        while len(self._held) >= AT_ONCE:
            self.let_go(next(iter(self._held)))
        until = ExitStack()
        opened = until.enter_context(self._open_one(tournament))
        desk = Desk(opened.book, opened.journal, opened.quarantine, opened.meta)
        return _Held(opened, DeskSync(desk, meters=self._meters, devices=self._devices), until)
