"""The evening reckoned apart, by the pure law, from what was dealt: seats, marks, penalties, ranking."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from app.cli.demo.moves import Fine, PlayerId, Rule, Script
from app.domain.chance import Chance
from app.domain.donne.donne import Seat
from app.domain.donne.marque import score_donne
from app.domain.mouvement.asked import Asked, Kind
from app.domain.mouvement.fft import LEAST_TABLES
from app.domain.mouvement.plan import Plan, make_plan
from app.domain.tournoi.line import Line, Made
from app.domain.tournoi.standings import Ranked, Standings

People = dict[Seat, PlayerId]


def plan_room(players: int, positions: int) -> Plan:
    """Return how so many people move: as the FFT does, or by a Howell where they are few."""
    kind = Kind.FFT if (players + 3) // 4 >= LEAST_TABLES else Kind.HOWELL
    return make_plan(Asked(kind, players, positions))


@dataclass(frozen=True, slots=True)
class Room:
    """Who sits where, all evening: the movement, and the cards that the draw handed out."""

    plan: Plan
    cards: dict[str, PlayerId]

    @classmethod
    def drawn(cls, plan: Plan, players: Sequence[PlayerId], *, seed: int) -> Room:
        """Hand out the cards as the draw of that seed does."""
        return cls(plan, dict(zip(plan.start.places(), Chance(seed).shuffled(players), strict=True)))

    def tables(self, position: int) -> dict[int, People]:
        """Return the people of each table, seat by seat."""
        seating = self.plan.seatings[position - 1]
        return {table.number: {str(seat): self.cards[who] for seat, who in table.seated} for table in seating}


class Reckoning:
    """Everybody's score, from scripts alone."""

    def __init__(self, players: Sequence[PlayerId]) -> None:
        self._players = players
        self._marks: dict[PlayerId, Counter[int]] = defaultdict(Counter)
        self._made: dict[PlayerId, Counter[str]] = defaultdict(Counter)
        self._fines: Counter[PlayerId] = Counter()

    def count(self, script: Script) -> None:
        """Take in what happened at a table."""
        for entry in script.donnes:
            marque = score_donne(entry.donne(script.seats, None))
            for seat, mark in marque.marks.items():
                self._marks[script.people[seat]][script.position] += mark
            if marque.made:
                self._made[script.people[entry.preneur]][entry.contrat.value] += 1
        for move in script.moves:
            match move:
                case Rule(ruling=ruling):
                    for fine in ruling.penalties:
                        self._fines[script.people[fine.player]] += fine.points
                case Fine(player=player, points=points):
                    self._fines[player] += points

    def ranking(self) -> tuple[Ranked, ...]:
        """Return everybody with their rank, first to last."""
        return Standings.of(map(self._line, self._players), tie_break=False).table()

    def _line(self, player: PlayerId) -> Line:
        marks = self._marks[player]
        total = sum(marks.values()) - self._fines[player]
        return Line(id=player, total=total, best=max(marks.values(), default=0), made=Made(**self._made[player]))
