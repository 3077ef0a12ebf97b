"""All that a journal says, as one value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from app.domain.arbitrage.avertissements import Avertissements
from app.domain.arbitrage.jugement import RULESETS
from app.domain.arbitrage.regle import Ruleset
from app.domain.donne.donne import Demi
from app.domain.errors import Refused, Violation, violation
from app.domain.events.order import Key
from app.domain.events.table import EventId
from app.domain.events.tournoi import (
    LoneSheetStarted,
    MovementChosen,
    PartieStarted,
    PlayerId,
    Role,
    TournamentCreated,
)
from app.domain.fold.feuille import Feuille
from app.domain.tournoi.cut import CutMade
from app.domain.tournoi.entrants import Entrants
from app.domain.tournoi.identity import Identity
from app.domain.tournoi.penalty import Penalty
from app.domain.tournoi.position import Position
from app.domain.tournoi.sheet import Sheet
from app.domain.values import replace

Tables = Mapping[int, Feuille]


@dataclass(frozen=True, slots=True)
class Assignment:
    """The device that writes for a table, under its epoch.

    `instead_of` is the tablet of a table whose paper was typed: it writes no more there, and still shows the sheet.
    """

    device: str
    epoch: int
    instead_of: str = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an event had no effect: a violation that can be kept, its figures as text, half points apart."""

    key: str
    field: str
    params: Mapping[str, str]
    demi_points: Mapping[str, int]

    @classmethod
    def of(cls, found: Violation) -> Reason:
        """Return the reason in a violation."""
        points = {name: int(value) for name, value in found.params if isinstance(value, Demi)}
        others = {name: str(value) for name, value in found.params if name not in points}
        return cls(found.key, found.field, others, points)

    @property
    def violation(self) -> Violation:
        """The violation again, for its sentence."""
        points = ((name, Demi(value)) for name, value in self.demi_points.items())
        return Violation(self.key, self.field, (*self.params.items(), *points))


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A tournament or a Partie libre at one point of its journal.

    `set_aside` are the events that had no effect, each with the reasons; `unconfirmed` the arbiter's decisions taken
    on a table's own tablet; `settled` what was decided about events in quarantine, by the places claimed for them;
    `dealt` the movement whose cards were handed out, `movement` the one chosen last;
    `lasting` for how many positions the movement was planned that began at a position; `licences` whose each one is;
    `warned` whom each ruling warned, and for which fault.
    """

    journal: str = ""
    created: TournamentCreated | PartieStarted | LoneSheetStarted | None = None
    is_closed: bool = False
    devices: Mapping[str, Role] = field(default_factory=dict)
    assignments: Mapping[int, Assignment] = field(default_factory=dict)
    identities: Mapping[PlayerId, Identity] = field(default_factory=dict)
    licences: Mapping[str, PlayerId] = field(default_factory=dict)
    entrants: Entrants = field(default_factory=Entrants)
    teams: Mapping[str, tuple[PlayerId, ...]] = field(default_factory=dict)
    team_names: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, PlayerId] = field(default_factory=dict)
    seed: int | None = None
    dealt: MovementChosen | None = None
    movement: MovementChosen | None = None
    positions: Mapping[int, Position] = field(default_factory=dict)
    settings: tuple[str, ...] = ()
    lasting: Mapping[int, int] = field(default_factory=dict)
    feuilles: Mapping[int, Tables] = field(default_factory=dict)
    penalties: Mapping[str, Penalty] = field(default_factory=dict)
    warned: Mapping[EventId, tuple[tuple[PlayerId, str], ...]] = field(default_factory=dict)
    cuts: tuple[CutMade, ...] = ()
    unconfirmed: frozenset[EventId] = frozenset()
    settled: Mapping[EventId, tuple[Key, ...]] = field(default_factory=dict)
    set_aside: Mapping[EventId, tuple[Reason, ...]] = field(default_factory=dict)

    @property
    def ruleset(self) -> Ruleset:
        """The code of arbitration that is played by."""
        return RULESETS[self.created.ruleset if self.created else "fft-2017"]

    @property
    def warnings(self) -> Avertissements:
        """The memory of warnings, for the next fault."""
        memory = Avertissements()
        for player, code in (warning for given in self.warned.values() for warning in given):
            memory = memory.with_warning(player, code, self.ruleset)
        return memory

    @property
    def position(self) -> int:
        """The number of the last position that was opened, 0 before the first."""
        return self.entrants.position

    def feuille(self, position: int, table: int) -> Feuille:
        """Return a table's sheet; refuse where there is none."""
        found = self.feuilles.get(position, {}).get(table)
        if found is None:
            raise Refused(violation("sheet_unknown", "table", table=table, position=position))
        return found

    def with_feuille(self, feuille: Feuille) -> State:
        """Return the state with one sheet as it is now."""
        number, table = feuille.sheet.position, feuille.sheet.table
        return replace(self, feuilles={**self.feuilles, number: {**self.feuilles[number], table: feuille}})

    def sheets(self, position: int) -> Iterator[Sheet]:
        """Yield the sheets of a position, in the order of the tables."""
        return (feuille.sheet for feuille in self.feuilles.get(position, {}).values())
