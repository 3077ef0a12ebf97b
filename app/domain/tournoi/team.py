"""Teams: duos and teams of four, ranked by the sum of their members.

Fascicule 2 (2017), ch. 2, Tournoi en donnes libres par équipes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.domain.tournoi.record import Played, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team and everyone who played for it; `size` is how many of them sit down, two or four."""

    id: str
    members: tuple[str, ...]
    size: int


def team_record(team: Team, records: Mapping[str, Record]) -> Record:
    """Return the team's record: position by position the sum of its members, so that it ranks as a player does.

    Substitutes add what they mark themselves. A team abandons when too few of its members are left.
    """
    members = [records[member] for member in team.members]
    positions = max((len(record.played) for record in members), default=0)
    left = sorted(record.abandoned_at for record in members if record.abandoned_at is not None)
    spare = len(members) - team.size
    out = [record.out_after for record in members if record.out_after is not None]
    return Record(
        id=team.id,
        played=tuple(_together(members, number) for number in range(positions)),
        penalties=tuple(penalty for record in members for penalty in record.penalties),
        out_after=max(out, default=None),
        abandoned_at=left[spare] if len(left) > spare else None,
    )


def _together(members: list[Record], index: int) -> Played | None:
    slots = [record.played[index] for record in members if index < len(record.played)]
    found = [slot for slot in slots if slot is not None]
    return sum(found, Played(0)) if found else None
