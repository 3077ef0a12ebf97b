"""The shape of a tournament: its séances, their positions and donnes, and the cuts between them.

Fascicule 2 (2017), ch. 2, Tournoi à grosse dotation; ch. 3, art. 2, 3, 8, 9, 14, 15.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate, count

from app.domain.errors import Violation, violation
from app.domain.tournoi.cut import Cut, can_play_on
from app.domain.tournoi.score import Score


class Event(StrEnum):
    """Who is ranked: players, duos or teams of four."""

    LIBRE = "libre"
    SENIOR = "senior"
    DUO = "duo"
    PAR4 = "par4"

    @property
    def members(self) -> int:
        """Return how many players make one competitor."""
        return {Event.DUO: 2, Event.PAR4: 4}.get(self, 1)

    @property
    def least_kept(self) -> int:
        """Return the fewest competitors that can play on: a table of four, or two teams."""
        return max(2, 4 // self.members**2)


@dataclass(frozen=True, slots=True)
class PositionPlan:
    """A position to be played, and the cut that follows it, if one does."""

    donnes: int
    cut: Cut | None = None


@dataclass(frozen=True, slots=True)
class Seance:
    """A session: positions played one after the other."""

    positions: tuple[PositionPlan, ...]

    @property
    def donnes(self) -> int:
        """Return how many donnes are played in it by who plays them all."""
        return sum(plan.donnes for plan in self.positions)


@dataclass(frozen=True, slots=True)
class Shape:
    """A whole tournament as announced before it starts."""

    seances: tuple[Seance, ...]
    event: Event = Event.LIBRE

    @property
    def positions(self) -> tuple[PositionPlan, ...]:
        """Return all positions in the order in which they are played; the first is position 1."""
        return tuple(plan for seance in self.seances for plan in seance.positions)

    @property
    def eliminations(self) -> tuple[int, ...]:
        """Return the positions after which not everybody plays on."""
        plans = enumerate(self.positions, 1)
        return tuple(number for number, plan in plans if plan.cut and plan.cut.keep is not None)

    @property
    def played_by_all(self) -> int:
        """Return how many positions come before anyone is eliminated."""
        return next(iter(self.eliminations), len(self.positions))

    def ends(self, begun: int) -> tuple[int, ...]:
        """Return after which positions a movement begun at one may end, the first to come first.

        With its séance or a later one, at the latest where somebody is eliminated.
        """
        last = next((number for number in self.eliminations if number >= begun), len(self.positions))
        closes = accumulate(len(seance.positions) for seance in self.seances)
        return (*(close for close in closes if begun <= close < last), last)

    def seance_begun(self, position: int) -> int:
        """Return the first position of the séance in which a position is played."""
        first = 1
        for seance in self.seances:
            if position < first + len(seance.positions):
                break
            first += len(seance.positions)
        return first


def plain(positions: int, donnes: int) -> Shape:
    """Return one séance of so many positions of so many donnes."""
    return Shape((Seance((PositionPlan(donnes),) * positions),))


def with_final(shape: Shape, keep: int, *, positions: int, donnes: int) -> Shape:
    """Return the shape followed by a final: the first `keep` play on, and carry their whole score into it."""
    *before, last = shape.seances
    *early, eve = last.positions
    final = (PositionPlan(donnes),) * positions
    return replace(shape, seances=(*before, Seance((*early, replace(eve, cut=Cut(keep)), *final))))


PRESETS = {
    "6x4": plain(6, 4),
    "5x5": plain(5, 5),
    "3x8": plain(3, 8),
    "5x4+12": with_final(plain(5, 4), 12, positions=1, donnes=4),
    "5x4+16": with_final(plain(5, 4), 16, positions=1, donnes=4),
    "5x4+20": with_final(plain(5, 4), 20, positions=1, donnes=4),
    "5x5+20": with_final(plain(5, 5), 20, positions=5, donnes=1),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One row of the programme: who plays a position, and by how much the scores brought to it were divided."""

    seance: int
    position: int
    donnes: int
    entrants: int
    divided_by: Score


def programme(shape: Shape, entrants: int) -> tuple[Step, ...]:
    """Return the table that regulations owe: players, donnes and division of each position (art. 3, 9, 15, 20)."""
    steps: list[Step] = []
    playing, before = entrants, Cut()
    for number, seance in enumerate(shape.seances, 1):
        for plan in seance.positions:
            playing = before.kept(playing, members=shape.event.members)
            steps.append(
                Step(
                    seance=number,
                    position=len(steps) + 1,
                    donnes=plan.donnes,
                    entrants=playing,
                    divided_by=before.divide,
                )
            )
            before = plan.cut or Cut()
    return tuple(steps)


def check_shape(shape: Shape) -> tuple[Violation, ...]:
    """Return everything that makes the shape none at all, of a tournament begun whenever it was."""
    return tuple(_refusals(shape))


def check_new_shape(shape: Shape) -> tuple[Violation, ...]:
    """Return everything that makes the shape of a new tournament impossible to play.

    More than `check_shape`: a journal that was begun with such a shape must still be read.
    """
    return (*_refusals(shape), *_unseatable(shape))


def _refusals(shape: Shape) -> Iterator[Violation]:
    if not shape.seances:
        yield violation("no_seance", "seances")
    for number, seance in enumerate(shape.seances, 1):
        if not seance.positions:
            yield violation("seance_empty", f"seances.{number}", seance=number)
    most = None
    for number, plan in enumerate(shape.positions, 1):
        field = f"positions.{number}"
        if plan.donnes < 1:
            yield violation("position_without_donne", f"{field}.donnes", position=number)
        if plan.cut is None:
            continue
        if number == len(shape.positions):
            yield violation("cut_after_last", f"{field}.cut", position=number)
        yield from _cut_refusals(plan.cut, f"{field}.cut", shape.event)
        if isinstance(plan.cut.keep, int):
            if most is not None and plan.cut.keep > most:
                yield violation("keep_grows", f"{field}.cut.keep", keep=plan.cut.keep, most=most)
            most = plan.cut.keep


def _cut_refusals(cut: Cut, field: str, event: Event) -> Iterator[Violation]:
    if isinstance(cut.keep, int):
        if cut.keep < event.least_kept:
            yield violation("keep_too_few", f"{field}.keep", keep=cut.keep, least=event.least_kept)
    elif cut.keep is not None and not 0 < cut.keep < 1:
        yield violation("keep_share", f"{field}.keep", share=cut.keep)
    if cut.divide < 1:
        yield violation("divide_below_one", f"{field}.divide", divide=cut.divide)


def _unseatable(shape: Shape) -> Iterator[Violation]:
    """Find the numbers kept that would stand at the tables with nobody to sit down with."""
    event, members = shape.event, shape.event.members
    for number, plan in enumerate(shape.positions, 1):
        keep = plan.cut.keep if plan.cut else None
        if not isinstance(keep, int) or keep < event.least_kept or can_play_on(keep, members=members):
            continue
        field = f"positions.{number}.cut.keep"
        more = next(n for n in count(keep) if can_play_on(n, members=members))
        if members > 1:
            yield violation("keep_teams", field, keep=keep, least=more)
        else:
            yield violation("keep_unseatable", field, keep=keep, fewer=keep - 1, more=more)
