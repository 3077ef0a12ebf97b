"""Movements in which each line walks from table to table, and how long nobody meets twice in them.

Players of one line (North, South, East, West) keep their seat and all take the same steps, so a movement is
a few walks round a ring of tables. Two players meet where the walks of their lines stand apart by just the
distance of their starting tables: nobody meets twice exactly as long as, for every two lines, that distance
is new at every position. This turns the proof for a whole room into a few comparisons.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, count, islice
from typing import NamedTuple

from app.domain.mouvement.seats import Card, Place, Seat, Seating

LINES = (Seat.N, Seat.S, Seat.E, Seat.O)
BIS = Card("E1b")  # the extra player of a table of five: "Est 1 bis", ASCE art. 6 bis
Walk = dict[Seat, int]
Pair = tuple[Seat, Seat]


class Steps(NamedTuple):
    """How many tables each line goes up on arriving at a position; North stays."""

    s: int
    e: int
    o: int
    e2: int

    @classmethod
    def of(cls, s: int, e: int, o: int) -> Steps:
        """Steps where the extra East moves with East, one table further: a new East at each position."""
        return cls(s, e, o, e + 1)


@dataclass(frozen=True, slots=True)
class Rotation:
    """A movement by lines: its usual steps, and others on arriving at some positions."""

    tables: int
    usual: Steps
    special: tuple[tuple[int, Steps], ...] = ()

    def steps(self, position: int) -> Steps:
        """Return the steps taken on arriving at a position (2 is the first that is arrived at)."""
        return dict(self.special).get(position, self.usual)

    def walks(self, first: int = 1) -> Iterator[Walk]:
        """Go through the positions from `first` on, without end: how far each line is from its start."""
        return islice(self._all_walks(), first - 1, None)

    def _all_walks(self) -> Iterator[Walk]:
        s = e = o = e2 = 0
        special = dict(self.special)
        for position in count(2):
            yield {Seat.N: 0, Seat.S: s, Seat.E: e, Seat.O: o, Seat.E2: e2}
            step = special.get(position, self.usual)
            s, e, o, e2 = ((at + by) % self.tables for at, by in zip((s, e, o, e2), step, strict=True))

    def table(self, start: int, offset: int) -> int:
        """Return the table that a line's walk reaches from a starting table."""
        return (start + offset - 1) % self.tables + 1

    def seatings(
        self, *, first: int = 1, absent: Collection[Place] = (), five: bool = False
    ) -> Iterator[Seating[Card]]:
        """Seat the room for each position from `first` on, without end.

        `absent` are starting places that nobody took; `five` adds the extra East, who starts at table 1.
        """
        start = [(place, Card(str(place))) for place in starting_places(self.tables) if place not in absent]
        if five:
            start.append((Place(1, Seat.E2), BIS))
        for walk in self.walks(first):
            seated = ((Place(self.table(place.table, walk[place.seat]), place.seat), card) for place, card in start)
            yield Seating.of(seated, self.tables)

    def repeat_free(self, *, first: int = 1, lines: Iterable[Seat] = LINES, mates: Iterable[Pair] = ()) -> int:
        """Return how many positions can be played from `first` on before two players meet twice.

        `lines` are those where somebody sits. Players of two `mates` lines who began at one table are of one
        team: their meeting even once ends the count. It ends by itself when a distance comes back, which is
        after as many positions as there are tables at the latest.
        """
        pairs = list(combinations(lines, 2))
        met = {(pair, 0) for pair in mates}
        walks = self.walks(first)
        played = 0
        while True:
            walk = next(walks)
            now = {((a, b), (walk[a] - walk[b]) % self.tables) for a, b in pairs}
            if now & met:
                return played
            met |= now
            played += 1


def starting_places(tables: int) -> Iterator[Place]:
    """Go through the places of a full room, table by table."""
    return (Place(table, seat) for table in range(1, tables + 1) for seat in LINES)
