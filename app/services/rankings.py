"""Use cases: rankings, rebuilt from the state; none of them writes."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.events.tournoi import TournamentCreated
from app.domain.fold.state import State
from app.domain.mouvement.seats import Player
from app.domain.tournoi import entrants
from app.domain.tournoi.line import Line
from app.domain.tournoi.record import Record, best_over, position_line, running_line
from app.domain.tournoi.standings import Standings
from app.domain.tournoi.team import Team, team_record


def records(state: State) -> dict[str, Record]:
    """Return everyone's record, in the order of entry."""
    sheets = [list(state.sheets(number)) for number in sorted(state.feuilles)]
    return entrants.records(state.entrants, sheets, penalties=state.penalties.values(), cuts=state.cuts)


def running(state: State, *, upto: int | None = None) -> Standings:
    """Return the ranking after a position, or as things stand now: the final one once all is played."""
    lines = (running_line(record, state.cuts, upto=upto) for record in records(state).values())
    return Standings.of(lines, tie_break=_breaks_ties(state))


def of_position(state: State, number: int) -> Standings:
    """Return the ranking of one position alone."""
    lines = (position_line(record, number) for record in records(state).values())
    return Standings.of((line for line in lines if line is not None), tie_break=_breaks_ties(state))


def of_teams(state: State, *, upto: int | None = None) -> Standings:
    """Return the ranking of the teams: the sum of their members, substitutes included."""
    lines = (running_line(record, state.cuts, upto=upto) for record in team_records(state))
    return Standings.of(lines, tie_break=_breaks_ties(state))


def team_records(state: State) -> tuple[Record, ...]:
    """Return every team's record, in the order in which they were formed."""
    everyone = records(state)
    return tuple(team_record(team, everyone) for team in _teams(state))


def team_of(state: State) -> dict[str, str]:
    """Return the team for which each one plays or played, substitutes included."""
    return {player: team.id for team in _teams(state) for player in team.members}


def _teams(state: State) -> Iterator[Team]:
    for team, members in state.teams.items():
        played = list(members)
        for entrant in state.entrants.players:
            if entrant.replaces in played:
                played.append(entrant.id)
        yield Team(id=team, members=tuple(played), size=len(members))


def best_of_last_two(state: State, rewarded: frozenset[str] = frozenset()) -> Standings:
    """Return the ranking of the special prize, among those not otherwise rewarded.

    It is over the last two positions before anybody is eliminated: those of a final are played by the first alone.
    """
    last = [number for number in sorted(state.feuilles) if number <= _played_by_all(state)][-2:]
    return Standings.of(best_over(records(state).values(), last, rewarded=rewarded), tie_break=False)


def still_in(state: State) -> tuple[Line, ...]:
    """Return who plays on, first to last: all whom no cut eliminated and who have not left."""
    left = {entrant.id for entrant in state.entrants.players if entrant.left is not None}
    out = {player for cut in state.cuts for player in cut.eliminated}
    kept = [ranked.line for ranked in running(state).table() if ranked.line.id not in out | left]
    if not state.cuts or state.position > state.cuts[-1].after:
        return tuple(kept)
    # Just cut: in the order of the cut, which a draw may have settled; a substitute has the place of whom they replace.
    sitting = (state.entrants.sitting_for(Player(player)) for player in state.cuts[-1].kept)
    place = {player: place for place, player in enumerate(sitting) if player is not None}
    return tuple(sorted(kept, key=lambda line: place[Player(line.id)]))


def _played_by_all(state: State) -> int:
    return state.created.shape.played_by_all if isinstance(state.created, TournamentCreated) else state.position


def _breaks_ties(state: State) -> bool:
    return isinstance(state.created, TournamentCreated) and state.created.tie_break
