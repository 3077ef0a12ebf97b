"""What stood when a fact was written: the donne, the penalty or the sheet that it names by an id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.domain.errors import Refused
from app.domain.events.table import Entry, EventId
from app.domain.fold.feuille import Feuille, Ligne, Request
from app.domain.fold.state import State
from app.domain.tournoi.identity import Identity
from app.domain.tournoi.penalty import Penalty
from app.domain.tournoi.sheet import Scored
from app.texts.catalogue import Texts
from app.texts.names import name_of


@dataclass(frozen=True, slots=True)
class Scene:
    """The state that a fact met, and the table where it was written; knows nothing where there is none."""

    state: State | None = None
    table: int | None = None

    def donne(self, position: int, event: EventId) -> tuple[int, Entry | Scored] | None:
        """Return the donne under an event, with its number on the sheet at that time."""
        feuille = self._feuille(position)
        for number, line in enumerate(feuille.donnes if feuille else (), 1):
            written = line.donne or line.scored
            if line.id == event and written is not None:
                return number, written
        return None

    def next_number(self, position: int) -> int | None:
        """Return the number that a donne written on the sheet at that time had there."""
        feuille = self._feuille(position)
        return None if feuille is None else len(feuille.donnes) + 1

    def line(self, position: int, event: EventId) -> Ligne | None:
        """Return what stood on the sheet under an event, a donne or not."""
        feuille = self._feuille(position)
        return next((line for line in (feuille.lines if feuille else ()) if line.id == event), None)

    def request(self, position: int, event: EventId) -> Request | None:
        """Return what was asked of the arbiter under an event."""
        feuille = self._feuille(position)
        return next((asked for asked in (feuille.requests if feuille else ()) if asked.id == event), None)

    def penalty(self, penalty: str) -> Penalty | None:
        """Return a penalty by its id."""
        return self.state.penalties.get(penalty) if self.state else None

    def is_signed(self, position: int) -> bool:
        """Whether the sheet was signed or in: what is annulled there is not played again."""
        feuille = self._feuille(position)
        return feuille is not None and not feuille.is_open

    def _feuille(self, position: int) -> Feuille | None:
        if self.state is None or self.table is None:
            return None
        try:
            return self.state.feuille(position, self.table)
        except Refused:
            return None


NOWHERE = Scene()


@dataclass(frozen=True, slots=True)
class Telling:
    """What a sentence needs beside the fact itself: the language, and who is who."""

    texts: Texts
    identities: Mapping[str, Identity]
    scene: Scene = NOWHERE

    def met(self, state: State | None, table: int | None) -> Telling:
        """Return the telling of a fact that met this state, at this table."""
        return replace(self, scene=Scene(state, table))

    def name(self, player: str) -> str:
        """Return a player's name."""
        return name_of(player, self.identities)
