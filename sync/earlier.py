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
from sync.wire import Answer, Request, Sorry

AT_ONCE = 2  # open, whatever devices ask for: each is a book in memory and a few files


@dataclass(frozen=True, slots=True)
class _Held:
    opened: Opened
    sync: DeskSync
    until: ExitStack


class Earlier:
    """Opens such a tournament when a device comes with it, and keeps the few that were asked for last.

    Used on the desk's thread. `open_one` opens a tournament of the folder by its id.
    """

    def __init__(self, open_one: Callable[[str], AbstractContextManager[Opened]], devices: Devices) -> None:
        self._open_one = open_one
        self._devices = devices
        self._held: dict[str, _Held] = {}  # the one asked for last comes last
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
        held = self._hold(request.journal)
        said = held.sync.answer(device, request, now, since=now)
        if said is None:
            said = wire.write(Answer(term=held.opened.meta.term(), says=Sorry(key="sync.other_tournament")))
        return said

    def let_go(self, tournament: str) -> None:
        """Close one, if it is open."""
        if (held := self._held.pop(tournament, None)) is not None:
            held.until.close()

    def close(self) -> None:
        """Close all of them."""
        for tournament in tuple(self._held):
            self.let_go(tournament)

    def _forget_who_was_known(self) -> None:
        """Close all of them where devices have changed: who was revoked since is shut out of each when it is opened."""
        if (known := self._devices.known()) is not self._known:
            self.close()
            self._known = known

    def _hold(self, tournament: str) -> _Held:
        self._forget_who_was_known()
        held = self._held.pop(tournament, None)
        if held is None:
            while len(self._held) >= AT_ONCE:
                self.let_go(next(iter(self._held)))
            until = ExitStack()
            opened = until.enter_context(self._open_one(tournament))
            desk = Desk(opened.book, opened.journal, opened.quarantine, opened.meta)
            held = _Held(opened, DeskSync(desk, devices=self._devices), until)
        self._held[tournament] = held
        return held
