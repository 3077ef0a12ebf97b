"""What the desk's events do to the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from app.domain.arbitrage.jugement import RULESETS
from app.domain.errors import Refused, Violation, violation
from app.domain.events import tournoi as said
from app.domain.events.tournoi import Role
from app.domain.fold.apply import Writing, handles
from app.domain.fold.feuille import Feuille
from app.domain.fold.state import Assignment, State
from app.domain.mouvement.seats import Player
from app.domain.tournoi import entrants, position
from app.domain.tournoi.cut import CutMade
from app.domain.tournoi.identity import Identity, check_identity
from app.domain.tournoi.position import Position, PositionState
from app.domain.tournoi.shape import check_shape
from app.domain.tournoi.sheet import Hand, Occupant, Sheet
from app.domain.tournoi.writing import substitute

UNLIMITED = 9_999  # donnes of a Partie libre: more than anybody plays
PAPER_ORDER = ("N", "S", "E", "O", "E2")
PARTIE = 1  # its only position and its only table


@handles(said.TournamentCreated)
def _(state: State, writing: Writing, body: said.TournamentCreated) -> State:
    _refuse(*_begun(state), *check_shape(body.shape), *_ruleset(body.ruleset), *_named(body.name))
    event = writing.event
    return replace(state, journal=event.journal, created=body, devices={event.device: Role.DESK})


@handles(said.PartieStarted)
def _(state: State, writing: Writing, body: said.PartieStarted) -> State:
    sheet = Sheet(table=PARTIE, position=PARTIE, due=UNLIMITED, occupants=_typed(body.names))
    return _alone(state, writing, body, Feuille.blank(sheet, has_mort=body.has_mort))


@handles(said.LoneSheetStarted)
def _(state: State, writing: Writing, body: said.LoneSheetStarted) -> State:
    sheet = Sheet(table=body.table, position=body.position, due=body.donnes, occupants=_typed(body.names))
    return _alone(state, writing, body, Feuille.blank(sheet, has_mort=_has_mort(body.ruleset, sheet)))


def _typed(names: Mapping[str, str]) -> tuple[Occupant, ...]:
    """Seat people in the order of the paper sheet: JSON keeps none."""
    order = sorted(names, key=lambda seat: PAPER_ORDER.index(seat) if seat in PAPER_ORDER else len(PAPER_ORDER))
    return tuple(Occupant(seat, Player(names[seat])) for seat in order)


def _alone(state: State, writing: Writing, body: said.PartieStarted | said.LoneSheetStarted, feuille: Feuille) -> State:
    """Begin a journal of one sheet, written by the table's own device without a desk."""
    names = [name.strip() for name in body.names.values()]
    blank = [violation("name_missing", f"names.{seat}") for seat, name in body.names.items() if not name.strip()]
    twice = [violation("name_twice", "names", name=name) for name, n in Counter(names).items() if name and n > 1]
    _refuse(*_begun(state), *_ruleset(body.ruleset), *blank, *twice)
    event, sheet = writing.event, feuille.sheet
    return replace(
        state,
        journal=event.journal,
        created=body,
        devices={event.device: Role.TABLE},
        assignments={sheet.table: Assignment(event.device, event.table_epoch or 0)},
        entrants=replace(state.entrants, position=sheet.position),
        positions={sheet.position: Position(sheet.position, PositionState.OPEN)},
        feuilles={sheet.position: {sheet.table: feuille}},
    )


def _has_mort(ruleset: str, sheet: Sheet) -> bool:
    """[D] The FFT's table of five has a mort, the club contest's calls a king."""
    return len(sheet.seats) == 5 and ruleset != "asce"


@handles(said.DeviceAdmitted)
def _(state: State, writing: Writing, body: said.DeviceAdmitted) -> State:
    if state.devices.get(body.device) is Role.DESK:
        raise Refused(violation("device_is_desk", "device"))
    return replace(state, devices={**state.devices, body.device: body.role})


@handles(said.DeviceRevoked)
def _(state: State, writing: Writing, body: said.DeviceRevoked) -> State:
    if state.devices.get(body.device) in (None, Role.DESK):
        raise Refused(violation("device_unknown", "device"))
    return replace(state, devices={name: role for name, role in state.devices.items() if name != body.device})


@handles(said.TabletAssigned)
def _(state: State, writing: Writing, body: said.TabletAssigned) -> State:
    if state.devices.get(body.device) is not Role.TABLE:
        raise Refused(violation("device_no_table", "device"))
    return replace(state, assignments=raised(state, body.table, Assignment(body.device, body.epoch)))


