"""How a tablet stands with its desk: what it waits for, what the desk lacks, what people should know."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from app.domain.errors import Violation
from app.domain.events.table import EventId
from app.domain.fold.state import State
from app.domain.tournoi.position import PositionState
from app.services.keeper import Keeper
from app.services.ports import Drafts

LastPlace = tuple[int, int]
"""Where the last thing that a device wrote stands in what it wrote: its epoch and its number there."""


class Stage(StrEnum):
    """What a tablet that belongs to a desk waits for, or has."""

    ALONE = "alone"  # it belongs to no desk
    UNCONFIRMED = "unconfirmed"  # somebody at the desk has to confirm it
    NO_TOURNAMENT = "no_tournament"  # the desk holds none yet
    NO_TABLE = "no_table"  # the desk has to give it a table
    NO_POSITION = "no_position"  # no position is open at its table
    SEATED = "seated"  # a sheet is there to be filled in


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkState:
    """One look at the link.

    `waiting` counts the facts that the desk has not acknowledged, `aside` those that it keeps without effect;
    `owed_earlier` counts those of tournaments that are followed no more, of which the desk has not acknowledged some;
    `trouble` is what only people can mend. `device` is this tablet's id, as the desk lists it. `until` is when the
    position's time is up by the desk's clock, as this machine's monotonic clock tells it. `is_mirrored`: a standby has
    all that the desk has. `written` is the place of the last thing that this tablet wrote in the tournament.
    """

    stage: Stage = Stage.ALONE
    device: str = ""
    address: str = ""
    is_reached: bool = False
    waiting: int = 0
    aside: int = 0
    owed_earlier: int = 0
    trouble: Violation | None = None
    tournament: str = ""
    table: int | None = None
    position: int | None = None
    until: float | None = None
    is_mirrored: bool = False
    written: LastPlace = (0, 0)


@dataclass(frozen=True, slots=True)
class Owed:
    """A tournament that is followed no more, and how many of this device's facts its desk has not acknowledged."""

    id: str
    name: str
    count: int

    def is_called(self, said: str) -> bool:
        """Tell whether these words mean it: its name or its id."""
        return said.casefold() in (self.id.casefold(), self.name.casefold())


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetsFile:
    """A file to carry to the desk: its bytes, how many facts it holds, and how many the desk has not acknowledged.

    `last` is the place of the last of them.
    """

    data: bytes
    facts: int
    lacking: int
    last: LastPlace = (0, 0)


class FileSays(StrEnum):
    """What a file that lies about says of itself, before anybody vouches for it."""

    FOR_US = "for_us"  # the desk's answer, of the tournament that is followed, or of any where none is
    OTHER_TOURNAMENT = "other_tournament"  # a desk's answer of another one
    SHEETS = "sheets"  # on its way from a tablet to the desk
    UNKNOWN = "unknown"  # not Nord's, or of a later version


class DeskLink(Protocol):
    """A tablet's tie to a desk, until it is closed. Nothing here waits for the disk or for the network."""

    @property
    def ready(self) -> Future[None]:
        """Done once the tournament that was followed last is open again, whether or not the desk is there."""

    @property
    def state(self) -> LinkState:
        """How it stands now."""

    @property
    def heard(self) -> tuple[str, ...]:
        """The addresses of the desks that say they are around, the latest first: nobody vouches for them."""

    @property
    def keeper(self) -> Keeper | None:
        """The tournament's book on this tablet, None until there is one."""

    @property
    def drafts(self) -> Drafts | None:
        """The forms half filled of that tournament."""

    @property
    def earlier(self) -> tuple[Owed, ...]:
        """The tournaments followed no more, to which something is owed."""

    def sheets_file(self, earlier: Owed | None = None) -> Future[SheetsFile]:
        """Return all that was written here, as a file to carry to a desk that cannot be reached.

        Of the tournament that is followed, or of an earlier one to which something is owed. Raises Refused, or has the
        future fail with it, where there is none.
        """

    def file_says(self, head: bytes) -> FileSays:
        """Return what a file says that it is, by its first bytes."""

    def take_room(self, file: bytes) -> Future[bool]:
        """Take in the file that the desk wrote for the room; False where nothing in it is new here.

        The future fails with Refused, and nothing is changed, where it is of no use.
        """

    def join(self, address: str, code: str, name: str = "") -> Future[None]:
        """Pair with the desk at an address by its code; the future fails with Refused where it cannot be.

        `name` is how the desk's list calls this tablet.
        """

    def move(self, address: str) -> Future[None]:
        """Look for the same desk at another address; the future fails with Refused where it is not there."""

    def unsent(self) -> Future[frozenset[EventId]]:
        """Return what was written here and has no effect at the desk: not acknowledged, or kept aside."""

    def leave(self) -> Future[None]:
        """Belong to no desk any more; what was written here stays on the disk."""

    def close(self) -> None:
        """Stop asking the desk, and let go of the tournament's file."""


def seat_of(state: State, device: str) -> tuple[int | None, int | None]:
    """Return the table that a device writes for, and the position that is played there now."""
    tables = sorted(table for table, assigned in state.assignments.items() if assigned.device == device)
    if not tables:
        return None, None
    table = tables[0]
    played = [
        number
        for number, one in state.positions.items()
        if one.state is PositionState.OPEN and table in state.feuilles.get(number, {})
    ]
    return table, max(played, default=None)


def stage_of(
    known: State | None, seat: tuple[int | None, int | None], trouble: Violation | None, *, is_table: bool
) -> Stage:
    """Return what a device with this table and position waits for, by what it knows of the tournament."""
    table, position = seat
    if trouble is not None and trouble.key == "sync.not_confirmed":
        return Stage.UNCONFIRMED
    if known is None or known.created is None:
        return Stage.NO_TOURNAMENT
    if table is None and is_table:
        return Stage.NO_TABLE
    return Stage.NO_POSITION if position is None else Stage.SEATED
