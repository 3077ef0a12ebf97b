"""Every way to seat the Easts of a contest with a table of five, compared: written apart from the code it judges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from app.domain.mouvement.fft import asce
from app.domain.mouvement.seats import Place, Seat, Seating

Cost = tuple[int, int]  # meetings beyond the first, then comings to five again (a third one counts two)
People = tuple[str, ...]


def cost(seatings: Sequence[Seating]) -> Cost:
    """Count both over whole seatings."""
    tables = [table.people for seating in seatings for table in seating]
    return _cost(tables)


def least(tables: int, parts: int) -> Cost:
    """Return the least cost of so many parts, having gone through every way that could be less."""
    absent = [Place(table, Seat.E) for table in range(1, tables + 1)]
    others = [[table.people for table in s] for s in islice(asce(tables).seatings(absent=absent), parts)]
    easts = [f"E{n}" for n in range(1, tables + 1)]
    first = [(*people, east) for people, east in zip(others[0], easts, strict=True)]
    first[0] = (*first[0], "E1b")
    best = [(10**9, 0)]

    def look(part: int, played: list[People], so_far: Cost) -> None:
        if part == parts:
            best[0] = min(best[0], so_far)
            return
        met = Counter(pair for people in played for pair in combinations(sorted(people), 2))
        five = Counter(who for people in played if len(people) == 5 for who in people)
        fixed = sum(met[pair] > 0 for people in others[part] for pair in combinations(sorted(people), 2))
        for row, now in _rows(others[part], [*easts, "E1b"], met, five, (so_far[0] + fixed, so_far[1]), best):
            look(part + 1, [*played, *row], now)

    look(1, first, (0, 0))
    return best[0]


def _rows(
    others: Sequence[People], easts: list[str], met: Counter, five: Counter, so_far: Cost, best: list[Cost]
) -> Iterator[tuple[list[People], Cost]]:
    for big in range(len(others)):

        def fill(row: list[People], free: list[str], now: Cost, big: int = big) -> Iterator[tuple[list[People], Cost]]:
            if now >= best[0]:
                return
            if len(row) == len(others):
                yield row, now
                return
            there = others[len(row)]
            for come in combinations(free, 1 + (len(row) == big)):
                people = (*there, *come)
                new = {tuple(sorted(pair)) for pair in combinations(people, 2)}
                again = sum(met[pair] > 0 for pair in new.difference(combinations(sorted(there), 2)))
                twice = sum(five[who] for who in people) if len(people) == 5 else 0
                left = [east for east in free if east not in come]
                yield from fill([*row, people], left, (now[0] + again, now[1] + twice))

        yield from fill([], easts, so_far)


def _cost(tables: Sequence[Sequence[str]]) -> Cost:
    met = Counter(pair for people in tables for pair in combinations(sorted(people), 2))
    five = Counter(who for people in tables if len(people) == 5 for who in people)
    return sum(times - 1 for times in met.values()), sum(times * (times - 1) // 2 for times in five.values())