def raised(state: State, table: int, assignment: Assignment) -> dict[int, Assignment]:
    """Return the assignments with a table under a higher epoch; refuse one that is not higher."""
    before = state.assignments.get(table)
    if before is not None and assignment.epoch <= before.epoch:
        raise Refused(violation("epoch_not_higher", "epoch", epoch=assignment.epoch, least=before.epoch + 1))
    return {**state.assignments, table: assignment}


@handles(said.PlayerRegistered)
def _(state: State, writing: Writing, body: said.PlayerRegistered) -> State:
    _refuse(*check_identity(body.identity), *_licence_taken(state, body.player, body.identity))
    entered = entrants.enter(state.entrants, Player(body.player))
    return replace(state, entrants=entered, identities={**state.identities, body.player: body.identity})


@handles(said.PlayerAmended)
def _(state: State, writing: Writing, body: said.PlayerAmended) -> State:
    _refuse(
        *_unknown(state, body.player),
        *check_identity(body.identity),
        *_licence_taken(state, body.player, body.identity),
    )
    return replace(state, identities={**state.identities, body.player: body.identity})


@handles(said.PlayerWithdrawn)
def _(state: State, writing: Writing, body: said.PlayerWithdrawn) -> State:
    note = writing.note(body.reason)
    left = entrants.withdraw(state.entrants, Player(body.player), with_leave=body.with_leave, note=note)
    if state.position > 0:
        return replace(state, entrants=left)
    # Who leaves before the first card was never there: the card and the licence are free again.
    return replace(
        state,
        entrants=left,
        cards={card: player for card, player in state.cards.items() if player != body.player},
        identities={player: card for player, card in state.identities.items() if player != body.player},
    )


@handles(said.PlayerSubstituted)
def _(state: State, writing: Writing, body: said.PlayerSubstituted) -> State:
    _refuse(*check_identity(body.identity), *_licence_taken(state, body.newcomer, body.identity))
    newcomer = Player(body.newcomer)
    taken = entrants.take_over(
        state.entrants,
        Player(body.player),
        newcomer,
        with_leave=body.with_leave,
        note=writing.note(body.reason),
    )
    cards = {card: body.newcomer if player == body.player else player for card, player in state.cards.items()}
    return replace(
        state,
        entrants=taken,
        cards=cards,
        identities={**state.identities, body.newcomer: body.identity},
        feuilles={**state.feuilles, **dict(_taken_over(state, body.player, newcomer))},
    )


def _taken_over(state: State, player: str, newcomer: Player) -> Iterator[tuple[int, dict[int, Feuille]]]:
    """Yield the open position's sheets with a seat taken over, where the player who leaves sits at one."""
    number = state.position
    at_work = state.positions.get(number)
    if at_work is None or at_work.state is not PositionState.OPEN:
        return
    for table, feuille in state.feuilles[number].items():
        sheet = feuille.sheet
        for seat in sheet.seats:
            if sheet.player_at(seat, len(sheet.donnes) + 1) == player:
                changed = replace(feuille, sheet=substitute(sheet, seat, newcomer, hand=Hand.ARBITRE))
                yield number, {**state.feuilles[number], table: changed}


@handles(said.TeamFormed)
def _(state: State, writing: Writing, body: said.TeamFormed) -> State:
    members = set(body.members)
    taken = {player for team, players in state.teams.items() if team != body.team for player in players}
    found = [found for player in body.members for found in _unknown(state, player)]
    found += [violation("in_two_teams", "members", player=player) for player in sorted(members & taken)]
    if state.created and isinstance(state.created, said.TournamentCreated):
        size = state.created.shape.event.members
        if len(members) != size or len(body.members) != size:
            found.append(violation("team_size", "members", members=len(body.members), size=size))
    _refuse(*found, *_started(state))
    return replace(
        state,
        teams={**state.teams, body.team: body.members},
        team_names={**state.team_names, body.team: body.name},
    )


@handles(said.SeatsDrawn)
def _(state: State, writing: Writing, body: said.SeatsDrawn) -> State:
    players = list(body.cards.values())
    found = [found for player in players for found in _unknown(state, player)]
    found += [violation("two_cards", "cards", player=player) for player, n in Counter(players).items() if n > 1]
    _refuse(*found, *_started(state))
    return replace(state, cards=body.cards, seed=body.seed)


@handles(said.MovementChosen)
def _(state: State, writing: Writing, body: said.MovementChosen) -> State:
    _refuse(*_playing(state))
    return replace(state, movement=body)


