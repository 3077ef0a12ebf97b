"""The contracts, the bonuses and the forms of the game, with their figures.

Figures: Fascicule 2 (2017), ch. 1, Les enchères, Le calcul des scores, La poignée, Le petit au bout,
Le chelem, Le jeu à 3 joueurs, Le jeu à 5 joueurs.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Contrat(StrEnum):
    """What the preneur undertakes."""

    PRISE = "prise"
    GARDE = "garde"
    GARDE_SANS = "garde_sans"
    GARDE_CONTRE = "garde_contre"

    @property
    def coef(self) -> int:
        """What the contract's points and the petit au bout are multiplied by."""
        return COEFS[self]

    @property
    def is_sur_contrat(self) -> bool:
        """Whether the arbiter must be called before it is played."""
        return self.coef >= 4


class Camp(StrEnum):
    """The two sides of a donne."""

    ATTACK = "attack"
    DEFENSE = "defense"


class Chelem(StrEnum):
    """What became of the chelem, where there was one."""

    ANNOUNCED_MADE = "announced_made"
    ANNOUNCED_FAILED = "announced_failed"
    UNANNOUNCED = "unannounced"
    DEFENSE = "defense"

    @property
    def bonus(self) -> int:
        """What it adds to the total, from the attack's side."""
        return CHELEM_BONUSES[self]

    @property
    def is_announced(self) -> bool:
        """Whether it was asked for, and so needs the arbiter."""
        return self in (Chelem.ANNOUNCED_MADE, Chelem.ANNOUNCED_FAILED)

    @property
    def winner(self) -> Camp | None:
        """The camp that took every trick, if one did."""
        return CHELEM_WINNERS[self]


COEFS = {Contrat.PRISE: 1, Contrat.GARDE: 2, Contrat.GARDE_SANS: 4, Contrat.GARDE_CONTRE: 6}
CHELEM_BONUSES = {
    Chelem.ANNOUNCED_MADE: 400,
    Chelem.UNANNOUNCED: 200,
    Chelem.ANNOUNCED_FAILED: -200,
    Chelem.DEFENSE: -200,
}
CHELEM_WINNERS = {
    Chelem.ANNOUNCED_MADE: Camp.ATTACK,
    Chelem.UNANNOUNCED: Camp.ATTACK,
    Chelem.ANNOUNCED_FAILED: None,
    Chelem.DEFENSE: Camp.DEFENSE,
}

# Points to make, by the number of bouts in the attack's tricks.
THRESHOLDS = (56, 51, 41, 36)
BOUTS = len(THRESHOLDS) - 1
PACK_POINTS = 91
PACK_ATOUTS = 22  # the 21 atouts and the excuse
BOUT_POINTS = 4  # a bout never weighs less: 4½, less the half of a small card given for the excuse
CONTRACT_BASE = 25
PETIT_AU_BOUT = 10


@dataclass(frozen=True, slots=True)
class Forme:
    """How a number of players changes the game."""

    playing: int
    poignees: tuple[tuple[int, int], ...]
    has_halves: bool

    def poignee_bonus(self, atouts: int) -> int | None:
        """Return the bonus for showing so many atouts, or None where that is no poignée."""
        return dict(self.poignees).get(atouts)


A_TROIS = Forme(playing=3, poignees=((13, 20), (15, 30), (18, 40)), has_halves=True)
A_QUATRE = Forme(playing=4, poignees=((10, 20), (13, 30), (15, 40)), has_halves=False)
A_CINQ = Forme(playing=5, poignees=((8, 20), (10, 30), (13, 40)), has_halves=True)
FORMES = {forme.playing: forme for forme in (A_TROIS, A_QUATRE, A_CINQ)}
