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
from app.domain.tournoi.identity import Identity, check_identity
from app.services.book import Book
from app.services.cards import Cards, check_given, tidy
from app.services.parts import part_begun
from app.services.plain import plain


def register_players(book: Book, identities: Iterable[Identity]) -> tuple[PlayerId, ...]:
    """Enter players, all or none, and return their ids."""
    entered = [PlayerRegistered(player=book.new_id(), identity=identity) for identity in identities]
    book.write(*entered)
    return tuple(registered.player for registered in entered)


def enter_player(book: Book, identity: Identity) -> PlayerId:
    """Enter one player by the rules of a list, and return the id; somebody who may be entered already is refused."""
    (player,) = register_players(book, [_newcomer(book, identity)])
    return player


def amend_player(book: Book, player: PlayerId, identity: Identity) -> None:
    """Write a player's card anew; what changes on it keeps to the rules of a new one."""
    given, known = tidy(identity), book.state.identities.get(player)
    if known is not None:
        found = [why for why in check_given(given, book.today()) if _differs(given, known, why.field)]
        if plain(given.full_name) != plain(known.full_name):
            found += Cards(one for other, one in book.state.identities.items() if other != player).clashes(given)
        refuse(*found)
    book.write(PlayerAmended(player=player, identity=given))


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
    new, identity = book.new_id(), _newcomer(book, newcomer)
    book.write(PlayerSubstituted(player=player, newcomer=new, identity=identity, with_leave=with_leave, reason=reason))
    return new


def form_team(book: Book, name: str, members: Sequence[PlayerId]) -> str:
    """Let players play as a duo or as four, and return the team's id."""
    team = book.new_id()
    book.write(TeamFormed(team=team, name=name, members=tuple(members)))
    return team


def _newcomer(book: Book, identity: Identity) -> Identity:
    """Return a newcomer's card as it is kept; refuse it with everything that is wrong with it."""
    given = tidy(identity)
    known = Cards(book.state.identities.values())
    refuse(*check_identity(given), *check_given(given, book.today()), *known.clashes(given))
    return given


def _differs(one: Identity, other: Identity, field: str) -> bool:
    return bool(getattr(one, field) != getattr(other, field))


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
