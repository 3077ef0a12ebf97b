"""Somebody at the desk who types `tournoi` commands, and somebody beside who reckons the evening by the pure law."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from app.domain.chance import Chance
from app.domain.donne.contrat import Contrat
from app.domain.donne.marque import score_donne
from app.domain.events.table import Entry
from app.domain.tournoi.line import Line, Made

ROOT = Path(__file__).parents[2]
Row = dict[str, Any]


class Typist:
    """Runs real processes on one data folder."""

    def __init__(self, data: Path) -> None:
        self._data = data

    def run(self, *words: str, typed: str = "") -> str:
        """Run one command, which succeeds, and return what it prints."""
        done = subprocess.run(
            [sys.executable, "main.py", "tournoi", "--data", str(self._data), *words],
            cwd=ROOT,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), (words, done.stderr)
        return done.stdout

    def asks(self, *words: str) -> Any:
        """Run one command and return its answer."""
        return json.loads(self.run("--json", *words))

    def types(self, *lines: str) -> list[Any]:
        """Run many commands in one process and return the answer of each."""
        *answers, last = map(json.loads, self.run("--json", "batch", "-", typed="\n".join(lines)).splitlines())
        assert last == {"done": len(lines)}
        return answers


def seated(row: Row) -> dict[str, str]:
    """Return who sits at a table, seat to player."""
    return {seat: player for seat, player in row.items() if seat != "table" and player is not None}


class Reckoner:
    """Everybody's score from donnes and penalties, by `score_donne` and nothing else."""

    def __init__(self) -> None:
        self._marks: dict[str, Counter[int]] = defaultdict(Counter)
        self._made: dict[str, Counter[str]] = defaultdict(Counter)
        self.fines: Counter[str] = Counter()

    def play(self, position: int, row: Row, entries: Iterable[Entry], *, sign: int = 1) -> None:
        """Count donnes of a table, or take them away again."""
        people = seated(row)
        for entry in entries:
            marque = score_donne(entry.donne(tuple(people), None))
            for seat, mark in marque.marks.items():
                self._marks[people[seat]][position] += sign * mark
            if marque.made:
                self._made[people[entry.preneur]][entry.contrat.value] += sign

    def line(self, player: str, *, abandoned: bool = False, reached: int = 0) -> Line:
        """Return what a ranking compares."""
        marks = self._marks[player]
        return Line(
            id=player,
            total=sum(marks.values()) - self.fines[player],
            best=max(marks.values(), default=0),
            made=Made(**self._made[player]),
            abandoned=abandoned,
            reached=reached,
        )


def drawn_donnes(row: Row, donnes: int, chance: Chance) -> list[Entry]:
    """Draw donnes that can be played at a table."""
    seats, drawn = list(seated(row)), []
    for _ in range(donnes):
        bouts = chance.below(4)
        least, most = 4 * bouts, 91 - 4 * (3 - bouts) - (bouts == 3)
        drawn.append(
            Entry(
                preneur=seats[chance.below(len(seats))],
                contrat=list(Contrat)[chance.below(4)],
                bouts=bouts,
                demi_points=2 * (least + chance.below(most - least + 1)),
            )
        )
    return drawn
