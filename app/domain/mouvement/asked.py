"""What is asked of a movement before it is planned, and why it may be refused."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.domain.errors import Violation, violation
from app.domain.mouvement.contest import MOST_POSITIONS as MOST_CONTEST_POSITIONS
from app.domain.mouvement.fft import LEAST_TABLES, asce, fft
from app.domain.mouvement.repair import repaired
from app.domain.mouvement.rotation import Rotation
from app.domain.mouvement.teams import positions_apart

MOST_TABLES = 300
MOST_PLAYERS = 4 * MOST_TABLES
LEAST_HOWELL_PLAYERS = 11
MOST_POSITIONS = 300  # as many as the longest walk before it is back at its start


class Kind(StrEnum):
    """A movement known before the first position."""

    FFT = "fft"
    REPAIRED = "repaired"
    HOWELL = "howell"
    ASCE = "asce"


# How many tables each movement is made for. A repaired one is a Howell at three and four tables.
TABLES = {
    Kind.FFT: (LEAST_TABLES, MOST_TABLES),
    Kind.REPAIRED: (3, MOST_TABLES),
    Kind.HOWELL: (3, 4),
    Kind.ASCE: (2, MOST_TABLES),
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A movement for a number of players, in teams of two or four or each on their own."""

    kind: Kind
    players: int
    positions: int
    team_size: int | None = None
    five: bool = False

    @classmethod
    def full(
        cls, kind: Kind, *, tables: int, positions: int, team_size: int | None = None, five: bool = False
    ) -> Asked:
        """Ask for so many tables, each of them full."""
        return cls(kind, 4 * tables + five, positions, team_size, five)

    @property
    def size(self) -> int:
        """How many tables seat these players."""
        return (self.players - self.five + 3) // 4

    @property
    def missing(self) -> int:
        """How many chairs stay empty."""
        return 4 * self.size + self.five - self.players

    @property
    def is_howell(self) -> bool:
        """Whether players are numbered and change seats; otherwise they walk by lines."""
        return self.kind is Kind.HOWELL or (self.kind is Kind.REPAIRED and self.size < LEAST_TABLES)

    def rotation(self) -> Rotation:
        """Return how the lines walk, in a movement that is no Howell."""
        match self.kind:
            case Kind.ASCE:
                return asce(self.size)
            case Kind.REPAIRED:
                return repaired(self.size, five=self.five)
            case _:
                return fft(self.size)


def check_asked(asked: Asked) -> tuple[Violation, ...]:
    """Return every reason why there is no such movement."""
    return (*_check_size(asked), *_check_five(asked), *_check_teams(asked))


def _check_size(asked: Asked) -> list[Violation]:
    wrong = []
    least, most = TABLES[asked.kind]
    if not least <= asked.size <= most:
        wrong.append(
            violation("movement.tables", "players", kind=asked.kind, tables=asked.size, least=least, most=most)
        )
    elif asked.missing > asked.size:
        wrong.append(violation("movement.players_unseatable", "players", players=asked.players))
    elif asked.is_howell and asked.players < LEAST_HOWELL_PLAYERS:
        wrong.append(violation("movement.howell_players", "players", players=asked.players))
    if not 1 <= asked.positions <= MOST_POSITIONS:
        wrong.append(violation("movement.positions", "positions", positions=asked.positions, most=MOST_POSITIONS))
    return wrong


def _check_five(asked: Asked) -> list[Violation]:
    if not asked.five:
        return []
    wrong = []
    if asked.missing:
        wrong.append(violation("movement.five_players", "five", players=asked.players))
    if asked.is_howell:
        wrong.append(violation("movement.five_howell", "five"))
    if asked.kind is Kind.ASCE and asked.positions > MOST_CONTEST_POSITIONS:
        wrong.append(violation("movement.five_positions", "positions", most=MOST_CONTEST_POSITIONS))
    if asked.team_size:
        wrong.append(violation("movement.five_teams", "five"))
    return wrong


def _check_teams(asked: Asked) -> list[Violation]:
    if asked.team_size is None:
        return []
    if asked.team_size not in (2, 4):
        return [violation("movement.team_size", "teams", size=asked.team_size)]
    wrong = []
    if asked.kind in (Kind.HOWELL, Kind.ASCE):
        wrong.append(violation("movement.teams_kind", "teams", kind=asked.kind))
    elif asked.size < LEAST_TABLES and asked.kind is not Kind.FFT:  # the printed movement says so itself
        wrong.append(violation("movement.teams_tables", "players", tables=asked.size, least=LEAST_TABLES))
    if asked.players % asked.team_size:
        wrong.append(violation("movement.teams_broken", "players", players=asked.players, size=asked.team_size))
    return wrong


def check_mates(asked: Asked) -> tuple[Violation, ...]:
    """Return why a sound movement is not to be played: it goes on until members of a team meet.

    It can still be planned and looked at, with its `repeat_free` positions.
    """
    if asked.team_size is None:
        return ()
    size, positions = asked.team_size, asked.positions
    most = positions_apart(asked.rotation(), size, most=positions)
    if most == positions:
        return ()
    lasts = positions_apart(repaired(asked.size), size, most=asked.size)
    if lasts < positions:
        return (violation("movement.mates_meet", "positions", positions=positions, most=most),)
    return (violation("movement.mates_meet_unless_repaired", "positions", positions=positions, most=most, lasts=lasts),)
