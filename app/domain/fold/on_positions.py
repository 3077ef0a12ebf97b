"""What the desk says of positions: how the room moves, who sits where, what is over, who plays on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from app.domain.errors import Refused, Violation, refuse, violation
from app.domain.events.tournoi import (
    MovementChosen,
    PositionClosed,
    PositionOpened,
    PositionReopened,
    SeatedTable,
    TournamentClosed,
)
from app.domain.fold.feuille import Feuille
from app.domain.fold.on_players import check_entered
from app.domain.fold.on_start import check_donnes, check_numbers, has_mort, seated
from app.domain.fold.state import State
from app.domain.fold.writing import ToState, Writing
from app.domain.tournoi import position
from app.domain.tournoi.cut import CutMade
from app.domain.tournoi.position import Position, PositionState
from app.domain.tournoi.sheet import Sheet
from app.domain.values import replace


def choose_movement(state: State, by: Writing, body: MovementChosen) -> State:
    """Say how the room moves."""
    refuse(*_playing(state), *check_numbers(tables=body.tables))
    return replace(state, movement=body)


def open_position(state: State, by: Writing, body: PositionOpened) -> State:
    """Begin a position: a blank sheet on every table."""
    found = [*_seating_refusals(state, body), *check_donnes(body.donnes)]
    if body.lasts is not None:
        found += check_numbers(lasts=body.lasts)
    if body.position != state.position + 1:
        found.append(violation("position_out_of_turn", "position", position=body.position, next=state.position + 1))
    feuilles = {}
    for table in sorted(body.seating, key=lambda table: table.table):
        try:
            feuilles[table.table] = _blank(state, body, table)
        except Refused as refused:
            found += (replace(why, field=f"seating.{table.table}") for why in refused.violations)
    refuse(*found)
    opened = position.open_position(Position(body.position), state.positions.values())
    return replace(
        state,
        positions={**state.positions, body.position: opened},
        settings=(*state.settings, body.setting),
        lasting=state.lasting if body.lasts is None else {**state.lasting, body.position: body.lasts},
        feuilles={**state.feuilles, body.position: feuilles},
        entrants=replace(state.entrants, position=body.position),
    )


def close_position(state: State, by: Writing, body: PositionClosed) -> State:
    """End a position, once every sheet is in and sums to zero."""
    closed = position.close_position(_position(state, body.position), state.sheets(body.position))
    return replace(state, positions={**state.positions, body.position: closed})


def reopen_position(state: State, by: Writing, body: PositionReopened) -> State:
    """Let the arbiter mend a closed position."""
    reopened = position.reopen_position(_position(state, body.position), by.note(body.reason))
    return replace(state, positions={**state.positions, body.position: reopened})


def make_cut(state: State, by: Writing, body: CutMade) -> State:
    """Say who plays on; said again before the next position opens, since scores were mended, the last one counts."""
    earlier = tuple(cut for cut in state.cuts if cut.after != body.after)
    out = {player for cut in earlier for player in cut.eliminated}
    inside = {who.id for who in state.entrants.players if who.left is None and who.id not in out}
    found = [*check_entered(state, (*body.kept, *body.eliminated), "kept")]
    if body.after != state.position or _position(state, body.after).state is not PositionState.CLOSED:
        found.append(violation("cut_out_of_turn", "after", position=body.after))
    # Whoever is still in is kept or eliminated, once; nobody else is.
    if Counter((*body.kept, *body.eliminated)) != Counter(inside):
        found.append(violation("cut_uneven", "kept"))
    if body.divide < 1:
        found.append(violation("divide_below_one", "divide", divide=body.divide))
    refuse(*found)
    return replace(state, cuts=(*earlier, body))


def close_tournament(state: State, by: Writing, body: TournamentClosed) -> State:
    """End the tournament: nothing more is written."""
    refuse(*_playing(state))
    return replace(state, is_closed=True)


def _blank(state: State, body: PositionOpened, table: SeatedTable) -> Feuille:
    sheet = Sheet(table=table.table, position=body.position, due=body.donnes, occupants=seated(table.seats))
    return Feuille.blank(sheet, has_mort=has_mort(state.ruleset.name, sheet))


def _seating_refusals(state: State, body: PositionOpened) -> Iterator[Violation]:
    """Find what is wrong with who sits where; nobody at all is what a tablet sees whose tables do not play."""
    tables = Counter(table.table for table in body.seating)
    players = Counter(player for table in body.seating for player in table.seats.values())
    left = {who.id for who in state.entrants.players if who.left is not None}
    out = {player for cut in state.cuts for player in cut.eliminated}
    for number, times in tables.items():
        yield from check_numbers(table=number)
        if times > 1:
            yield violation("table_twice", "seating", table=number)
    yield from check_entered(state, players, "seating")
    for player, times in players.items():
        if player in left:
            yield violation("already_left", "seating", player=player)
        if player in out:
            yield violation("is_eliminated", "seating", player=player)
        if times > 1:
            yield violation("seated_twice", "seating", player=player)


def _position(state: State, number: int) -> Position:
    found = state.positions.get(number)
    if found is None:
        raise Refused(violation("position_unknown", "position", position=number))
    return found


def _playing(state: State) -> Iterator[Violation]:
    for number, other in state.positions.items():
        if other.state is not PositionState.CLOSED:
            yield violation("position_still_open", "position", position=number)


TO_STATE: Mapping[type, ToState] = {
    MovementChosen: choose_movement,
    PositionOpened: open_position,
    PositionClosed: close_position,
    PositionReopened: reopen_position,
    CutMade: make_cut,
    TournamentClosed: close_tournament,
}
