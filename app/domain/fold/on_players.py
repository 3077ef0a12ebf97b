"""What the desk says of players: who takes part, in which team, with which card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from app.domain.errors import Refused, Violation, refuse, violation
from app.domain.events.tournoi import (
    PlayerAmended,
    PlayerId,
    PlayerRegistered,
    PlayerSubstituted,
    PlayerWithdrawn,
    SeatsDrawn,
    TeamFormed,
    TournamentCreated,
)
from app.domain.fold.feuille import Feuille
from app.domain.fold.growing import grown
from app.domain.fold.on_start import check_title
from app.domain.fold.state import State, Tables
from app.domain.fold.writing import ToState, Writing
from app.domain.mouvement.seats import Player
from app.domain.tournoi import entrants
from app.domain.tournoi.identity import MAX_NAME, Identity, check_identity
from app.domain.tournoi.sheet import Hand
from app.domain.tournoi.writing import substitute
from app.domain.values import replace


def register_player(state: State, by: Writing, body: PlayerRegistered) -> State:
    """Enter a player."""
    refuse(*_card_refusals(state, body.player, body.identity), *check_title(body.player, "player", most=MAX_NAME))
    if state.entrants.position > 0:  # by name: nobody knows the id of somebody who is not entered
        raise Refused(violation("entry_closed", "player", player=body.identity.full_name))
    entered = entrants.enter(state.entrants, Player(body.player), state.identities)
    return _with_card(replace(state, entrants=entered), body.player, body.identity)


def amend_player(state: State, by: Writing, body: PlayerAmended) -> State:
    """Write a player's card anew."""
    refuse(*check_entered(state, [body.player]), *_card_refusals(state, body.player, body.identity))
    return _with_card(state, body.player, body.identity)


def withdraw_player(state: State, by: Writing, body: PlayerWithdrawn) -> State:
    """Let a player go; before the first card they were never there, and their team is none."""
    left = entrants.withdraw(state.entrants, Player(body.player), with_leave=body.with_leave, note=by.note(body.reason))
    gone = replace(state, entrants=left)
    if state.position > 0:
        return gone
    teams = {team: members for team, members in state.teams.items() if body.player not in members}
    return _forget(
        replace(
            gone,
            cards={card: player for card, player in state.cards.items() if player != body.player},
            teams=teams,
            team_names={team: state.team_names[team] for team in teams},
        ),
        body.player,
    )


def substitute_player(state: State, by: Writing, body: PlayerSubstituted) -> State:
    """Give a player's card and seat to a newcomer: at a table that plays, from the next donne on."""
    leaving, newcomer = body.player, Player(body.newcomer)
    refuse(*_card_refusals(state, newcomer, body.identity), *check_title(newcomer, "newcomer", most=MAX_NAME))
    taken = entrants.take_over(
        state.entrants, Player(leaving), newcomer, with_leave=body.with_leave, note=by.note(body.reason)
    )
    changed = replace(
        state,
        entrants=taken,
        cards={card: newcomer if player == leaving else player for card, player in state.cards.items()},
    )
    if state.position > 0:
        feuilles = {**state.feuilles, state.position: _seated_instead(state, leaving, newcomer)}
        return _with_card(replace(changed, feuilles=feuilles), newcomer, body.identity)
    teams = {
        team: tuple(newcomer if member == leaving else member for member in members)
        for team, members in state.teams.items()
    }
    return _with_card(_forget(replace(changed, teams=teams), leaving), newcomer, body.identity)


def form_team(state: State, by: Writing, body: TeamFormed) -> State:
    """Let players play as a duo or as a team of four."""
    refuse(*_team_refusals(state, body), *check_title(body.name, "name", most=MAX_NAME), *_started(state))
    return replace(
        state,
        teams={**state.teams, body.team: body.members},
        team_names={**state.team_names, body.team: body.name},
    )


def draw_seats(state: State, by: Writing, body: SeatsDrawn) -> State:
    """Hand out the personal cards."""
    cards = Counter(body.cards.values())
    twice = (violation("two_cards", "cards", player=player) for player, times in cards.items() if times > 1)
    refuse(*check_entered(state, cards), *twice, *_started(state))
    return replace(state, cards=body.cards, seed=body.seed, dealt=state.movement)


def check_entered(state: State, players: Iterable[PlayerId], field: str = "player") -> Iterator[Violation]:
    """Yield those who do not take part."""
    for player in players:
        if player not in state.identities:
            yield violation("entrant_unknown", field, player=player)


def _with_card(state: State, player: PlayerId, identity: Identity) -> State:
    """Return the state with a player's card; licences follow."""
    licences = _without_licence_of(state, player)
    if identity.licence:
        licences = grown(licences, identity.licence, player)
    return replace(state, identities=grown(state.identities, player, identity), licences=licences)


def _forget(state: State, player: PlayerId) -> State:
    """Return the state without a player's card: licence and id are free again."""
    identities = {other: identity for other, identity in state.identities.items() if other != player}
    return replace(state, identities=identities, licences=_without_licence_of(state, player))


def _without_licence_of(state: State, player: PlayerId) -> Mapping[str, PlayerId]:
    before = state.identities.get(player)
    if before is None or not before.licence:
        return state.licences
    return {licence: holder for licence, holder in state.licences.items() if holder != player}


def _card_refusals(state: State, player: PlayerId, identity: Identity) -> Iterator[Violation]:
    yield from check_identity(identity)
    holder = state.licences.get(identity.licence)
    if holder not in (None, player):
        name = state.identities[holder].full_name
        yield violation("licence_taken", "licence", licence=identity.licence, name=name)


def _seated_instead(state: State, leaving: PlayerId, newcomer: Player) -> Tables:
    """Return the last position's sheets with a seat taken over, where the table still plays."""
    return {table: _taken_over(feuille, leaving, newcomer) for table, feuille in state.feuilles[state.position].items()}


def _taken_over(feuille: Feuille, leaving: PlayerId, newcomer: Player) -> Feuille:
    sheet = feuille.sheet
    for seat in sheet.seats if feuille.is_open else ():
        if sheet.player_at(seat, len(sheet.donnes) + 1) == leaving:
            return replace(feuille, sheet=substitute(sheet, seat, newcomer, hand=Hand.ARBITRE))
    return feuille


def _team_refusals(state: State, body: TeamFormed) -> Iterator[Violation]:
    elsewhere = {player for team, players in state.teams.items() if team != body.team for player in players}
    yield from check_entered(state, body.members, "members")
    for player, times in Counter(body.members).items():
        if times > 1 or player in elsewhere:
            yield violation("in_two_teams", "members", player=player)
    size = state.created.shape.event.members if isinstance(state.created, TournamentCreated) else 1
    if size == 1:
        yield violation("no_teams_here", "members")
    elif len(body.members) != size:
        yield violation("team_size", "members", members=len(body.members), size=size)


def _started(state: State) -> Iterator[Violation]:
    if state.position > 0:
        yield violation("already_started", "position", position=state.position)


TO_STATE: Mapping[type, ToState] = {
    PlayerRegistered: register_player,
    PlayerAmended: amend_player,
    PlayerWithdrawn: withdraw_player,
    PlayerSubstituted: substitute_player,
    TeamFormed: form_team,
    SeatsDrawn: draw_seats,
}
