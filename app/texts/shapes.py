"""The shape of a tournament as somebody types it in one line.

    5x5 keep:20 5x1

Positions × donnes; `keep:20` or `keep:50%` says who plays on after what stands before it, `divide:2` or `divide:1,5` by
how much their scores are divided, `/` that a new séance begins. `garder` and `diviser` are understood as well.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from app.domain.errors import Refused, Violation, violation
from app.domain.tournoi.cut import Cut
from app.domain.tournoi.score import Score, exact
from app.domain.tournoi.shape import Event, PositionPlan, Seance, Shape
from app.services.plain import plain

MOST_POSITIONS = 99
_BLOCK = re.compile(r"(\d{1,2})[x×*](\d{1,2})")
_KEEP = re.compile(r"(?:keep|garder):(\d{1,4})(%?)")
_DIVIDE = re.compile(r"(?:divide|diviser):(\d{1,4}(?:[.,]\d{1,2})?)")


def read_shape(text: str, event: Event = Event.LIBRE) -> Shape:
    """Return the shape that a line says; raise Refused with every word that cannot be read.

    Whether it can be played is not judged here.
    """
    seances: list[list[PositionPlan]] = [[]]
    found: list[Violation] = []
    for word in plain(text).split():
        block, keep, divide = _BLOCK.fullmatch(word), _KEEP.fullmatch(word), _DIVIDE.fullmatch(word)
        if word == "/":
            seances.append([])
        elif block:
            seances[-1] += [PositionPlan(int(block[2]))] * int(block[1])
        elif keep and seances[-1]:
            figure = int(keep[1])
            seances[-1][-1] = _with_cut(seances[-1][-1], keep=Fraction(figure, 100) if keep[2] else figure)
        elif divide and seances[-1]:
            seances[-1][-1] = _with_cut(seances[-1][-1], divide=exact(Fraction(divide[1].replace(",", "."))))
        else:
            found.append(violation("shape.word", "shape", word=word))
    if sum(map(len, seances)) > MOST_POSITIONS:
        found.append(violation("shape.too_long", "shape", most=MOST_POSITIONS))
    if found:
        raise Refused(*found)
    return Shape(tuple(Seance(tuple(plans)) for plans in seances), event)


def _with_cut(plan: PositionPlan, **said: Score) -> PositionPlan:
    """Return a position with more said of the cut behind it."""
    return replace(plan, cut=replace(plan.cut or Cut(), **said))
