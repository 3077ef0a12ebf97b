"""A donne as North enters it: half filled (`Saisie`), then whole (`Donne`)."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.donne.contrat import A_QUATRE, FORMES, Camp, Chelem, Contrat, Forme
from app.domain.values import quick

Seat = str


class Demi(int):
    """A number of half points that a sentence will say as points: 81 is 40.5, or 40,5 in French."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Poignee:
    """A poignée shown at the table."""

    by: Seat
    atouts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Saisie:
    """An entry in any state; nothing here is checked (see `checks`), None is what is not said yet.

    Points are doubled, so that the half points of tables of three and five stay whole numbers.
    """

    players: int | None = None
    seats: tuple[Seat, ...] | None = None
    preneur: Seat | None = None
    contrat: Contrat | None = None
    bouts: int | None = None
    demi_points: int | None = None
    defense_demi_points: int | None = None
    petit_au_bout: Camp | None = None
    poignees: tuple[Poignee, ...] = ()
    chelem: Chelem | None = None
    partner: Seat | None = None
    mort: Seat | None = None

    @property
    def forme(self) -> Forme | None:
        """The game that is played, where the number of players is a table's."""
        if self.players == 5 and self.mort is not None:
            return A_QUATRE  # five with a mort play as four: Fascicule 2 (2017), ch. 1, Le jeu à 5 joueurs
        return None if self.players is None else FORMES.get(self.players)

    @property
    def needs_arbiter(self) -> bool:
        """Whether the arbiter's visa is due: Fascicule 2 (2017), ch. 1, Les enchères, Le chelem."""
        announced = self.chelem is not None and self.chelem.is_announced
        return announced or (self.contrat is not None and self.contrat.is_sur_contrat)


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Donne(Saisie):
    """An entry with everything that its marks need."""

    players: int
    seats: tuple[Seat, ...]
    preneur: Seat
    contrat: Contrat
    bouts: int
    demi_points: int

    @property
    def playing(self) -> int:
        """How many play: all but the mort."""
        return self.players - (self.mort is not None)
