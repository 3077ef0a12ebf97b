"""The plan of an event's movement: every seat of every position, and what is proven of it beforehand."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from app.domain.errors import Refused
from app.domain.mouvement.asked import Asked, Kind, check_asked
from app.domain.mouvement.contest import MOST_POSITIONS as MOST_CONTEST_POSITIONS
from app.domain.mouvement.contest import contest_of_five
from app.domain.mouvement.filling import filled
from app.domain.mouvement.howell import howell
from app.domain.mouvement.levelling import Move
from app.domain.mouvement.proof import Proof, prove, repeat_free
from app.domain.mouvement.rotation import starting_places
from app.domain.mouvement.seats import Card, Place, Seat, Seating
from app.domain.mouvement.teams import FIRST_POSITION, mate_lines, mate_pairs, missing_duo
from app.domain.mouvement.threes import tables_without_north


@dataclass(frozen=True)
class Plan:
    """Who sits where, for every position of a movement.

    `seatings` are the positions played. `start` are the places handed out: position 1, which teams do not
    play. `moves` are those who, at one position, must leave the seat of the movement.
    """

    kind: Kind
    tables: int
    start: Seating[Card]
    seatings: tuple[Seating[Card], ...]
    repeat_free: int
    team_size: int | None = None
    moves: tuple[Move[Card], ...] = ()

    @cached_property
    def proof(self) -> Proof[Card]:
        """What is known of the plan before it is played."""
        return prove(self.seatings, self.teams())

    def teams(self) -> tuple[tuple[Card, ...], ...]:
        """Return the cards of each team, those that somebody holds."""
        return teams_at(self.start, self.team_size)

    def card_places(self, card: Card) -> tuple[Place, ...]:
        """Return a personal card's places, position after position."""
        return tuple(seating.places()[card] for seating in self.seatings)


def teams_at(start: Seating[Card], team_size: int | None) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of each team that begins at these places; none where everybody plays on their own."""
    lines = mate_lines(team_size)
    seated = [tuple(who for seat in line if (who := table.at(seat))) for table in start for line in lines]
    return tuple(team for team in seated if team)


def make_plan(asked: Asked) -> Plan:
    """Return the plan that was asked for; raise Refused with every violation."""
    wrong = check_asked(asked)
    if wrong:
        raise Refused(*wrong)
    if asked.kind is Kind.ASCE and asked.five:
        return _contest_plan(asked)
    if asked.is_howell:
        return _howell_plan(asked)
    return _rotation_plan(asked)


def _rotation_plan(asked: Asked) -> Plan:
    tables, five = asked.size, asked.five
    rotation = asked.rotation()
    first = FIRST_POSITION if asked.team_size else 1
    absent: Collection[Place]
    if asked.team_size:  # teams are whole: what is missing is a duo
        absent = missing_duo(rotation, asked.positions) if asked.missing else ()
    else:
        walks = list(islice(rotation.walks(), asked.positions))
        absent = [Place(t, Seat.N) for t in tables_without_north(tables, walks, how_many=asked.missing)]
    seated = {place.seat for place in starting_places(tables) if place not in absent}
    start = next(rotation.seatings(absent=absent, five=five))
    seatings = islice(rotation.seatings(first=first, absent=absent, five=five), asked.positions)
    # Once the two of a missing duo would meet, their chairs are empty at one table.
    played, moves = filled(list(seatings), teams_at(start, asked.team_size))
    return Plan(
        kind=asked.kind,
        tables=tables,
        start=start,
        seatings=tuple(played),
        repeat_free=rotation.repeat_free(
            first=first,
            lines=[seat for seat in Seat if seat in seated or (five and seat is Seat.E2)],
            mates=mate_pairs(asked.team_size),
        ),
        team_size=asked.team_size,
        moves=tuple(moves),
    )


def _howell_plan(asked: Asked) -> Plan:
    table = howell(asked.size, missing=asked.missing, positions=asked.positions, repaired=asked.kind is Kind.REPAIRED)
    # Past its last position the table begins again, and everybody meets again at once.
    return Plan(
        kind=asked.kind,
        tables=asked.size,
        start=table.seatings(1)[0],
        seatings=table.seatings(asked.positions),
        repeat_free=repeat_free(table.seatings(len(table.rounds))),
        moves=table.moves(asked.positions),
    )


def _contest_plan(asked: Asked) -> Plan:
    seatings = tuple(islice(contest_of_five(asked.size, asked.positions), asked.positions))
    return Plan(
        kind=asked.kind,
        tables=asked.size,
        start=seatings[0],
        seatings=seatings,
        repeat_free=repeat_free(islice(contest_of_five(asked.size, asked.positions), MOST_CONTEST_POSITIONS)),
    )
