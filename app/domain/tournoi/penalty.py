"""Penalties: taken from the player's own total, apart from the marks, which keep their zero sum.

Fascicule 2 (2017), ch. 3, art. 26; ch. 4, Attitude de l'arbitre.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.domain.errors import Refused, violation
from app.domain.tournoi.note import Note, check_note
from app.domain.values import replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """Points taken from a player, at the position where they were given."""

    player: str
    position: int
    points: int
    given: Note
    cancelled: Note | None = None

    @property
    def stands(self) -> bool:
        """Whether it still counts."""
        return self.cancelled is None


def give(*, player: str, position: int, points: int, given: Note) -> Penalty:
    """Return the penalty; refuse one without points, or without its author and reason.

    A late arrival before the first donne is given at position 1: there is no position 0.
    """
    refused = [*check_note(given)]
    if points < 1:
        refused.append(violation("penalty_points", "points", points=points))
    if position < 1:
        refused.append(violation("position_unknown", "position", position=position))
    if refused:
        raise Refused(*refused)
    return Penalty(player=player, position=position, points=points, given=given)


def cancel(penalty: Penalty, note: Note) -> Penalty:
    """Return the penalty cancelled: it stays to be read, and counts no more."""
    refused = [*check_note(note)]
    if not penalty.stands:
        refused.append(violation("penalty_cancelled_twice", "penalty", player=penalty.player))
    if refused:
        raise Refused(*refused)
    return replace(penalty, cancelled=note)


def points_at(penalties: Iterable[Penalty], position: int) -> int:
    """Return the points that stand against one position."""
    return sum(penalty.points for penalty in penalties if penalty.stands and penalty.position == position)
