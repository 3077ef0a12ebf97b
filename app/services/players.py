"""Use cases: who takes part. Registration, a card written anew, withdrawal, substitute, teams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from app.domain.errors import Violation, refuse, violation
from app.domain.events.tournoi import (
    PlayerAmended,
    PlayerId,
    PlayerRegistered,
    PlayerSubstituted,
    PlayerWithdrawn,
    TeamFormed,
)
from app.domain.fold.state import State
from app.domain.mouvement.programme import DRAWS, Setting
from app.domain.mouvement.seats import Player
from app.domain.tournoi.identity import Identity
from app.services.book import Book
from app.services.parts import part_begun


def register_players(book: Book, identities: Iterable[Identity]) -> tuple[PlayerId, ...]:
    """Enter players, all or none, and return their ids."""
    entered = [PlayerRegistered(player=book.new_id(), identity=identity) for identity in identities]
    book.write(*entered)
    return tuple(registered.player for registered in entered)


def amend_player(book: Book, player: PlayerId, identity: Identity) -> None:
    """Write a player's card anew."""
    book.write(PlayerAmended(player=player, identity=identity))


def withdraw_player(book: Book, player: PlayerId, *, with_leave: bool, reason: str) -> None:
    """Let a player go: without trace before position 1, ranked after all others from then on."""
    book.write(PlayerWithdrawn(player=player, with_leave=with_leave, reason=reason))


def substitute_player(
    book: Book, player: PlayerId, newcomer: Identity, *, with_leave: bool = True, reason: str
) -> PlayerId:
    """Give a player's seat to a newcomer, who has a line of their own from then on; return the newcomer's id.

    Who has left already is replaced as long as their empty chair goes on moving; who was eliminated has none.
    """
    refuse(*_seat_refusals(book.state, player))
    new = book.new_id()
    book.write(PlayerSubstituted(player=player, newcomer=new, identity=newcomer, with_leave=with_leave, reason=reason))
    return new


def form_team(book: Book, name: str, members: Sequence[PlayerId]) -> str:
    """Let players play as a duo or as four, and return the team's id."""
    team = book.new_id()
    book.write(TeamFormed(team=team, name=name, members=tuple(members)))
    return team


def _seat_refusals(state: State, player: PlayerId) -> Iterator[Violation]:
    if any(player in cut.eliminated for cut in state.cuts):
        yield violation("is_eliminated", "player", player=player)
        return
    entrant = state.entrants.find(Player(player))
    if entrant is None or entrant.left is None:
        return
    # Whoever is drawn to new seats is seated with everybody who is there then.
    last = Setting(state.settings[-1])
    if last not in DRAWS and entrant.left.position < part_begun(state, last):
        yield violation("seat_gone", "player", player=player)
