"""Use case: the player whom somebody means, by id, licence, starting place or name; writes nothing."""

from __future__ import annotations

from difflib import get_close_matches

from app.domain.errors import Refused, violation
from app.domain.events.tournoi import PlayerId
from app.domain.fold.state import State
from app.domain.tournoi.identity import Identity
from app.services.plain import plain


def find_player(state: State, said: str) -> PlayerId:
    """Return the one player meant; raise Refused where nobody is, or where several could be.

    A name may be said in any order and without accents, and cut short as long as one player alone answers to it.
    """
    exact = said.strip()
    if exact in state.identities:
        return exact
    if licensed := [player for player, card in state.identities.items() if exact and card.licence == exact]:
        return licensed[0]
    card = exact[:1].upper() + exact[1:].lower()  # S4, or E1b: the second East
    if card in state.cards:
        return state.cards[card]
    return _by_name(state, plain(said))


def _by_name(state: State, said: str) -> PlayerId:
    names = {player: _names(identity) for player, identity in state.identities.items()}
    words = said.split()
    found = [player for player, known in names.items() if said in known]
    if not found:
        found = [
            player
            for player, known in names.items()
            if words and all(any(part.startswith(word) for part in known[0].split()) for word in words)
        ]
    if len(found) == 1:
        return found[0]
    if not found:
        whole = {known[0]: player for player, known in names.items()}
        near = [state.identities[whole[name]].full_name for name in get_close_matches(said, whole, n=3)]
        key = "player_unknown_near" if near else "player_unknown"
        raise Refused(violation(key, "player", said=said, near=", ".join(near)))
    several = sorted(_told_apart(state, player) for player in found)
    raise Refused(violation("player_ambiguous", "player", said=said, players=", ".join(several)))


def _names(identity: Identity) -> tuple[str, ...]:
    """Return how a player may be called: the whole name both ways, then the family name alone."""
    name, first = plain(identity.name), plain(identity.first_name)
    return (f"{name} {first}".strip(), f"{first} {name}".strip(), name)


def _told_apart(state: State, player: PlayerId) -> str:
    identity = state.identities[player]
    card = next((card for card, holder in state.cards.items() if holder == player), "")
    return f"{identity.full_name} ({identity.licence or card or player})"
