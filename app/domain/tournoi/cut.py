"""A cut: who plays on after a position, and with how much of their score.

Fascicule 2 (2017), ch. 2, Tournoi à grosse dotation; ch. 3, art. 3, 9, 15 and 29.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from app.domain.errors import Refused, violation
from app.domain.tournoi.line import Criterion, Line, Reason, explain
from app.domain.tournoi.score import Score
from app.domain.tournoi.standings import Ranked, Standings
from app.domain.values import replace

# The fewest teams of two and of four that can play on: their movement needs five tables.
_LEAST_TEAMS = {2: 9, 4: 5}


def can_play_on(competitors: int, *, members: int = 1) -> bool:
    """Tell whether so many can be seated after a cut: players at tables of four and of three, four of them at least.

    `members` are those of one competitor. Teams can only be seated by their movement.
    """
    if members > 1:
        return competitors >= _LEAST_TEAMS[members]
    return competitors == 4 or competitors >= 6


@dataclass(frozen=True, slots=True)
class Cut:
    """A planned cut: a number or a share of the competitors is kept (everyone where None), scores are divided."""

    keep: int | Fraction | None = None
    divide: Score = 1

    def kept(self, entrants: int, *, members: int = 1) -> int:
        """Return how many of so many play on; part of a competitor counts as one, in the players' favour.

        A share that leaves a number which cannot be seated is rounded up to the next that can.
        """
        if self.keep is None:
            return entrants
        if isinstance(self.keep, int):
            return min(self.keep, entrants)
        share = ceil(self.keep * entrants)
        return next((n for n in range(share, entrants) if can_play_on(n, members=members)), entrants)


@dataclass(frozen=True, slots=True, kw_only=True)
class CutMade:
    """A cut that took place after a position: those kept in their order, those eliminated in theirs."""

    after: int
    divide: Score
    kept: tuple[str, ...]
    eliminated: tuple[str, ...]


def make_cut(cut: Cut, lines: Iterable[Line], *, after: int, drawn: tuple[str, ...] = (), members: int = 1) -> CutMade:
    """Return the cut among those who are still in (`lines`, less who abandoned), competitors of so many `members`.

    Ties at the limit are broken by art. 29 in every event, no other rule being known for them. Who is
    still equal there is not chosen by us: refused until `drawn` names those whom the arbiter's draw keeps.
    """
    table = _table(lines)
    order = [row.line.id for row in table]
    places = cut.kept(len(table), members=members)
    ahead, tied = _limit(table, places)
    if not tied and drawn:
        raise Refused(violation("cut_decided", "drawn"))
    if len(set(drawn)) != places - ahead or not set(drawn) <= set(tied):
        raise Refused(violation("cut_undecided", "drawn", places=places - ahead, tied=", ".join(tied)))
    kept = {*order[:ahead], *drawn}
    return CutMade(
        after=after,
        divide=cut.divide,
        kept=tuple(name for name in order if name in kept),
        eliminated=tuple(name for name in order if name not in kept),
    )


def remake_cut(cut: Cut, lines: Iterable[Line], made: CutMade, *, members: int = 1) -> CutMade:
    """Return the cut as it would be with these lines, which were mended since it was made.

    Where players are tied at the limit, those whom the cut kept keep their places.
    """
    table = _table(lines)
    places = cut.kept(len(table), members=members)
    ahead, tied = _limit(table, places)
    drawn = sorted(tied, key=lambda player: player not in made.kept)[: places - ahead]
    return make_cut(cut, (row.line for row in table), after=made.after, drawn=tuple(drawn), members=members)


def ties_broken(kept: Sequence[str], eliminated: Sequence[str], lines: Iterable[Line]) -> tuple[Reason, ...]:
    """Return why those kept stand before those eliminated who had the same total, where a cut had such a limit.

    Each one kept is held against the first who went out, and each who went out against the last one kept. Where scores
    were mended since, nothing is said of whom they no longer put before the other.
    """
    known = {line.id: line for line in lines}
    inside = [known[name] for name in kept]
    outside = [known[name] for name in eliminated]
    if not inside or not outside or inside[-1].total != outside[0].total:
        return ()
    limit = outside[0].total
    pairs = [(above, outside[0]) for above in inside if above.total == limit]
    pairs += [(inside[-1], below) for below in outside[1:] if below.total == limit]
    whys = (explain(above, below, tie_break=True) for above, below in pairs)
    told = (why if why.by else replace(why, by=Criterion.DRAWN) for why in whys)
    return tuple(why for why, (above, _) in zip(told, pairs, strict=True) if why.above == above.id)


def _table(lines: Iterable[Line]) -> tuple[Ranked, ...]:
    return Standings.of((line for line in lines if not line.abandoned), tie_break=True).table()


def _limit(table: tuple[Ranked, ...], places: int) -> tuple[int, tuple[str, ...]]:
    """Return how many are kept without question, and who is tied for the places that remain."""
    if places == len(table) or table[places - 1].rank != table[places].rank:
        return places, ()
    rank = table[places].rank
    return rank - 1, tuple(row.line.id for row in table if row.rank == rank)
