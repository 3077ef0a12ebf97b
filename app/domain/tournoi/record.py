"""A competitor's record: what each position brought, and the lines that rankings make of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.domain.tournoi.cut import CutMade
from app.domain.tournoi.line import NOTHING_MADE, Line, Made
from app.domain.tournoi.penalty import Penalty, points_at
from app.domain.tournoi.score import Score, divided
from app.domain.values import replace


@dataclass(frozen=True, slots=True)
class Played:
    """What one position brought: its marks, before penalties, and the contracts made."""

    marks: int
    made: Made = NOTHING_MADE

    def __add__(self, other: Played) -> Played:
        return Played(self.marks + other.marks, self.made + other.made)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """All that counts for one competitor; `played` has a slot for each position, None where they did not play.

    `out_after` is the position after which they were eliminated, `abandoned_at` the one they left in. Who leaves once
    they are eliminated abandons nothing: there was nothing left to play.
    """

    id: str
    played: tuple[Played | None, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    out_after: int | None = None
    abandoned_at: int | None = None

    def has_abandoned(self, upto: int | None = None) -> bool:
        """Tell whether they gave up by position `upto`, or by now, while they still had to play."""
        ends = [end for end in (upto, self.out_after) if end is not None]
        return self.abandoned_at is not None and all(self.abandoned_at <= end for end in ends)

    def with_position(self, number: int, played: Played | None) -> Record:
        """Return the record with one position set, as after one more donne of it."""
        slots = list(self.played) + [None] * (number - len(self.played))
        slots[number - 1] = played
        return replace(self, played=tuple(slots))


def running_line(record: Record, cuts: Sequence[CutMade] = (), *, upto: int | None = None) -> Line:
    """Return the line of the ranking after position `upto`, or as things stand now.

    A division weighs all that was scored before it, penalties too; who is eliminated or abandons keeps the
    score of that moment undivided. After position `upto` means before the cut that follows it, and before
    anybody left later on: a ranking that was posted does not change. Penalties given after an elimination count in the
    total; the place was settled before them.
    """
    past = _past(record.played, upto)
    total = carried(record, cuts, upto=upto)
    settled = total if record.out_after is None else carried(record, cuts, upto=_sooner(record.out_after, upto))
    return Line(
        id=record.id,
        total=total,
        best=max((played.marks for played in past), default=0),
        made=sum((played.made for played in past), NOTHING_MADE),
        abandoned=record.has_abandoned(upto),
        reached=sum(1 for _ in _survived(record, cuts, upto=upto)),
        settled=None if settled == total else settled,
    )


def position_line(record: Record, number: int) -> Line | None:
    """Return the line of one position's own ranking, None where the competitor did not play it."""
    played = record.played[number - 1] if number <= len(record.played) else None
    if played is None:
        return None
    total = played.marks - points_at(record.penalties, number)
    return Line(id=record.id, total=total, best=played.marks, made=played.made)


def carried(
    record: Record, cuts: Sequence[CutMade] = (), *, upto: int | None = None, with_penalties: bool = True
) -> Score:
    """Return the running score: each division is applied to all that came before it, and nothing is rounded."""
    divisors = {cut.after: cut.divide for cut in _survived(record, cuts, upto=upto)}
    last = max(len(record.played), *(penalty.position for penalty in record.penalties), *divisors, 0)
    score: Score = 0
    for number in range(1, (last if upto is None else min(last, upto)) + 1):
        played = record.played[number - 1] if number <= len(record.played) else None
        score += 0 if played is None else played.marks
        score -= points_at(record.penalties, number) if with_penalties else 0
        if number in divisors:
            score = divided(score, divisors[number])
    return score


def best_over(records: Iterable[Record], positions: Sequence[int], *, rewarded: frozenset[str]) -> tuple[Line, ...]:
    """Return the lines of the prize for the best score over some positions, the last two of them as a rule.

    For those not otherwise rewarded (ch. 2, La dotation). Penalties given in these positions count; who
    abandoned or missed one of them does not compete for it.
    """
    found = []
    for record in records:
        lines = [position_line(record, number) for number in positions]
        scores = [line.total for line in lines if line is not None]
        if len(scores) == len(lines) and not record.has_abandoned() and record.id not in rewarded:
            found.append(Line(id=record.id, total=sum(scores)))
    return tuple(found)


def eliminate(records: Mapping[str, Record], cut: CutMade) -> dict[str, Record]:
    """Return the records once a cut has taken place."""
    gone = {name: replace(records[name], out_after=cut.after) for name in cut.eliminated}
    return {**records, **gone}


def _sooner(position: int, upto: int | None) -> int:
    return position if upto is None else min(position, upto)


def _past(slots: tuple[Played | None, ...], upto: int | None) -> list[Played]:
    return [played for played in slots[:upto] if played is not None]


def _survived(record: Record, cuts: Sequence[CutMade], *, upto: int | None) -> Iterator[CutMade]:
    """Return the cuts that this competitor came through, before position `upto` was over."""
    ends = [end for end in (upto, record.out_after, record.abandoned_at) if end is not None]
    return (cut for cut in cuts if all(cut.after < end for end in ends))
