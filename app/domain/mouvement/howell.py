"""Howell movements for three and four tables: numbered players who change table and seat.

Fascicule 2 (2017), ch. 2, Mouvement Howell FFT : 3 et 4 tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, cycle, islice

from app.domain.mouvement.levelling import Move, levellings, without
from app.domain.mouvement.proof import prove
from app.domain.mouvement.rotation import LINES
from app.domain.mouvement.seats import Card, Place, Seating

# One line a position, N S E O of each table.
_THREE = """
    1 2 3 4   5 6 7 8     9 10 11 12
    1 2 7 12  5 6 11 3    9 10 4 8
    1 8 7 10  5 2 11 12   9 3 4 6
    1 8 6 11  5 2 4 10    9 3 12 7
    1 9 5 3   7 11 4 10   2 6 12 8
    1 9 7 2   5 11 4 12   10 6 3 8
"""
_FOUR = """
    1 2 3 4     5 6 7 8     9 10 11 12   13 14 15 16
    1 8 10 15   16 9 7 2    6 3 13 12    11 14 4 5
    1 7 12 14   15 9 6 4    8 2 13 11    10 16 3 5
    1 6 11 16   14 9 8 3    7 4 13 10    12 15 2 5
    1 5 9 13    2 6 10 14   3 7 11 15    4 8 12 16
"""
# Ours, found by search: at three tables players must meet again (six positions make 108 meetings, and there
# are 66 pairs), but here nobody meets anybody more than twice; in the printed one nine pairs meet three
# times and one meets four times. Keeping to twice costs three meetings beyond the first in all (45, the
# fewest that can be, for 42): docs/movements.md says why.
_THREE_REPAIRED = """
    1 2 3 4     5 6 7 8     9 10 11 12
    3 9 12 6    10 4 7 1    11 8 2 5
    8 2 12 10   6 11 1 3    7 4 9 5
    1 9 8 11    12 3 5 4    2 6 10 7
    10 1 5 9    11 7 2 3    6 12 4 8
    4 11 6 10   12 5 1 2    8 3 9 7
"""


def _read(text: str) -> tuple[Seating[Card], ...]:
    rows = [line.split() for line in text.strip().splitlines()]
    return tuple(
        Seating.of(
            ((Place(i // 4 + 1, LINES[i % 4]), Card(number)) for i, number in enumerate(row)), tables=len(row) // 4
        )
        for row in rows
    )


Levelled = tuple[Seating[Card], tuple[Move[Card], ...]]

PRINTED = {3: _read(_THREE), 4: _read(_FOUR)}
REPAIRED = {3: _read(_THREE_REPAIRED), 4: PRINTED[4]}


@dataclass(frozen=True, slots=True)
class Howell:
    """A Howell as it is played: some numbers held by nobody, and the moves that this makes necessary.

    Past its last position the table begins again.
    """

    rounds: tuple[Levelled, ...]

    def seatings(self, positions: int) -> tuple[Seating[Card], ...]:
        """Return the seats of so many positions."""
        return tuple(seating for seating, _ in islice(cycle(self.rounds), positions))

    def moves(self, positions: int) -> tuple[Move[Card], ...]:
        """Return who sits elsewhere than printed, in so many positions."""
        played = enumerate(islice(cycle(self.rounds), positions), 1)
        return tuple(replace(move, position=position) for position, (_, moves) in played for move in moves)


@cache
def howell(tables: int, *, missing: int, positions: int, repaired: bool = False) -> Howell:
    """Return the Howell for so many positions without `missing` numbers.

    Left out are the numbers that send the fewest players to a table of three twice; among those the ones that
    make the fewest meet again, then the fewest leave their printed seat, and then the highest. Every choice is
    looked at, with every way to give each table its three players. Which numbers these are depends on how many
    positions are played.
    """
    table = (REPAIRED if repaired else PRINTED)[tables]
    rows = table[:positions]
    back = positions - len(table)  # so many rounds are played at least twice
    numbers = sorted(table[0].people(), key=int, reverse=True)
    choices = [frozenset(absent) for absent in combinations(numbers, missing)]
    best: list[Levelled] = []
    fewest = (4 * tables, 0)  # players twice at three, then meetings again

    def look(ways: Sequence[Mapping[int, Levelled]], played: list[Levelled], once: int, twice: int) -> None:
        nonlocal best, fewest
        if twice.bit_count() > fewest[0]:  # another position never makes it fewer
            return
        if len(played) == len(rows):
            found = twice.bit_count(), prove([seating for seating, _ in played]).repeats
            if not best or found < fewest:
                best, fewest = played, found
            return
        for coming, way in ways[len(played)].items():
            again = coming if len(played) < back else once & coming
            look(ways, [*played, way], once | coming, twice | again)

    for gone in sorted(choices, key=lambda gone: _moves_needed(rows, gone)):
        look([_ways(without(row, gone), n) for n, row in enumerate(rows, 1)], [], 0, 0)
    absent = frozenset(numbers).difference(best[0][0].people())
    unasked = (next(levellings(without(row, absent), n)) for n, row in enumerate(table[positions:], positions + 1))
    return Howell((*best, *unasked))


def _moves_needed(rows: Iterable[Seating[Card]], gone: frozenset[Card]) -> int:
    """Return how many chairs must be filled so that no table has more than one empty."""
    return sum(max(0, len(gone.intersection(table.people)) - 1) for seating in rows for table in seating)


def _ways(seating: Seating[Card], position: int) -> dict[int, Levelled]:
    """Return, by who then sits at a table of three (as a set of bits), the first way to level a seating so."""
    found: dict[int, Levelled] = {}
    for way in levellings(seating, position):
        at_three = (int(card) for table in way[0] if len(table.seated) == 3 for card in table.people)
        found.setdefault(sum(1 << number for number in at_three), way)
    return found
