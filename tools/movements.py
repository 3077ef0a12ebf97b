"""Proves every movement of the rules from 5 to 300 tables, and writes docs/movements.md.

python tools/movements.py            prove, print a summary, and fail if the page is not the present one
python tools/movements.py --write    write the page as well
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice, product
from pathlib import Path

from app.domain.mouvement.asked import MOST_TABLES, Asked, Kind
from app.domain.mouvement.fft import LEAST_TABLES, fft
from app.domain.mouvement.plan import make_plan
from app.domain.mouvement.proof import repeat_free
from app.domain.mouvement.repair import ENOUGH, repaired
from app.domain.mouvement.rotation import Rotation

PAGE = Path(__file__).parents[1] / "docs/movements.md"
PLAYERS = range(11, 201)
POSITIONS = range(3, 8)
SEARCHED = range(17, 65)  # players for whom every choice is played again, without any shortcut
SMALL = range(1, 7)  # positions of the Howells for three tables


def prove(rotation: Rotation) -> int:
    """Return how many positions are free of repeats, having looked at every pair and every chair of them."""
    limit = rotation.repeat_free()
    seatings = list(islice(rotation.seatings(), limit + 1))
    for seating in seatings:
        cards = list(seating.people())
        full = len(cards) == len(set(cards)) == 4 * rotation.tables
        if not full or len(seating.tables_of(4)) != rotation.tables:
            raise SystemExit(f"{rotation.tables} tables: a chair is not taken once")
    if repeat_free(seatings) != limit:
        raise SystemExit(f"{rotation.tables} tables: the walks and the pairs disagree")
    return limit


def touched(players: int, positions: int) -> int:
    """Return how many players come to a table of three twice; at three and four tables in the printed Howell."""
    kind = Kind.HOWELL if players <= 16 else Kind.FFT
    return len(make_plan(Asked(kind, players, positions)).proof.twice_at_three)


def check_threes(players: int) -> None:
    """Look at the seats themselves: everybody once, and no more tables of three than the number of players makes."""
    kind = Kind.HOWELL if players <= 16 else Kind.FFT
    for positions in POSITIONS:
        for seating in make_plan(Asked(kind, players, positions)).seatings:
            sizes = Counter(len(table.seated) for table in seating)
            seated = list(seating.people())
            if len(set(seated)) != len(seated) or len(seated) != players:
                raise SystemExit(f"{players} players: somebody is not seated once")
            if sizes[3] != -players % 4 or sizes[3] + sizes[4] != len(seating.tables):
                raise SystemExit(f"{players} players: the number of tables of three is not the right one")


def fewest_touched(players: int, positions: int) -> int:
    """Return how few come to three twice in the printed movement, every choice of empty Norths having been played."""
    tables = -(-players // 4)
    full = list(islice(fft(tables).seatings(), positions))
    fewest = players
    for chosen in combinations(range(1, tables + 1), 4 * tables - players):
        absent = {f"N{table}" for table in chosen}
        short = (table.people for seating in full for table in seating if absent.intersection(table.people))
        came = Counter(who for people in short for who in people if who not in absent)
        fewest = min(fewest, sum(times > 1 for times in came.values()))
    return fewest


def lasting(sizes: Iterable[int]) -> Iterator[list[object]]:
    """Go through the sizes where the printed movement ends early: how long it lasts, and the repaired one."""
    for tables in sizes:
        printed, other = fft(tables).repeat_free(), repaired(tables).repeat_free()
        if printed < min(tables, ENOUGH):
            yield [tables, printed, other if other > printed else "–"]


def crowded(sizes: Iterable[int]) -> Iterator[list[object]]:
    """Go through the sizes where somebody must come to a table of three twice: how many do, by positions."""
    for players in sizes:
        counts = [touched(players, positions) for positions in POSITIONS]
        if any(counts):
            yield [players, *(count or "–" for count in counts)]


def again() -> Iterator[list[object]]:
    """Go through the two Howells for three tables: meetings beyond the first, by positions."""
    for name, kind in (("printed", Kind.HOWELL), ("repaired", Kind.REPAIRED)):
        yield [name, *(make_plan(Asked(kind, 12, positions)).proof.repeats for positions in SMALL)]


def table(head: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def page() -> str:
    """Return the page as it should be."""
    return f"""# Movements, proven

Written by `make movements WRITE=1`; `make movements` proves it all again. The rules are in `app/domain/mouvement`.

## How many positions nobody meets twice

The printed movement from {LEAST_TABLES} to {MOST_TABLES} tables, where it lasts neither {ENOUGH} positions nor as many
as there are tables. The last column is the longest that a search for other steps found (`repaired`); a dash where
it found nothing longer. At every size that is not listed, the printed movement is played as it stands.

{table(["tables", "printed", "repaired"], lasting(range(LEAST_TABLES, MOST_TABLES + 1)))}

No movement by lines lasts longer than there are tables, and where their number T is even none lasts longer than
T − 1: the distances between two lines would have to be all numbers from 0 to T − 1, whose sum is not a multiple of
T. So 6, 8, 10, 12, 14 and 15 tables cannot last longer than listed; nor can 9, where every walk was tried.

At four tables the printed Howell lasts its five positions. At three tables players meet again from the second position
on, whatever the movement: four players come from three tables, so two of them sat together, and at three tables that
makes three pairs. The repaired Howell lets nobody meet anybody more than twice. Then each pair that meets again does so
in one couple of positions, of which n positions have n(n − 1)/2: there are 3n(n − 1)/2 meetings beyond the first at
least, and the repaired Howell has no more than that, however many of its positions are played. The printed one has
fewer at five and at six positions, because some pairs meet three and four times.

{table(["meetings beyond the first", *SMALL], again())}

## Who comes twice to a table of three

Rooms of {PLAYERS[0]} to {PLAYERS[-1]} players where this cannot be avoided, and the least number of players whom it
concerns, for {POSITIONS[0]} to {POSITIONS[-1]} positions; a dash where it is nobody. From 17 players on every choice
of tables was compared; up to 16, every choice of numbers to leave out in the printed Howell, with every full table
that may give a player where two absent numbers are due together.

{table(["players", *POSITIONS], crowded(PLAYERS))}
"""


def main(arguments: Sequence[str]) -> int:
    """Prove, write when asked to, and say whether the page is the present one."""
    begun = time.monotonic()
    positions = {
        movement.__name__: sum(prove(movement(tables)) for tables in range(LEAST_TABLES, MOST_TABLES + 1))
        for movement in (fft, repaired)
    }
    for name, proven in positions.items():
        print(
            f"{name}: {LEAST_TABLES} to {MOST_TABLES} tables, {proven} positions, no pair twice, every chair taken once"
        )
    for players in PLAYERS:
        check_threes(players)
    print(f"{PLAYERS[0]} to {PLAYERS[-1]} players: the tables of three are as many as they must be")
    for players, asked in product(SEARCHED, POSITIONS):
        if fewest_touched(players, asked) != touched(players, asked):
            raise SystemExit(f"{players} players, {asked} positions: fewer could come to three twice")
    print(f"{SEARCHED[0]} to {SEARCHED[-1]} players: nobody comes to three twice who need not")
    text = page()
    if "--write" in arguments:
        PAGE.write_text(text, encoding="utf-8")
    current = PAGE.exists() and PAGE.read_text(encoding="utf-8") == text
    print(f"docs/movements.md is {'' if current else 'not '}the present one ({time.monotonic() - begun:.0f} s)")
    return 0 if current else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
