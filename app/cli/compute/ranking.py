"""`compute ranking`: ranks from positions and penalties, ties shared or broken by article 29."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import TypeGuard

from app.cli.compute.fields import Fields
from app.cli.compute.stream import Answer, Request
from app.domain.errors import Refused, Violation, violation
from app.domain.tournoi.line import Line, Made
from app.domain.tournoi.score import Score, exact
from app.domain.tournoi.standings import Standings

FIELDS = frozenset({"tie_break", "players", "ruleset"})
PLAYER_FIELDS = frozenset({"id", "positions", "penalties", "made", "abandoned"})
MADE_FIELDS = frozenset({"prise", "garde", "garde_sans", "garde_contre"})

# Within these bounds a total has at most 15 digits, so that a JSON number says it exactly.
MOST_SCORE = 1_000_000
MOST_POSITIONS = 100
MOST_DECIMALS = 6


def answer(request: Request) -> Answer:
    """Return the ranking asked for, equal ranks in the order given; raise Refused with every violation."""
    fields = Fields(request, FIELDS)
    fields.require("players")
    fields.ruleset()  # every ruleset ranks alike
    tie_break = fields.flag("tie_break") or False
    given = fields.items("players", of="players")
    players = [_Player(item, f"players[{at}]") for at, item in enumerate(given)]
    refused = [*fields.violations, *(v for player in players for v in player.violations), *_across(players)]
    if refused:
        raise Refused(*refused)
    table = Standings.of((player.line() for player in players), tie_break=tie_break).table()
    return {"ranking": [{"rank": row.rank, "id": row.line.id, "total": _number(row.line.total)} for row in table]}


class _Player:
    """One entry of `players` as it could be read, and what is wrong with it."""

    def __init__(self, item: object, path: str) -> None:
        self.path = path
        self.violations: list[Violation] = []
        self.id: str | None = None
        self.positions: list[Score] | None = None
        self.penalties: Score = 0
        self.made = Made()
        self.abandoned = False
        if not isinstance(item, dict):
            self._refuse("not_an_object", "")
            return
        fields = Fields(item, PLAYER_FIELDS)
        fields.require("id", "positions")
        self.id = fields.text("id")
        self.abandoned = fields.flag("abandoned") or False
        self.violations += [Violation(v.key, f"{path}.{v.field}", v.params) for v in fields.violations]
        self.positions = self._positions(item.get("positions"))
        if item.get("penalties") is not None:
            self.penalties = self._score(item["penalties"], ".penalties", least=0)
        if item.get("made") is not None:
            self.made = self._made(item["made"])

    def line(self) -> Line:
        """Return the line to be ranked; everything was read."""
        positions = self.positions or []
        total = exact(sum(positions) - self.penalties)
        best = max(positions, default=0)
        return Line(id=self.id or "", total=total, best=best, made=self.made, abandoned=self.abandoned)

    def _positions(self, given: object) -> list[Score] | None:
        if given is None:
            return None
        if not isinstance(given, list):
            self._refuse("not_a_list", ".positions", of="scores")
            return None
        if len(given) > MOST_POSITIONS:
            self._refuse("out_of_range", ".positions", least=0, most=MOST_POSITIONS)
            return None
        return [self._score(item, f".positions[{at}]", least=-MOST_SCORE) for at, item in enumerate(given)]

    def _score(self, given: object, field: str, *, least: int) -> Score:
        if not _is_score(given):
            self._refuse("not_a_score", field, decimals=MOST_DECIMALS)
            return 0
        if not least <= given <= MOST_SCORE:
            self._refuse("out_of_range", field, least=least, most=MOST_SCORE)
            return 0
        return exact(Fraction(given))

    def _made(self, given: object) -> Made:
        if not isinstance(given, dict):
            self._refuse("not_an_object", ".made")
            return Made()
        fields = Fields(given, MADE_FIELDS)
        counts = {name: fields.whole(name, least=0, most=MOST_SCORE) or 0 for name in sorted(MADE_FIELDS)}
        self.violations += [Violation(v.key, f"{self.path}.made.{v.field}", v.params) for v in fields.violations]
        return Made(**counts)

    def _refuse(self, key: str, field: str, **params: object) -> None:
        self.violations.append(violation(key, self.path + field, **params))


def _across(players: list[_Player]) -> Iterator[Violation]:
    """Compare the players with each other: an id is named once. Who was eliminated has fewer positions than others."""
    seen: set[str] = set()
    for player in players:
        if player.id in seen:
            yield violation("id_twice", f"{player.path}.id", id=player.id)
        if player.id is not None:
            seen.add(player.id)


def _is_score(given: object) -> TypeGuard[int | Decimal]:
    """Tell whether it is a number, and not one so fine that spelling it out (1E-999999) would fill the memory."""
    if isinstance(given, Decimal):
        exponent = given.as_tuple().exponent
        return isinstance(exponent, int) and exponent >= -MOST_DECIMALS
    return isinstance(given, int) and not isinstance(given, bool)


def _number(total: Score) -> int | float:
    return total if isinstance(total, int) else float(total)
