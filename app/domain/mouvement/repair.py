"""Repaired movements: other steps, found by search, where the printed ones let players meet again too soon.

South keeps going up one table. Where it matters most that costs nothing: a movement of T or T - 1 positions
can always be put in an order in which South goes up by one. East and West take, at each position, the steps
nearest to the printed ones that lead on. What is tried, and in which order, depends on the number of tables
alone, so that every machine finds the same movement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import islice, pairwise
from typing import TypeVar

from app.domain.mouvement.fft import fft
from app.domain.mouvement.rotation import LINES, Rotation, Steps

# Three séances of six positions: nobody asks for more, and the search ends sooner.
ENOUGH = 18
# Places tried before the longest movement found so far is taken: two tenths of a second at most.
TRIES = 12_000

Found = TypeVar("Found")
Ends = tuple[int, int]  # how far East and West are from their start


@cache
def repaired(tables: int, *, five: bool = False) -> Rotation:
    """Return the printed movement, or the longest one found by search where that is longer.

    Fascicule 2 (2017) prints a movement for every size, but at 10 and at 24 tables players meet again at
    position 7, and at 8 tables it stops after six positions. With `five`, the extra East of a table of five
    walks so as to meet nobody twice either, as long as a way is found.
    """
    printed = fft(tables)
    rotation = printed
    if printed.repeat_free() < min(tables, ENOUGH):
        rotation = max(printed, _search(tables, printed.usual), key=Rotation.repeat_free)
    return _with_fifth(rotation) if five else rotation


def _search(tables: int, usual: Steps) -> Rotation:
    def following(walk: Sequence[Ends]) -> Iterable[Ends]:
        """Say where East and West meet nobody again, the places nearest to the usual steps first."""
        south = len(walk)
        east, west = walk[-1]
        easts = _unmet(tables, [((e, 0), (e, s)) for s, (e, _) in enumerate(walk)], (0, south))
        wests = _unmet(tables, [((o, 0), (o, s)) for s, (_, o) in enumerate(walk)], (0, south))
        apart = {(e - o) % tables for e, o in walk}
        free = ((e, o) for e in easts for o in wests if (e - o) % tables not in apart)

        def detour(place: Ends) -> int:
            e, o = place
            return abs(_step(east + usual.e, e, tables)) + abs(_step(west + usual.o, o, tables))

        return sorted(free, key=detour)

    walk = _longest((0, 0), following, enough=min(tables, ENOUGH))
    steps = (
        Steps.of(1, _step(before[0], after[0], tables), _step(before[1], after[1], tables))
        for before, after in pairwise(walk)
    )
    return Rotation(tables, usual, tuple((position, step) for position, step in enumerate(steps, 2) if step != usual))


def _with_fifth(rotation: Rotation) -> Rotation:
    tables = rotation.tables
    lines = [[walk[seat] for seat in LINES] for walk in islice(rotation.walks(), rotation.repeat_free())]

    def following(walk: Sequence[int]) -> Iterable[int]:
        if len(walk) == len(lines):
            return ()
        met = [[(at, line) for line in there] for at, there in zip(walk, lines, strict=False)]
        aim = walk[-1] + rotation.steps(len(walk) + 1).e2
        return sorted(_unmet(tables, met, lines[len(walk)]), key=lambda place: abs(_step(aim, place, tables)))

    walk = _longest(0, following, enough=len(lines))
    steps = (
        (position, rotation.steps(position)._replace(e2=_step(before, after, tables)))
        for position, (before, after) in enumerate(pairwise(walk), 2)
    )
    return Rotation(tables, rotation.usual, tuple(steps))


def _unmet(tables: int, met: Iterable[Sequence[Ends]], others: Sequence[int]) -> list[int]:
    """Return the places where a line stands at a new distance from each of the `others`.

    `met` holds, for each position played, where the line and each of the others stood.
    """
    taken = {(at - then + now) % tables for there in met for (at, then), now in zip(there, others, strict=True)}
    return [place for place in range(tables) if place not in taken]


def _longest(first: Found, following: Callable[[Sequence[Found]], Iterable[Found]], *, enough: int) -> list[Found]:
    """Extend a walk depth first, going back at dead ends; return the longest of those tried."""
    walk = longest = [first]
    open_ways = [iter(following(walk))]
    tried = 0
    while open_ways and len(longest) < enough and tried < TRIES:
        step = next(open_ways[-1], None)
        if step is None:
            open_ways.pop()
            walk = walk[:-1]
            continue
        tried += 1
        walk = [*walk, step]
        open_ways.append(iter(following(walk)))
        longest = max(longest, walk, key=len)
    return longest


def _step(start: int, end: int, tables: int) -> int:
    """Return a step as it is announced: up or down, whichever way round is shorter."""
    down = (tables - 1) // 2
    return (end - start + down) % tables - down
