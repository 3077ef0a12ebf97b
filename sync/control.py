"""The control desk at work: its tournaments, the one under way being served to the devices."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from app.domain.errors import Refused
from app.domain.events.tournoi import Role
from app.domain.tournoi.position import PositionState
from app.services.devices import admit_known, bring_in_line
from app.services.ports import Clock, Devices, PairedDevice
from app.services.tournaments import (
    Known,
    Opened,
    Progress,
    Promoted,
    Renewed,
    Restored,
    Salvaged,
    ShownCode,
    Tournaments,
    choose,
)
from sync import wire
from sync.desk import DeskSync
from sync.earlier import Earlier
from sync.intake import Desk
from sync.pairing import LIFE_SECONDS, TRIES, PairingDesk
from sync.position_clock import PositionClock
from sync.quota import Meters
from sync.wire import Answer, Holds, Offer, Pull, Push, Request, Sorry, Which

BACKUPS = "backups"
SILENCE_SECONDS = 30.0  # a device that is there asks again well before that
log = logging.getLogger(__name__)


class ControlDesk:
    """A desk's folder in use, as the commands on it and its devices see it. Used on one thread.

    It is the port `Tournaments`. What a command means where it names no tournament (`choose`) is what is served: looked
    at again after whatever could change it. Devices may still bring what they owe to the others in the folder.
    """

    def __init__(
        self,
        tournaments: Tournaments,
        pairing: PairingDesk,
        *,
        folder: Path,
        addresses: Callable[[], tuple[str, ...]],
        clock: Clock,
    ) -> None:
        self._tournaments = tournaments
        self._pairing = pairing
        self._folder = folder
        self._addresses = addresses
        self._clock = clock
        self._held = ExitStack()
        self._served: Opened | None = None
        self._let_in: tuple[PairedDevice, ...] = ()  # the devices that what is served was brought in line with
        self._sync: DeskSync | None = None
        self._told: DeskSync | None = None  # the one that was served when those who wait were last told
        self._known = {one.id: one for one in tournaments.known()}  # in the order in which they were taken into use
        self._meters = Meters()
        self._earlier = Earlier(tournaments.open, tournaments.devices, self._meters)
        self._heard: dict[str, float] = {}
        self._backed_up: frozenset[int] = frozenset()
        self._timer: PositionClock | None = None
        self._aside = ThreadPoolExecutor(1, thread_name_prefix="backup")
        self._backup: Future[None] | None = None
        self._serve_chosen()

    @property
    def journal(self) -> str:
        """The tournament that is served; empty while none is."""
        return "" if self._served is None else self._served.journal.id

    def stirred(self) -> frozenset[str] | None:
        """Return the devices that what was written concerns; None, for all, where another tournament is served."""
        stirred = frozenset[str]() if self._sync is None else self._sync.stirred()
        if self._sync is not self._told:
            self._told, stirred = self._sync, None
        return stirred

    def is_free(self, device: str, role: Role) -> bool:
        """Tell whether a device may be paired under this id: it is not the desk's own, nor that of another poste."""
        known = {one.device: one.role for one in self.devices.known()}
        return known.get(device, role) is role and (self._sync is None or self._sync.is_free(device, role))

    def handle(self, device: str, body: bytes, now: float, *, since: float | None = None) -> bytes | None:
        """Answer a device out of the tournament that is served, or another of the folder that it names."""
        self._heard[device] = now
        try:
            request = wire.read(Request, body)
        except Refused as refused:
            term = 0 if self._served is None else self._served.meta.term()
            return wire.write(Answer(term=term, says=Sorry(key=refused.violations[0].key)))
        is_known = request.journal in self._known and request.journal != self.journal
        if is_known and isinstance(request.ask, Push | Offer | Pull):
            return self._earlier.answer(device, request, now)
        if self._sync is not None and (request.journal == self.journal or isinstance(request.ask, Which)):
            return self._sync.answer(device, request, now, since=since)
        # In no term: the one that is served has nothing to do with the one that the device means.
        says = Holds(journal="") if isinstance(request.ask, Which) else Sorry(key="sync.other_tournament")
        return wire.write(Answer(term=0, says=says))

    def seconds_left(self) -> int | None:
        """Return what is left of the position that is played; None where it is not timed, or nothing is played."""
        return None if self._timer is None else self._timer.seconds_left()

    @property
    def devices(self) -> Devices:
        """The devices that were ever paired with this desk."""
        return self._tournaments.devices

    def show_code(self, role: Role) -> ShownCode:
        """Show a new code for one device of a poste, in place of the one before."""
        digits = self._pairing.show(role, self._clock.monotonic())
        return ShownCode(digits=digits, seconds=int(LIFE_SECONDS), addresses=self._addresses())

    def tries_left(self) -> int | None:
        """Return how often the code that is shown may still be tried; None where none is, or nobody has tried it."""
        shown = self._pairing.shown(self._clock.monotonic())
        return None if shown is None or shown.tries == TRIES else shown.tries

    def presence(self) -> Mapping[str, float]:
        """Return how many seconds ago each device was last heard."""
        now = self._clock.monotonic()
        return {device: now - heard for device, heard in self._heard.items()}

    def is_sought(self) -> bool:
        """Tell whether some device may be looking for this desk. Can be called from any thread."""
        now = self._clock.monotonic()
        confirmed = [one.device for one in self.devices.known() if one.is_confirmed]
        return self._pairing.shown(now) is not None or any(
            now - self._heard.get(device, -SILENCE_SECONDS) >= SILENCE_SECONDS for device in confirmed
        )

    def known(self) -> tuple[Known, ...]:
        """Return the tournaments that have begun, in the order in which they were taken into use."""
        if self._served is not None:
            self._note_closed(self._served)
        return tuple(self._known.values())

    def use(self, tournament: str) -> None:
        """Take one into use, and serve it."""
        self._tournaments.use(tournament)
        if (one := self._known.pop(tournament, None)) is not None:
            self._known[tournament] = one
        self._serve_chosen()

    @contextmanager
    def open(self, tournament: str) -> Iterator[Opened]:
        """Lend the tournament that is served, or open another one until the context ends."""
        if self._served is not None and tournament == self.journal:
            yield self._served
            self.seconds_left()  # a position that was opened counts from now on
            self._back_up_closed()
        elif (lent := self._earlier.lent(tournament)) is not None:
            yield lent
            self._note_closed(lent)
        else:
            with self._tournaments.open(tournament) as opened:
                yield opened
                self._note_closed(opened)
        self._serve_chosen()
        self._let_devices_in()

    @contextmanager
    def begin(self) -> Iterator[Opened]:
        """Make the file of a new tournament; once something is written in it, it is the one that is served."""
        held = ExitStack()
        opened = held.enter_context(self._tournaments.begin())
        try:
            yield opened
        finally:
            if opened.book.state.created is None:
                held.close()
            else:
                self._let_go()
                self._held = held
                self._serve(opened)

    def salvaged(self) -> tuple[Salvaged | Renewed, ...]:
        """Return the files that were found damaged since the folder is held."""
        return self._tournaments.salvaged()

    def back_up(self, tournament: str, into: Path, *, progress: Progress) -> Path:
        """Copy one whole into a file of its own, while it is in use."""
        return self._tournaments.back_up(tournament, into, progress=progress)

    def restore(self, backup: Path, *, progress: Progress) -> Restored:
        """Bring one back from a backup, in a new term; devices find out by themselves."""
        self._let_go()
        try:
            return self._tournaments.restore(backup, progress=progress)
        finally:
            self._look_again()

    def promote(self) -> Promoted:
        """Make the tournament's desk of a standby's folder, and serve it."""
        promoted = self._tournaments.promote()
        self._let_go()
        self._look_again()
        return promoted

    def close(self) -> None:
        """Let go of the tournament that is served."""
        self._let_go()
        self._aside.shutdown()

    def _look_again(self) -> None:
        """See which tournaments there are, and serve the one that is chosen."""
        self._known = {one.id: one for one in self._tournaments.known()}
        self._serve_chosen()

    def _serve_chosen(self) -> None:
        """Serve what a command means that names no tournament, unless it is served already."""
        if not self._known or (chosen := choose(self.known()).id) == self.journal:
            return
        self._let_go()
        self._serve(self._held.enter_context(self._tournaments.open(chosen)))

    def _note_closed(self, opened: Opened) -> None:
        if (one := self._known.get(opened.journal.id)) is not None:
            self._known[one.id] = replace(one, is_closed=opened.book.state.is_closed)

    def _serve(self, opened: Opened) -> None:
        self._served = opened
        self._timer = PositionClock(opened.book, self._clock)
        desk = Desk(opened.book, opened.journal, opened.quarantine, opened.meta)
        self._sync = DeskSync(desk, meters=self._meters, devices=self.devices, seconds_left=self.seconds_left)
        first = opened.journal.read(limit=1)[0].sealed.event
        if opened.journal.id not in self._known:
            name, date = str(first.body.get("name", "")), str(first.body.get("date", ""))
            self._known[first.journal] = Known(id=first.journal, name=name, date=date, begun=first.at, is_closed=False)
        self._backed_up = _closed(opened)
        self._let_in = ()
        self._let_devices_in()

    def _let_devices_in(self) -> None:
        """Let in whom the desk lets in, and nobody else, whichever tournament a command on devices meant."""
        if self._served is not None and (known := self.devices.known()) is not self._let_in:
            bring_in_line(self.devices, self._served)
            admit_known(self.devices, self._served)
            self._let_in = known

    def _let_go(self) -> None:
        self._served = self._sync = self._timer = None
        if self._backup is not None:
            self._backup.result()
        self._held.close()
        self._earlier.close()

    def _back_up_closed(self) -> None:
        """Copy the tournament whenever a position was closed since the last look."""
        if self._served is None:
            return
        closed = _closed(self._served)
        if closed - self._backed_up:
            self._backup = self._aside.submit(self._back_up, self.journal)
        self._backed_up = closed

    def _back_up(self, tournament: str) -> None:
        """On a thread of its own: the room does not wait, and a full disk does not keep a position open."""
        try:
            self.back_up(tournament, self._folder / BACKUPS, progress=lambda _done, _total: None)
        except (Refused, OSError):
            log.exception("No backup at the close of a position")


def _closed(opened: Opened) -> frozenset[int]:
    positions = opened.book.state.positions.items()
    return frozenset(number for number, one in positions if one.state is PositionState.CLOSED)
