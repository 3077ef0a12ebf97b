"""`compute movement`: who sits where at each position, and what is proven of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.cli.compute.fields import Fields
from app.cli.compute.seats import table_row
from app.cli.compute.stream import Answer, Request
from app.domain.errors import Violation
from app.domain.mouvement.asked import MOST_PLAYERS, MOST_POSITIONS, MOST_TABLES, Asked, Kind, check_asked
from app.domain.mouvement.plan import make_plan

# Rooms of every kind, for what is wrong whatever the number is.
ANY_NUMBER = (8, 12, 16, 20, 21, 1200)
FIELDS = {"ruleset", "kind", "tables", "players", "positions", "teams", "five"}


def answer(request: Request) -> Answer:
    """Return the seats of the movement asked for; raise Refused with every violation."""
    fields = Fields(request, FIELDS)
    fields.ruleset()  # the kind says whose movement it is
    fields.require("kind", "positions")
    kind = fields.kind("kind", Kind)
    tables = fields.whole("tables", least=1, most=MOST_TABLES)
    players = fields.whole("players", least=1, most=MOST_PLAYERS)
    positions = fields.whole("positions", least=1, most=MOST_POSITIONS)
    team_size = fields.whole("teams")
    five = fields.flag("five")
    by_tables = request.get("tables") is not None
    if by_tables == (request.get("players") is not None):
        fields.refuse("movement.tables_or_players", "tables")
        tables = players = None
    known_five = five is not None or request.get("five") is None
    every = [
        Asked(each, players=count, positions=positions or 1, team_size=team_size, five=fifth)
        for each in ([kind] if kind else Kind)
        for fifth in ([bool(five)] if known_five else (False, True))
        for count in ([4 * tables + fifth] if tables else [players] if players else ANY_NUMBER)
    ]
    for reason in _wrong_in_any(every):
        # The number is told where it was given.
        where = "tables" if by_tables and reason.field == "players" else reason.field
        fields.violations.append(replace(reason, field=where))
    fields.stop_if_refused()
    (asked,) = every
    plan = make_plan(asked)
    return {
        "positions": [[table_row(table) for table in seating] for seating in plan.seatings],
        "repeat_free": plan.repeat_free,
        "repeats": plan.proof.repeats,
        "tables_of_three": list(plan.proof.tables_of_three),
        "twice_at_three": [again.people[0] for again in plan.proof.twice_at_three],
    }


def _wrong_in_any(every: Sequence[Asked]) -> list[Violation]:
    """Return what is wrong with each of these, so that a field that cannot be read hides nothing about the others."""
    first, *others = (check_asked(asked) for asked in every)
    return [reason for reason in first if all(reason in found for found in others)]
