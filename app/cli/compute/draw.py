"""`compute draw`: new seats for one position, by chance or by rank."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from itertools import chain

from app.cli.compute.fields import Fields, string
from app.cli.compute.seats import table_row
from app.cli.compute.stream import Answer, Request
from app.domain.errors import Refused
from app.domain.mouvement.asked import MOST_PLAYERS, MOST_POSITIONS
from app.domain.mouvement.avoidance import Past
from app.domain.mouvement.draw import best_seating, check_drawn, random_seating

MOST_SEED = 10**18 - 1  # what a request's whole number can say
FIELDS = {"ruleset", "kind", "seed", "players", "ranking", "history"}


class Draw(StrEnum):
    """By chance, or the best with the best."""

    RANDOM = "random"
    BEST = "best"


def answer(request: Request) -> Answer:
    """Return the drawn seats; raise Refused with every violation."""
    fields = Fields(request, FIELDS)
    fields.ruleset()  # a draw is a draw in all of them
    fields.require("kind", "players")
    kind = fields.kind("kind", Draw)
    seed = fields.whole("seed", least=0, most=MOST_SEED)
    players = fields.listed("players", string, of="strings")
    ranking = fields.listed("ranking", string, of="strings")
    history = fields.listed("history", _position, of="positions, each a list of tables, each a list of strings") or ()
    if kind is Draw.RANDOM:
        fields.require("seed")
    if kind is Draw.BEST:
        fields.require("ranking")
    if players is not None:
        if len(players) > MOST_PLAYERS:
            fields.refuse("out_of_range", "players", least=3, most=MOST_PLAYERS)
        fields.violations.extend(check_drawn(players, ranking))
    for position, tables in enumerate(history, 1):
        seated = Counter(chain.from_iterable(tables))
        for player in (name for name, times in seated.items() if times > 1):
            fields.refuse("movement.two_tables", "history", player=player, position=position)
    if len(history) > MOST_POSITIONS:
        fields.refuse("out_of_range", "history", least=0, most=MOST_POSITIONS)
    if fields.violations or players is None:
        raise Refused(*fields.violations)
    past = Past.of(chain.from_iterable(history))
    by_rank = kind is Draw.BEST
    seating = best_seating(ranking or ()) if by_rank else random_seating(players, past, seed=seed or 0)
    return {"tables": [table_row(table) for table in seating], "repeats": past.repeats(seating)}


def _position(item: object) -> tuple[tuple[str, ...], ...] | None:
    """Read one position of the history: tables of one to five different players."""
    tables = item if isinstance(item, list) else [None]
    read = [_table(table) for table in tables]
    return None if None in read else tuple(table for table in read if table is not None)


def _table(item: object) -> tuple[str, ...] | None:
    people = item if isinstance(item, list) else [None]
    names = tuple(name for name in people if isinstance(name, str))
    return names if len(names) == len(people) == len(set(names)) and 1 <= len(names) <= 5 else None
