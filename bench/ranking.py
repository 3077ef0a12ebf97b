"""How long the ranking takes after one more donne, and how that grows with the number of players.

One donne changes four players. Measured, as the median of many donnes: their new lines, the standings that
follow, and the whole table with its ranks. The yardstick for growth is Python's own sort of as many shuffled
rankings' keys in the same run, which is n log n and meets the same memory: the share must not rise with n.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from app.domain.tournoi.line import Made, merits
from app.domain.tournoi.record import Played, Record, running_line
from app.domain.tournoi.standings import Ranked, Standings

SIZES = (1_200, 4_000, 12_000, 40_000)
POSITIONS = 6


def played(chance: random.Random) -> Played:
    return Played(chance.randrange(-900, 900), Made(prise=chance.randrange(3), garde=chance.randrange(4)))


def milliseconds(work: Callable[[], object], *, repeats: int) -> float:
    """Return the median time of the work."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return 1000 * statistics.median(times)


class Room:
    """Players with five positions behind them, in the middle of the last one."""

    def __init__(self, players: int) -> None:
        self.chance = random.Random(players)
        self.records = {
            f"p{n}": Record(id=f"p{n}", played=tuple(played(self.chance) for _ in range(POSITIONS)))
            for n in range(players)
        }
        self.names = list(self.records)
        self.standings = self.from_nothing()
        self.rows: tuple[Ranked, ...] = ()

    def from_nothing(self) -> Standings:
        """Rank everyone anew."""
        return Standings.of(map(running_line, self.records.values()), tie_break=True)

    def one_more_donne(self) -> None:
        """Mark a donne for four players anywhere and rank the room."""
        table, total = self.chance.sample(self.names, 4), self.chance.randrange(-300, 300)
        for seat, name in enumerate(table):
            more = Played(3 * total, Made(garde=1)) if seat == 0 else Played(-total)
            slot = self.records[name].played[-1] or Played(0)
            self.records[name] = self.records[name].with_position(POSITIONS, slot + more)
        self.standings = self.standings.with_lines(running_line(self.records[name]) for name in table)
        self.rows = self.standings.table()


def main() -> None:
    print(f"{'players':>8} {'one donne':>11} {'from nothing':>13} {'saved':>7} {'a sort':>10} {'share of it':>12}")
    for players in SIZES:
        room = Room(players)
        keys = [merits(running_line(record), tie_break=True) for record in room.records.values()]
        room.chance.shuffle(keys)
        update = milliseconds(room.one_more_donne, repeats=max(15, 120_000 // players))
        scratch = milliseconds(lambda room=room: room.from_nothing().table(), repeats=3)
        sort = milliseconds(lambda keys=keys: sorted(keys), repeats=max(5, 60_000 // players))
        print(
            f"{players:8,} {update:8.2f} ms {scratch:10.1f} ms {scratch / update:6.0f}× {sort:7.2f} ms"
            f" {update / sort:12.2f}"
        )
        if room.rows != room.from_nothing().table():
            raise SystemExit("the standings kept up differ from those made from nothing")


if __name__ == "__main__":
    main()
