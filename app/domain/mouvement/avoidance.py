"""Groups of players who have not met: the search behind a random draw."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Generic

from app.domain.chance import Chance
from app.domain.mouvement.seats import Table, Who

# Groups tried before the search for a draw without any repeat gives up, and exchanges weighed after it did,
# for each pair of players and in all. Counted, not timed: a slow machine must draw as a fast one does.
GROUPS_TRIED = 20_000
EXCHANGES_A_PAIR = 60
EXCHANGES = 60_000


@dataclass(frozen=True, slots=True)
class Past(Generic[Who]):
    """Who met whom how often, and who sat at a table of three how often."""

    met: dict[Who, Counter[Who]] = field(default_factory=lambda: defaultdict(Counter))
    at_three: Counter[Who] = field(default_factory=Counter)

    @classmethod
    def of(cls, tables: Iterable[Collection[Who]]) -> Past[Who]:
        """Remember every table played at so far."""
        past = cls()
        for people in tables:
            for one, other in combinations(people, 2):
                past.met[one][other] += 1
                past.met[other][one] += 1
            if len(people) == 3:
                past.at_three.update(people)
        return past

    def repeats(self, tables: Iterable[Table[Who]]) -> int:
        """Return how many pairs at these tables, or in a whole seating, have met before."""
        return sum(self._met(one, other) > 0 for table in tables for one, other in combinations(table.people, 2))

    def cost(self, group: Sequence[Who]) -> int:
        """Weigh a table: a pair who met before outweighs how often they did, or who was at three already."""
        meetings = [self._met(one, other) for one, other in combinations(group, 2)]
        again_at_three = sum(self.at_three[who] for who in group) if len(group) == 3 else 0
        return 1000 * sum(times > 0 for times in meetings) + sum(meetings) + again_at_three

    def _met(self, one: Who, other: Who) -> int:
        return self.met[one][other] if one in self.met else 0


def apart(players: Sequence[Who], past: Past[Who], *, threes: int, chance: Chance) -> list[list[Who]]:
    """Split the players into `threes` groups of three and groups of four, past opponents apart.

    First every way without any repeat is looked for; if there is none, or none is found in good time, players
    change places as long as that leaves fewer past opponents together.
    """
    order = chance.shuffled(players)
    groups = _Search(order, past).groups(threes)
    if groups is None:
        groups = _exchanged(order, past, threes=threes, chance=chance)
    return groups


class _Search(Generic[Who]):
    """Depth first: tables of three for those who had none, then a table for whoever is hardest to seat."""

    def __init__(self, order: Sequence[Who], past: Past[Who]) -> None:
        self._rank = {who: n for n, who in enumerate(order)}
        self._met = {who: frozenset(past.met.get(who, ())) for who in order}
        self._at_three = past.at_three
        self._left = GROUPS_TRIED

    def groups(self, threes: int) -> list[list[Who]] | None:
        """Return groups without any repeat, or None."""
        open_ways = [self._ways(set(self._rank), threes)]
        chosen: list[list[Who]] = []
        unseated = set(self._rank)
        while unseated:
            group = next(open_ways[-1], None) if self._left else None
            self._left -= 1
            if group is not None:
                chosen.append(group)
                unseated.difference_update(group)
                open_ways.append(self._ways(set(unseated), threes - len(chosen)))
            elif chosen and self._left > 0:
                open_ways.pop()
                unseated.update(chosen.pop())
            else:
                return None
        return chosen

    def _ways(self, unseated: set[Who], threes: int) -> Iterator[list[Who]]:
        """Go through the next groups: any of three while some are owed, then those of the hardest to seat."""
        if threes > 0:
            fresh_first = sorted(unseated, key=lambda who: (self._at_three[who], self._rank[who]))
            for n, who in enumerate(fresh_first):
                yield from self._with([who], fresh_first[n + 1 :], 3)
        elif unseated:
            hardest = min(unseated, key=lambda who: (-len(self._met[who] & unseated), self._rank[who]))
            yield from self._with([hardest], sorted(unseated - {hardest}, key=self._rank.__getitem__), 4)

    def _with(self, group: list[Who], others: Sequence[Who], size: int) -> Iterator[list[Who]]:
        if len(group) == size:
            yield group
            return
        met = self._met[group[-1]]
        free = [who for who in others if who not in met]
        for n, who in enumerate(free):
            yield from self._with([*group, who], free[n + 1 :], size)


def _exchanged(order: Sequence[Who], past: Past[Who], *, threes: int, chance: Chance) -> list[list[Who]]:
    """Exchange players between tables, one whose table costs with whomever that helps most.

    Who was just moved stays for a while, so that the same two do not change back and forth.
    """
    full = len(order) - 3 * threes
    cuts = [*range(0, full, 4), *range(full, len(order), 3)]
    groups = [list(order[start : start + (4 if start < full else 3)]) for start in cuts]
    costs = [past.cost(group) for group in groups]
    best, least = [list(group) for group in groups], sum(costs)
    resting: dict[Who, int] = {}
    weighed = turn = 0
    patience = min(EXCHANGES, EXCHANGES_A_PAIR * len(order) * (len(order) - 1) // 2)
    while least and weighed < patience:
        turn += 1
        costly = [n for n, cost in enumerate(costs) if cost]
        here = costly[chance.below(len(costly))]
        seat = chance.below(len(groups[here]))
        options = []
        for there, group in enumerate(groups):
            for chair, other in enumerate(group):
                if there != here and resting.get(other, 0) < turn:
                    ours, theirs = _swapped(groups[here], seat, group, chair)
                    change = past.cost(ours) + past.cost(theirs) - costs[here] - costs[there]
                    options.append((change, there, chair))
        weighed += len(options) + 1
        if not options:
            continue
        _, there, chair = min(options)
        moving = (groups[here][seat], groups[there][chair])
        groups[here], groups[there] = _swapped(groups[here], seat, groups[there], chair)
        costs[here], costs[there] = past.cost(groups[here]), past.cost(groups[there])
        resting.update(dict.fromkeys(moving, turn + 2))
        if sum(costs) < least:
            best, least = [list(group) for group in groups], sum(costs)
    return best


def _swapped(ours: list[Who], seat: int, theirs: list[Who], chair: int) -> tuple[list[Who], list[Who]]:
    return (
        [*ours[:seat], theirs[chair], *ours[seat + 1 :]],
        [*theirs[:chair], ours[seat], *theirs[chair + 1 :]],
    )
