"""Tables of three: which Norths are left out, so that nobody comes to such a table twice.

Fascicule 2 (2017), ch. 2, Accueil des joueurs: without the North of the highest table for one such table;
for two, chosen so that no player comes back to one. Règlement du concours ASCE, art. 5 and 6, likewise.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.mouvement.rotation import Walk
from app.domain.mouvement.seats import Seat

_MOVING = (Seat.S, Seat.E, Seat.O)


def tables_without_north(tables: int, walks: Sequence[Walk], *, how_many: int) -> tuple[int, ...]:
    """Return the tables of three that send the fewest players to one twice, the highest such tables.

    The minimum is proven, not guessed: since all players of a line walk alike, moving all chosen tables by
    one changes only who is concerned, never how many. Choices with the highest table stand for all others
    and are searched whole.
    """
    if not how_many:
        return ()
    starts = [_starts_by_table(tables, [walk[seat] for walk in walks]) for seat in _MOVING]
    best: tuple[int, ...] = ()
    fewest = 4 * tables

    def look(chosen: tuple[int, ...], once: list[int], twice: list[int]) -> None:
        nonlocal best, fewest
        touched = sum(line.bit_count() for line in twice)
        if touched >= fewest:  # another table of three never makes it fewer
            return
        if len(chosen) == how_many:
            best, fewest = chosen, touched
            return
        for table in range(chosen[-1] - 1, 0, -1):
            look((*chosen, table), *_also(once, twice, [line[table - 1] for line in starts]))

    nobody = [0] * len(_MOVING)
    look((tables,), *_also(nobody, nobody, [line[tables - 1] for line in starts]))
    return tuple(sorted(best))


def _starts_by_table(tables: int, offsets: Sequence[int]) -> list[tuple[int, int]]:
    """Return, for each table, the starting tables of one line that come to it once and twice, as sets of bits."""
    found = []
    for table in range(tables):
        once = twice = 0
        for offset in offsets:
            start = 1 << (table - offset) % tables
            twice |= once & start
            once |= start
        found.append((once, twice))
    return found


def _also(once: list[int], twice: list[int], coming: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """Add one more table's visitors, line by line."""
    return (
        [seen | new for seen, (new, _) in zip(once, coming, strict=True)],
        [again | more | seen & new for seen, again, (new, more) in zip(once, twice, coming, strict=True)],
    )
