"""The club contest's table of five: where each East sits when there is one East too many.

Règlement du concours ASCE, art. 6 bis: at each part another table has five, so that nobody plays at five
all evening. East walks up one table, and two or three Easts change places with the extra one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from app.domain.mouvement.assignment import cheapest
from app.domain.mouvement.fft import asce
from app.domain.mouvement.rotation import BIS
from app.domain.mouvement.seats import Card, Place, Seat, Seating, Table

# The contest has three or four parts; past this many there is no telling in good time.
MOST_POSITIONS = 12

_E = {n: Card(f"E{n}") for n in range(1, 9)}
Row = dict[int, tuple[Card, ...]]

# The printed table of East lines, as what differs from East going up one table: from how many tables on each
# line holds, and its changes. Six tables have a table of their own.
_PRINTED: dict[int, tuple[int, Row]] = {
    2: (8, {4: (_E[3], _E[4]), 5: (BIS,)}),
    3: (8, {6: (BIS,), 7: (_E[5], _E[6]), 8: (_E[4],)}),
    4: (11, {7: (BIS,), 9: (_E[4],), 10: (_E[7], _E[8]), 11: (_E[6],)}),
}
_PRINTED_SIX: dict[int, Row] = {
    2: _PRINTED[2][1],
    3: {1: (_E[4],), 2: (_E[5], _E[6]), 6: (BIS,)},
    4: {1: (BIS,), 2: (_E[4],), 5: (_E[2], _E[5])},
}

# Ours, where nothing is printed: the best lines of a contest of three and of four parts, from its second part on, with
# the Easts of each table. Fewest meet again, then fewest come to five again (a third time weighs double): every way was
# compared. At five tables choosing part by part is as good.
_SEARCHED: dict[tuple[int, int], str] = {
    (2, 3): "1 1b+2, 2 1+1b",
    (2, 4): "1 1b+2, 1b 1+2, 2+1b 1",
    (3, 3): "3 1+1b 2, 2 3 1+1b",
    (3, 4): "3+2 1 1b, 1b 3+2 1, 3 1b 2+1",
    (4, 3): "4 1 1b 3+2, 2 4+3 1 1b",
    (4, 4): "4+3 1 1b 2, 2 3+1 4 1b, 2 3 1 4+1b",
    (7, 3): "4 1 2 3 1b 5+7 6, 3 4 1 2+6 7 1b 5",
    (7, 4): "7 1 2 3+6 4 5 1b, 6 7+4 5 1b 3 1 2, 4 5 7 1 1b 3+2 6",
}


def contest_of_five(tables: int, parts: int = 4) -> Iterator[Seating[Card]]:
    """Seat the contest with one table of five, position after position, without end; the best for so many parts."""
    searched = _lines(_SEARCHED.get((tables, min(parts, 4)), ""))
    played: list[Seating[Card]] = []
    for position, without_east in enumerate(_other_lines(tables), 1):
        easts = east_line(tables, position) or searched.get(position) or _computed(without_east, played)
        played.append(_seated(without_east, easts))
        yield played[-1]


def east_line(tables: int, position: int) -> Row | None:
    """Return the Easts of each table as the article prints them; None where it prints nothing."""
    if position == 1:
        return {table: (_east(table), BIS) if table == 1 else (_east(table),) for table in range(1, tables + 1)}
    least, changed = _PRINTED.get(position, (tables + 1, {}))
    if tables == 6 and position in _PRINTED_SIX:
        changed = _PRINTED_SIX[position]
    elif tables < least:
        return None
    return {table: (_east((table - position) % tables + 1),) for table in range(1, tables + 1)} | changed


def _lines(text: str) -> dict[int, Row]:
    """Read lines of Easts, from the second part on."""
    lines = text.split(", ") if text else []
    return {
        part: {
            table: tuple(Card(f"E{name}") for name in easts.split("+")) for table, easts in enumerate(line.split(), 1)
        }
        for part, line in enumerate(lines, 2)
    }


def _east(table: int) -> Card:
    return Card(f"E{table}")


def _other_lines(tables: int) -> Iterator[Seating[Card]]:
    rotation = asce(tables)
    return rotation.seatings(absent=[Place(table, Seat.E) for table in range(1, tables + 1)])


def _seated(others: Seating[Card], easts: Row) -> Seating[Card]:
    chairs = (Seat.E, Seat.E2)
    placed = [(place, card) for card, place in others.places().items()]
    for table, cards in easts.items():
        placed += [(Place(table, seat), card) for seat, card in zip(chairs, cards, strict=False)]
    return Seating.of(placed, len(others.tables))


def _computed(others: Seating[Card], played: Sequence[Seating[Card]]) -> Row:
    """Place the Easts of one part where no line is known: fewest meet again, fewest play at five again, fewest stray.

    The next table of five is looked for from three tables further on, which is where the article puts it.
    """
    size = len(others.tables)
    met: dict[Card, set[Card]] = {}
    at_five: Counter[Card] = Counter()
    for table in chain.from_iterable(played):
        for one, other in combinations(table.people, 2):
            met.setdefault(one, set()).add(other)
            met.setdefault(other, set()).add(one)
        if len(table.seated) == 5:
            at_five.update(table.people)
    before = played[-1].places()
    cards = [card for card, place in before.items() if place.seat in (Seat.E, Seat.E2)]
    last_five = played[-1].tables_of(5)[0]
    stray, five = 1, size + 2
    again = five * 5 * MOST_POSITIONS  # each outweighs all that come before it

    def cost(card: Card, table: Table[Card], *, of_five: bool) -> int:
        home = before[card].table % size + 1 == table.number
        return again * len(met[card].intersection(table.people)) + five * of_five * at_five[card] + stray * (not home)

    best: list[tuple[int, Row]] = []
    for ahead in range(3, size + 3):
        table_of_five = others.table((last_five + ahead - 1) % size + 1)
        slots = [(table, table is table_of_five) for table in others] + [(table_of_five, True)]
        costs = [[cost(card, table, of_five=of_five) for table, of_five in slots] for card in cards]
        chosen, total = cheapest(costs)
        row = _row(cards, [slots[slot][0].number for slot in chosen])
        one, other = row[table_of_five.number]
        total += again * (other in met[one]) + five * sum(at_five[card] for card in table_of_five.people)
        best.append((total, row))
        if total < five:
            break
    return min(best, key=lambda way: way[0])[1]


def _row(cards: Sequence[Card], tables: Sequence[int]) -> Row:
    row: Row = {}
    for card, table in zip(cards, tables, strict=True):
        row[table] = (*row.get(table, ()), card)
    return row
