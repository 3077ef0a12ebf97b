"""The course of a position at one table: who deals, how many donnes are owed, who may not bid.

A pure value: `after(course, happening)` gives the next one. Fascicule 2 (2017), ch. 1, La distribution, La tenue des
cartes, Les enchères, Le jeu à 5 joueurs; ch. 4, Fausse donne, Erreur sur le donneur, Autres cas.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.domain.arbitrage.faute import Dealer, Fate, Ruling
from app.domain.donne.contrat import FORMES
from app.domain.donne.donne import Seat
from app.domain.errors import Refused, violation
from app.domain.values import quick, replace

# Counter-clockwise; the fifth seat comes right after East [D].
TURN: tuple[Seat, ...] = ("N", "O", "S", "E", "E2")
ON_THE_RIGHT = {seat: TURN[place:] + TURN[:place] for place, seat in enumerate(TURN, 1)}


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Deroulement:
    """Where a table stands in its position.

    `dealer` deals the cards now in play or next to be dealt (None until the draw); `barred` may not bid on them,
    `barred_next` on the cards after them. With `has_mort`, whoever deals sits out.
    """

    seats: frozenset[Seat]
    donnes: int
    has_mort: bool = False
    dealer: Seat | None = None
    played: int = 0
    struck: int = 0
    barred: frozenset[Seat] = frozenset()
    barred_next: frozenset[Seat] = frozenset()
    time_called: bool = False
    last_deal: bool = False

    @property
    def owed(self) -> int:
        """How many donnes the position still owes; one that was annulled was not played."""
        return self.donnes - self.struck - self.played

    @property
    def is_over(self) -> bool:
        """Whether no more cards are dealt: all is played, or time is called and the last donne is settled."""
        if self.time_called and not self.last_deal:
            return True
        return self.played + self.struck == self.donnes

    @property
    def mort(self) -> Seat | None:
        """The player sitting out on these cards, at a table that has one."""
        return self.dealer if self.has_mort else None

    def may_bid(self, seat: Seat) -> bool:
        """Whether a player may bid on these cards."""
        return seat in self.seats and seat not in self.barred and seat != self.mort

    @property
    def next_dealer(self) -> Seat | None:
        """The seated player on the dealer's right; an empty seat is skipped."""
        if self.dealer is None:
            return None
        return next(filter(self.seats.__contains__, ON_THE_RIGHT[self.dealer]))


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """The lowest card drawn at the start of the position says who deals first."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DonnePlayed:
    """A donne was played and its score stands."""


@dataclass(frozen=True, slots=True)
class DonnePassed:
    """Nobody played: all passed, a petit sec was announced, or a refused sur-contrat left no taker [D]."""


@dataclass(frozen=True, slots=True)
class DonneAnnulled:
    """A donne that was played does not count after all: it is owed again, and the turn of the deal goes on."""


@dataclass(frozen=True, slots=True)
class FauteRuled:
    """The arbiter ruled on a fault in the donne under way."""

    code: str
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class WrongDealerKept:
    """Somebody dealt out of turn, seen after the end of the deal: the turn goes on from there [D]."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DonnesStruck:
    """The arbiter struck donnes that were still owed, for slow play."""

    donnes: int


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """The arbiter called time; a donne already dealt is played out."""

    donne_under_way: bool


Happening = (
    DealerDrawn | DonnePlayed | DonnePassed | DonneAnnulled | FauteRuled | WrongDealerKept | DonnesStruck | TimeCalled
)


def start_position(seats: Iterable[Seat], *, donnes: int, has_mort: bool = False) -> Deroulement:
    """Return the course of a position before its first card; raise Refused where the table cannot be."""
    seated = frozenset(seats)
    found = [violation("seat_unknown", "seats", seat=seat) for seat in sorted(seated.difference(TURN))]
    if len(seated) not in FORMES:
        found.append(violation("players_out_of_range", "seats", players=len(seated)))
    if has_mort and len(seated) != max(FORMES):
        found.append(violation("no_mort_here", "mort"))
    if donnes < 1:
        found.append(violation("no_donnes", "donnes", donnes=donnes))
    if found:
        raise Refused(*found)
    return Deroulement(seats=seated, donnes=donnes, has_mort=has_mort)


def after(course: Deroulement, happening: Happening) -> Deroulement:
    """Return the course after a happening; raise Refused where it cannot happen now."""
    if course.is_over:
        raise Refused(violation("position_over", "position"))
    if course.dealer is None and not isinstance(happening, DealerDrawn | DonnesStruck | TimeCalled):
        raise Refused(violation("no_dealer_yet", "dealer"))
    match happening:
        case DealerDrawn(seat):
            return _drawn(course, seat)
        case DonnePlayed():
            return _next_cards(course, dealer=Dealer.NEXT, played=1)
        case DonnePassed():
            # The mort deals again until a contract is played [D].
            return _next_cards(course, dealer=Dealer.SAME if course.has_mort else Dealer.NEXT)
        case DonneAnnulled():
            return _next_cards(course, dealer=Dealer.NEXT)
        case FauteRuled(code, ruling):
            return _ruled(course, code, ruling)
        case WrongDealerKept(seat):
            return replace(course, dealer=_seated(course, seat))
        case DonnesStruck(donnes):
            return _struck(course, donnes)
        case TimeCalled(donne_under_way):
            return replace(course, time_called=True, last_deal=donne_under_way)
        case _:
            raise TypeError(f"not a happening: {happening!r}")


def _drawn(course: Deroulement, seat: Seat) -> Deroulement:
    if course.dealer is not None:
        raise Refused(violation("dealer_already_drawn", "dealer", seat=course.dealer))
    return replace(course, dealer=_seated(course, seat))


def _ruled(course: Deroulement, code: str, ruling: Ruling) -> Deroulement:
    course = replace(course, barred_next=course.barred_next | {barred.player for barred in ruling.barred})
    if ruling.donne is not Fate.ANNULLED and ruling.donne is not Fate.REDEAL:
        return course
    dealer = Dealer.SAME if course.has_mort and code.startswith("petit_sec.") else ruling.dealer
    # After time, only a misdeal is dealt again: ch. 4, Fausse donne, last special case.
    dealt_again = ruling.donne is Fate.REDEAL or code.startswith("fausse_donne.")
    return _next_cards(course, dealer=dealer, last_deal=course.last_deal and dealt_again)


def _struck(course: Deroulement, donnes: int) -> Deroulement:
    if not 1 <= donnes <= course.owed:
        raise Refused(violation("struck_out_of_range", "donnes", donnes=donnes, owed=course.owed))
    return replace(course, struck=course.struck + donnes)


def _next_cards(course: Deroulement, *, dealer: Dealer | None, played: int = 0, last_deal: bool = False) -> Deroulement:
    """A bar holds for the next cards dealt, whatever becomes of them, and no longer."""
    return replace(
        course,
        dealer=course.next_dealer if dealer is Dealer.NEXT else course.dealer,
        played=course.played + played,
        barred=course.barred_next,
        barred_next=frozenset(),
        last_deal=last_deal,
    )


def _seated(course: Deroulement, seat: Seat) -> Seat:
    if seat not in course.seats:
        raise Refused(violation("seat_unknown", "dealer", seat=seat))
    return seat
