"""Use cases: who plays on after a cut, players or whole teams, and what corrections would change of it; none writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.domain.errors import Refused, Violation
from app.domain.events.tournoi import PlayerId
from app.domain.fold.state import State
from app.domain.mouvement.seats import Player
from app.domain.tournoi.cut import Cut, CutMade, make_cut, remake_cut, ties_broken
from app.domain.tournoi.line import Reason
from app.domain.tournoi.record import running_line
from app.domain.values import replace
from app.services.parts import playing_on, shape_of
from app.services.rankings import records, still_in, team_of, team_records


@dataclass(frozen=True, slots=True, kw_only=True)
class CutChanged:
    """A cut that corrections would now decide otherwise: who would play on, and who would not."""

    after: int
    kept: tuple[PlayerId, ...]
    gone: tuple[PlayerId, ...]


def cut_now(state: State, cut: Cut, drawn: Iterable[PlayerId] = ()) -> CutMade:
    """Return the cut after the last position: of players, or of whole teams by the teams' ranking.

    Of teams tied at the limit, `drawn` names any member of each that the arbiter's draw keeps. A team that has too few
    members left plays on no more, and whoever is left of it neither.
    """
    members = shape_of(state).event.members
    if members == 1:
        return make_cut(cut, still_in(state), after=state.position, drawn=tuple(drawn))
    teams = team_of(state)
    lines = [running_line(record, state.cuts) for record in team_records(state) if record.out_after is None]
    chosen = tuple(dict.fromkeys(teams.get(player, player) for player in drawn))
    try:
        made = make_cut(cut, lines, after=state.position, drawn=chosen, members=members)
    except Refused as refused:
        raise Refused(*(_by_name(state, why) for why in refused.violations)) from None
    kept, eliminated = _sitting(state, made.kept), _sitting(state, made.eliminated)
    alone = (player for player in playing_on(state) if player not in {*kept, *eliminated})
    return replace(made, kept=kept, eliminated=(*eliminated, *alone))


def cuts_changed(state: State, number: int) -> tuple[CutChanged, ...]:
    """Return the cuts behind a position that its scores, as they are now, would decide otherwise; writes nothing.

    The cut stands as it was made, for the positions after it are played: what is told is for the arbiter.
    """
    plans = shape_of(state).positions
    found = []
    for made in state.cuts:
        cut = plans[made.after - 1].cut
        if made.after < number or cut is None:
            continue
        now = _made_again(state, cut, made)
        kept = tuple(player for player in now.kept if player not in made.kept)
        if kept:
            gone = tuple(player for player in made.kept if player not in now.kept)
            found.append(CutChanged(after=made.after, kept=kept, gone=gone))
    return tuple(found)


def ties_at(state: State, made: CutMade) -> tuple[Reason, ...]:
    """Return what put those whom a cut kept before those who went out with the same total: players, or teams."""
    if shape_of(state).event.members == 1:
        everyone = records(state)
        lines = [
            running_line(everyone[player], state.cuts, upto=made.after) for player in (*made.kept, *made.eliminated)
        ]
        return ties_broken(made.kept, made.eliminated, lines)
    teams = team_of(state)
    kept = tuple(dict.fromkeys(teams[player] for player in made.kept))
    every = {record.id: running_line(record, state.cuts, upto=made.after) for record in team_records(state)}
    gone = dict.fromkeys(teams[player] for player in made.eliminated)
    eliminated = tuple(team for team in gone if not every[team].abandoned)
    return ties_broken(kept, eliminated, every.values())


def _made_again(state: State, cut: Cut, made: CutMade) -> CutMade:
    """Return a cut as it would be made now, among those of then."""
    there = (*made.kept, *made.eliminated)
    members = shape_of(state).event.members
    if members == 1:
        everyone = records(state)
        return remake_cut(cut, (running_line(everyone[player], state.cuts, upto=made.after) for player in there), made)
    teams = team_of(state)
    players: dict[str, list[PlayerId]] = {}
    for player in there:
        players.setdefault(teams[player], []).append(player)
    lines = (running_line(record, state.cuts, upto=made.after) for record in team_records(state))
    then = replace(made, kept=tuple(dict.fromkeys(teams[player] for player in made.kept)))
    now = remake_cut(cut, (line for line in lines if line.id in players), then, members=members)
    return replace(made, kept=tuple(player for team in now.kept for player in players[team]))


def _sitting(state: State, teams: Iterable[str]) -> tuple[PlayerId, ...]:
    """Return who plays for these teams now, team by team."""
    holders = (state.entrants.sitting_for(Player(member)) for team in teams for member in state.teams[team])
    return tuple(player for player in holders if player is not None)


def _by_name(state: State, why: Violation) -> Violation:
    """Return a violation with the names of teams where it quotes their ids, in a row."""

    def named(value: object) -> object:
        return (
            ", ".join(state.team_names.get(part, part) for part in value.split(", ")) if type(value) is str else value
        )

    return replace(why, params=tuple((key, named(value)) for key, value in why.params))
