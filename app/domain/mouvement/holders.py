"""Who holds which card, from which position on: substitutes inherit the seat, never the name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.domain.errors import Refused, violation
from app.domain.mouvement.seats import Card, Player, Seating


@dataclass(frozen=True, slots=True)
class Holding:
    """One player holds one card from a position on, until somebody else takes it over."""

    card: Card
    player: Player
    since: int = 1


@dataclass(frozen=True, slots=True)
class Holders:
    """Every holding of the event, oldest first; marks belong to the player, the seat to the card."""

    holdings: tuple[Holding, ...]

    @classmethod
    def of(cls, cards: Mapping[Card, Player]) -> Holders:
        """Hand out the cards before position 1."""
        return cls(tuple(Holding(card, player) for card, player in cards.items()))

    def at(self, position: int) -> dict[Card, Player]:
        """Return who holds each card at a position."""
        held: dict[Card, Player] = {}
        for holding in self.holdings:
            if holding.since <= position:
                held[holding.card] = holding.player
        return held

    def substituted(self, card: Card, player: Player, *, since: int) -> Holders:
        """Give the card to a substitute from a position on; earlier positions keep their holder.

        Refused when nobody holds the card, when a later holding exists already, or when the substitute
        holds another card at that position.
        """
        now = self.at(since)
        if card not in now:
            raise Refused(violation("movement.card_unknown", "card", card=card))
        wrong = []
        if any(h.card == card and h.since > since for h in self.holdings):
            wrong.append(violation("movement.card_passed_on", "since", card=card, position=since))
        if player in now.values():
            wrong.append(violation("movement.substitute_seated", "player", player=player))
        if wrong:
            raise Refused(*wrong)
        return Holders((*self.holdings, Holding(card, player, since)))

    def seated(self, seating: Seating[Card], position: int) -> Seating[Player]:
        """Return the seating of a position under the names of those who hold the cards then."""
        held = self.at(position)
        return seating.renamed(held.__getitem__)
