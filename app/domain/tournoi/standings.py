"""The standings: every competitor in order, kept in order as scores change."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from app.domain.tournoi.line import Line, Merits, Reason, explain, merits

# What is sorted: merits negated, so that more comes first, then the order of arrival, which no two share.
_Entry = tuple[Merits, int, Line]


class Ranked(NamedTuple):
    """A line and its rank; equal lines share theirs, and the next one counts them: 1 2 2 4.

    A tuple, for a room of 40,000 makes as many of them after every donne.
    """

    rank: int
    line: Line


@dataclass(frozen=True, slots=True)
class Standings:
    """Lines in the order of their merits; equal ones stay in the order in which they came.

    A value: `with_lines` and `without` return new standings, in time that grows with what changed and,
    for the copy alone, with the number of lines.
    """

    tie_break: bool
    _order: tuple[_Entry, ...]
    _entries: Mapping[str, _Entry]
    _arrivals: int

    @classmethod
    def of(cls, lines: Iterable[Line], *, tie_break: bool) -> Standings:
        """Rank lines from nothing; their ids are all different."""
        entries = {line.id: _entry(line, arrival, tie_break) for arrival, line in enumerate(lines)}
        return cls(tie_break, tuple(sorted(entries.values())), entries, len(entries))

    def with_lines(self, lines: Iterable[Line]) -> Standings:
        """Return the standings once these lines have changed; unknown ids join after all known ones."""
        order, entries, arrivals = list(self._order), dict(self._entries), self._arrivals
        for line in lines:
            known = entries.get(line.id)
            if known is None:
                arrival, arrivals = arrivals, arrivals + 1
            else:
                arrival = known[1]
                del order[bisect_left(order, known)]
            entries[line.id] = entry = _entry(line, arrival, self.tie_break)
            insort(order, entry)
        return Standings(self.tie_break, tuple(order), entries, arrivals)

    def without(self, ids: Iterable[str]) -> Standings:
        """Return the standings without these competitors."""
        order, entries = list(self._order), dict(self._entries)
        for gone in ids:
            del order[bisect_left(order, entries.pop(gone))]
        return Standings(self.tie_break, tuple(order), entries, self._arrivals)

    def table(self) -> tuple[Ranked, ...]:
        """Return every line with its rank, first to last."""
        rows: list[Ranked] = []
        rank, before = 0, None
        for place, (worth, _, line) in enumerate(self._order, start=1):
            if worth != before:
                rank, before = place, worth
            rows.append(Ranked(rank, line))
        return tuple(rows)

    def rank_of(self, competitor: str) -> int:
        """Return one competitor's rank without making the table."""
        worth = self._entries[competitor][0]
        return bisect_left(self._order, worth, key=lambda entry: entry[0]) + 1

    def reasons(self) -> tuple[Reason, ...]:
        """Return, for each line but the last, why it stands before the next one or shares its rank."""
        lines = (line for _, _, line in self._order)
        return tuple(explain(above, below, tie_break=self.tie_break) for above, below in pairwise(lines))


def _entry(line: Line, arrival: int, tie_break: bool) -> _Entry:
    return tuple(-merit for merit in merits(line, tie_break=tie_break)), arrival, line
