"""A line of a ranking: what is compared, in which order, and why one stands before another.

Fascicule 2 (2017), ch. 2, Etablissement des résultats; ch. 3, art. 27 and 29.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from app.domain.tournoi.score import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """How many contracts a competitor took and made, by their height."""

    prise: int = 0
    garde: int = 0
    garde_sans: int = 0
    garde_contre: int = 0

    @property
    def contracts(self) -> int:
        """All contracts made, whatever their height."""
        return self.prise + self.garde + self.garde_sans + self.garde_contre

    def __add__(self, other: Made) -> Made:
        return Made(
            prise=self.prise + other.prise,
            garde=self.garde + other.garde,
            garde_sans=self.garde_sans + other.garde_sans,
            garde_contre=self.garde_contre + other.garde_contre,
        )


NOTHING_MADE = Made()


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What is known of one competitor (player, duo or team) when they are ranked.

    `total` is marks less penalties; `best` the best single position, before penalties and as it was
    played, 0 where nothing was; `reached` the number of cuts they came through; `settled` the total by which their
    place was settled at an elimination, where it is no longer `total`.
    """

    id: str
    total: Score
    best: Score = 0
    made: Made = NOTHING_MADE
    abandoned: bool = False
    reached: int = 0
    settled: Score | None = None


class Criterion(StrEnum):
    """What settles the order of two lines, the first difference deciding; at a cut the arbiter's draw in the end."""

    STAYED = "stayed"
    REACHED = "reached"
    TOTAL = "total"
    BEST_POSITION = "best_position"
    CONTRACTS = "contracts"
    GARDE_CONTRE = "garde_contre"
    GARDE_SANS = "garde_sans"
    DRAWN = "drawn"


Merits = tuple[Score, ...]


def merits(line: Line, *, tie_break: bool) -> Merits:
    """Return what a line is worth by each criterion in turn, more being better.

    Who abandons comes after all others (art. 27), whatever cuts they came through; who was eliminated after all who
    went on, their places being settled then. Art. 29's comparisons follow where ties are broken; it names sur-contrats
    "by height", read as garde contre first, then garde sans.
    """
    total = line.total if line.settled is None else line.settled
    plain = (int(not line.abandoned), 0 if line.abandoned else line.reached, total)
    if not tie_break:
        return plain
    made = line.made
    return (*plain, line.best, made.contracts, made.garde_contre, made.garde_sans)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why one line stands before another: the criterion and both figures; no criterion where they share a rank."""

    above: str
    below: str
    by: Criterion | None = None
    upper: Score = 0
    lower: Score = 0


def explain(one: Line, other: Line, *, tie_break: bool) -> Reason:
    """Return why one of the lines stands before the other, or that nothing tells them apart."""
    pairs = zip(Criterion, merits(one, tie_break=tie_break), merits(other, tie_break=tie_break), strict=False)
    for criterion, mine, theirs in pairs:
        if mine > theirs:
            return Reason(above=one.id, below=other.id, by=criterion, upper=mine, lower=theirs)
        if mine < theirs:
            return Reason(above=other.id, below=one.id, by=criterion, upper=theirs, lower=mine)
    return Reason(above=one.id, below=other.id)
