"""Where the players of a table go when a position ends, as far as the movement says so beforehand."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.donne.donne import Seat
from app.domain.errors import Refused
from app.domain.events.tournoi import TournamentCreated
from app.domain.fold.state import State
from app.domain.mouvement.seats import Place
from app.services.seats import next_seats


def next_places(state: State, position: int, table: int) -> Mapping[Seat, Place]:
    """Return where whoever sits at each seat of a table sits at the next position.

    Nothing where the desk decides it only then: by the ranking after a cut, by chance, or after the last position.
    May take a while in a large room: not to be asked by a window's thread.
    """
    created, feuille = state.created, state.feuilles.get(position, {}).get(table)
    if not isinstance(created, TournamentCreated) or feuille is None or position != state.position:
        return {}
    if position >= created.shape.played_by_all:
        return {}
    try:
        seats = next_seats(state)
    except Refused:
        return {}
    if seats.lasts is not None:  # a movement begins anew: its places are drawn at the desk
        return {}
    places = {str(player): place for player, place in seats.seating.places().items()}
    sheet = feuille.sheet
    players = {seat: sheet.player_at(seat, len(sheet.donnes) + 1) for seat in sheet.seats}
    return {seat: places[player] for seat, player in players.items() if player in places}
