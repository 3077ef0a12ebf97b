"""The proof of a movement: who meets again and where, who comes twice to a table of three.

It looks at the seatings themselves, whatever made them (a walk, a Howell, a draw, a withdrawal), so that it
also holds the shorter reasoning of `rotation` to account.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Generic

from app.domain.mouvement.seats import Seating, Who


@dataclass(frozen=True, slots=True)
class Visit:
    """A table at a position; positions are numbered as they are played."""

    position: int
    table: int


@dataclass(frozen=True, slots=True)
class Again(Generic[Who]):
    """People who come together at each of these visits: two who meet, or one who comes to such tables."""

    people: tuple[Who, ...]
    visits: tuple[Visit, ...]


@dataclass(frozen=True, slots=True)
class Proof(Generic[Who]):
    """What can be said of a movement before anybody plays it."""

    meeting_again: tuple[Again[Who], ...]
    mates_meeting: tuple[Again[Who], ...]
    tables_of_three: tuple[int, ...]
    twice_at_three: tuple[Again[Who], ...]

    @property
    def repeats(self) -> int:
        """Meetings beyond the first, added up over all pairs."""
        return sum(len(again.visits) - 1 for again in self.meeting_again)


def prove(seatings: Sequence[Seating[Who]], teams: Iterable[Collection[Who]] = ()) -> Proof[Who]:
    """Say who meets again, which mates meet, which tables are of three and who comes to one twice.

    People are told in the order in which they first appear.
    """
    rank: dict[Who, int] = {}
    for who in chain.from_iterable(seating.people() for seating in seatings):
        rank.setdefault(who, len(rank))

    def pairs(people: Iterable[Who]) -> Iterable[tuple[Who, ...]]:
        return combinations(sorted(people, key=rank.__getitem__), 2)

    mates = {pair for team in teams for pair in pairs(who for who in team if who in rank)}
    met: set[tuple[Who, ...]] = set()
    again: set[tuple[Who, ...]] = set()
    for table in chain.from_iterable(seatings):
        for pair in pairs(table.people):
            (again if pair in met else met).add(pair)
    visits: dict[tuple[Who, ...], list[Visit]] = {}
    threes: dict[tuple[Who, ...], list[Visit]] = {}
    for position, seating in enumerate(seatings, 1):
        for table in seating:
            visit = Visit(position, table.number)
            # Only pairs to be told are kept: a large room has half a million others.
            for pair in pairs(table.people):
                if pair in again or pair in mates:
                    visits.setdefault(pair, []).append(visit)
            if len(table.seated) == 3:
                for who in table.people:
                    threes.setdefault((who,), []).append(visit)

    def told(found: dict[tuple[Who, ...], list[Visit]], only: set[tuple[Who, ...]]) -> tuple[Again[Who], ...]:
        ordered = sorted(only.intersection(found), key=lambda people: [rank[who] for who in people])
        return tuple(Again(people, tuple(found[people])) for people in ordered)

    return Proof(
        meeting_again=told(visits, again),
        mates_meeting=told(visits, mates),
        tables_of_three=tuple(sorted({visit.table for there in threes.values() for visit in there})),
        twice_at_three=told(threes, {who for who, there in threes.items() if len(there) > 1}),
    )


def repeat_free(seatings: Iterable[Seating[Who]]) -> int:
    """Return how many of these positions are played before two people meet twice."""
    met: set[frozenset[Who]] = set()
    played = 0
    for seating in seatings:
        now = {frozenset(pair) for table in seating for pair in combinations(table.people, 2)}
        if now & met:
            return played
        met |= now
        played += 1
    return played
