"""What the desk writes: the tournament, its players and seats, its positions, its devices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from app.domain.donne.donne import Seat
from app.domain.mouvement.asked import Kind
from app.domain.tournoi.identity import Identity
from app.domain.tournoi.shape import Shape

PlayerId = str


class Role(StrEnum):
    """The poste that a device is."""

    DESK = "desk"
    ARBITRE = "arbitre"
    TABLE = "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated:
    """A tournament begins; its device is the desk."""

    name: str
    shape: Shape
    date: str = ""
    ruleset: str = "fft-2017"
    tie_break: bool = False
    championship: bool = False
    minutes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartieStarted:
    """A Partie libre begins at one table: typed names, as many donnes as people like, no desk."""

    names: Mapping[Seat, str]
    ruleset: str = "fft-2017"
    has_mort: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LoneSheetStarted:
    """A tournament's sheet opened at a table without a desk: from a file, or typed by hand.

    `places` are the starting places (S4), `next_places` where each seat's player goes afterwards, where known.
    """

    table: int
    position: int
    donnes: int
    names: Mapping[Seat, str]
    places: Mapping[Seat, str] = field(default_factory=dict)
    next_places: Mapping[Seat, str] = field(default_factory=dict)
    ruleset: str = "fft-2017"
    minutes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceAdmitted:
    """A device is known from now on, in its role."""

    device: str
    role: Role
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceRevoked:
    """A device is no longer known."""

    device: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TabletAssigned:
    """A table belongs to a device under a higher epoch; what an earlier one still writes is set aside."""

    table: int
    device: str
    epoch: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRegistered:
    """A player enters, before position 1 opens."""

    player: PlayerId
    identity: Identity


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerAmended:
    """A player's card is written anew."""

    player: PlayerId
    identity: Identity


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerWithdrawn:
    """A player leaves: without trace before position 1, ranked after all others from then on."""

    player: PlayerId
    with_leave: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSubstituted:
    """A newcomer takes over a player's seat, not their name."""

    player: PlayerId
    newcomer: PlayerId
    identity: Identity
    with_leave: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamFormed:
    """Players play as a duo or as a team of four."""

    team: str
    name: str
    members: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsDrawn:
    """The personal cards are handed out: card to player, with the seed of the draw where there was one."""

    cards: Mapping[str, PlayerId]
    seed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementChosen:
    """How the room moves, with what its proof said when it was chosen."""

    kind: Kind
    tables: int
    repeat_free: int
    five: bool = False
    team_size: int | None = None


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """One table of a position, seat to player."""

    table: int
    seats: Mapping[Seat, PlayerId]


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionOpened:
    """A position begins, with everybody's seat written out: replaying it needs no movement.

    `lasts` says for how many positions the movement that begins here was planned; None where none begins.
    """

    position: int
    donnes: int
    seating: tuple[SeatedTable, ...]
    setting: str = ""
    lasts: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionClosed:
    """A position ends: every sheet is in and sums to zero."""

    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionReopened:
    """The arbiter mends a closed position."""

    position: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentClosed:
    """The tournament is over; its ranking is final."""
