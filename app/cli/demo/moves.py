"""What happens at a table, one thing after another: each written by the table's tablet, or by the arbiter's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.domain.arbitrage.faute import Faute, Ruling
from app.domain.donne.donne import Seat
from app.domain.events.table import Announce, Entry, NoContract

PlayerId = str


@dataclass(frozen=True, slots=True)
class Throw:
    """Nobody plays these cards."""

    why: NoContract


@dataclass(frozen=True, slots=True)
class Ask:
    """A player asks for what only the arbiter grants, and gets an answer."""

    seat: Seat
    announce: Announce
    granted: bool


@dataclass(frozen=True, slots=True)
class Play:
    """A donne is played and entered."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Mend:
    """North typed a donne wrongly, and enters it again."""

    number: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class Visa:
    """A sur-contrat was played before the arbiter came, who gives it their visa now."""

    number: int


@dataclass(frozen=True, slots=True)
class Rule:
    """The arbiter is called and rules on a fault: on the cards in play, or on the donne of a number."""

    faute: Faute
    ruling: Ruling
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Fine:
    """The arbiter takes points from somebody at this table, outside any fault of play."""

    player: PlayerId
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Correct:
    """Once the sheet is in, the arbiter corrects a donne of it."""

    number: int
    entry: Entry


Move = Throw | Ask | Play | Mend | Visa | Rule | Fine | Correct


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """One table's position: who sits there, who deals first, what happens, and what its sheet says in the end."""

    position: int
    table: int
    people: Mapping[Seat, PlayerId]
    dealer: Seat
    moves: tuple[Move, ...]
    donnes: tuple[Entry, ...]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats where somebody sits."""
        return tuple(self.people)