@handles(said.PositionOpened)
def _(state: State, writing: Writing, body: said.PositionOpened) -> State:
    earlier = [other for number, other in state.positions.items() if number < body.position]
    found = list(_seating_refusals(state, body))
    if body.position != state.position + 1:
        found.append(violation("position_out_of_turn", "position", position=body.position, next=state.position + 1))
    _refuse(*found)
    opened = position.open_position(Position(body.position), earlier)
    feuilles = {}
    for seated in body.seating:
        occupants = tuple(Occupant(seat, Player(player)) for seat, player in seated.seats.items())
        sheet = Sheet(table=seated.table, position=body.position, due=body.donnes, occupants=occupants)
        feuilles[seated.table] = Feuille.blank(sheet, has_mort=_has_mort(state.ruleset.name, sheet))
    return replace(
        state,
        positions={**state.positions, body.position: opened},
        settings=(*state.settings, body.setting),
        feuilles={**state.feuilles, body.position: feuilles},
        entrants=replace(state.entrants, position=body.position),
    )


def _seating_refusals(state: State, body: said.PositionOpened) -> Iterator[Violation]:
    tables = Counter(seated.table for seated in body.seating)
    players = Counter(player for seated in body.seating for player in seated.seats.values())
    entered = {entrant.id: entrant for entrant in state.entrants.players}
    out = {player for cut in state.cuts for player in cut.eliminated}
    yield from (violation("table_twice", "seating", table=table) for table, times in tables.items() if times > 1)
    for player, times in players.items():
        entrant = entered.get(Player(player))
        if entrant is None:
            yield violation("entrant_unknown", "seating", player=player)
        elif entrant.left is not None:
            yield violation("already_left", "seating", player=player)
        if times > 1:
            yield violation("seated_twice", "seating", player=player)
        if player in out:
            yield violation("is_eliminated", "seating", player=player)
    if not players:
        yield violation("nobody_seated", "seating")


@handles(said.PositionClosed)
def _(state: State, writing: Writing, body: said.PositionClosed) -> State:
    closed = position.close_position(_position(state, body.position), state.sheets(body.position))
    return replace(state, positions={**state.positions, body.position: closed})


@handles(said.PositionReopened)
def _(state: State, writing: Writing, body: said.PositionReopened) -> State:
    reopened = position.reopen_position(_position(state, body.position), writing.note(body.reason))
    return replace(state, positions={**state.positions, body.position: reopened})


@handles(CutMade)
def _(state: State, writing: Writing, body: CutMade) -> State:
    found = [found for player in (*body.kept, *body.eliminated) for found in _unknown(state, player)]
    if body.after != state.position or _position(state, body.after).state is not PositionState.CLOSED:
        found.append(violation("cut_out_of_turn", "after", position=body.after))
    if any(cut.after == body.after for cut in state.cuts):
        found.append(violation("cut_twice", "after", position=body.after))
    if set(body.kept) & set(body.eliminated) or body.divide < 1:
        found.append(violation("cut_nonsense", "kept"))
    _refuse(*found)
    return replace(state, cuts=(*state.cuts, body))


@handles(said.TournamentClosed)
def _(state: State, writing: Writing, body: said.TournamentClosed) -> State:
    _refuse(*_playing(state))
    return replace(state, is_closed=True)


def _position(state: State, number: int) -> Position:
    found = state.positions.get(number)
    if found is None:
        raise Refused(violation("position_unknown", "position", position=number))
    return found


def _refuse(*violations: Violation) -> None:
    if violations:
        raise Refused(*violations)


def _begun(state: State) -> Iterator[Violation]:
    if state.created is not None:
        yield violation("event.begun_twice", "kind")


def _started(state: State) -> Iterator[Violation]:
    if state.position > 0:
        yield violation("already_started", "position", position=state.position)


def _playing(state: State) -> Iterator[Violation]:
    for number, other in state.positions.items():
        if other.state is not PositionState.CLOSED:
            yield violation("position_still_open", "position", position=number)


def _ruleset(name: str) -> Iterator[Violation]:
    if name not in RULESETS:
        yield violation("not_one_of", "ruleset", choices=", ".join(RULESETS))


def _named(name: str) -> Iterator[Violation]:
    if not name.strip():
        yield violation("name_missing", "name")


def _unknown(state: State, player: str) -> Iterator[Violation]:
    if player not in state.identities or state.entrants.find(Player(player)) is None:
        yield violation("entrant_unknown", "player", player=player)


def _licence_taken(state: State, player: str, identity: Identity) -> Iterator[Violation]:
    others = (other for other_id, other in state.identities.items() if other_id != player and identity.licence)
    for other in others:
        if other.licence == identity.licence:
            yield violation("licence_taken", "licence", licence=identity.licence, name=other.full_name)
