"""A call of the arbiter for a sur-contrat or an announced chelem, from the asking to the end of it.

Fascicule 2 (2017), ch. 1, Les enchères, Le chelem: everyone's cards are counted, the arbiter sees the hand and grants
or refuses; refused, an earlier bidder of prise or garde may play it, and if nobody does the donne is passed [D].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from app.domain.donne.contrat import Contrat
from app.domain.donne.donne import Seat
from app.domain.events.table import Announce, EventId
from app.domain.fold.feuille import Feuille

# Cards in each hand once the chien is dealt, by how many play.
CARDS: Mapping[int, int] = {3: 24, 4: 18, 5: 15}
# What somebody may have bid before a sur-contrat.
EARLIER_BIDS = (Contrat.PRISE, Contrat.GARDE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Who asks for what; who has counted their cards; after a refusal, what each of the others answers.

    `request` is the event that asked, once it is safe. In `answers`, None is a player who does not play.
    """

    seat: Seat
    announce: Announce
    players: tuple[Seat, ...]
    bidders: tuple[Seat, ...]
    request: EventId | None = None
    counted: frozenset[Seat] = frozenset()
    is_refused: bool = False
    answers: Mapping[Seat, Contrat | None] = field(default_factory=dict)

    @property
    def cards(self) -> int:
        """How many cards each hand has."""
        return CARDS[len(self.players)]

    @property
    def is_counted(self) -> bool:
        """Whether every hand has its number."""
        return self.counted == frozenset(self.players)

    @property
    def taker(self) -> tuple[Seat, Contrat] | None:
        """The earlier bidder who plays after a refusal, with their bid."""
        return next(((seat, bid) for seat, bid in self.answers.items() if bid is not None), None)

    @property
    def is_declined(self) -> bool:
        """Whether everybody who could have played has declined."""
        return all(seat in self.answers for seat in self.bidders) and self.taker is None

    def counting(self, seat: Seat) -> Call:
        """Say that a hand has its number, or take it back."""
        return replace(self, counted=self.counted ^ {seat})

    def refused(self) -> Call:
        """The arbiter refuses."""
        return replace(self, is_refused=True)

    def answering(self, seat: Seat, bid: Contrat | None) -> Call:
        """An earlier bidder plays, or declines; only one can play."""
        others = {other: said for other, said in self.answers.items() if bid is None or said is None}
        return replace(self, answers={**others, seat: bid})

    def declining(self) -> Call:
        """Nobody plays."""
        return replace(self, answers=dict.fromkeys(self.bidders))


def open_call(feuille: Feuille, seat: Seat, announce: Announce) -> Call:
    """Return the call of a player at a table; the mort holds no cards, and who may not bid has not bid."""
    course = feuille.course
    players = tuple(other for other in feuille.sheet.seats if other != course.mort)
    bidders = tuple(other for other in players if other != seat and course.may_bid(other))
    return Call(seat=seat, announce=announce, players=players, bidders=bidders)
