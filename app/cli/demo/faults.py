"""Faults that happen of an evening, as the arbiter finds them."""

from __future__ import annotations

from app.cli.demo.donnes import happens, one_of
from app.domain.arbitrage.faute import Faute
from app.domain.chance import Chance
from app.domain.donne.donne import Seat


def misdeal(chance: Chance, seats: tuple[Seat, ...], dealer: Seat) -> Faute:
    """Return a fault before the bids: the cards are dealt again."""
    match chance.below(3):
        case 0:
            return Faute(code="fausse_donne.dealing", players=(dealer,), dealer=dealer)
        case 1:
            return Faute(code="fausse_donne.card_turned", players=(one_of(chance, seats),), dealer=dealer)
        case _:
            return Faute(code="coupe_retournee", dealer=dealer)


def in_play(chance: Chance, seats: tuple[Seat, ...], preneur: Seat, dealer: Seat) -> Faute:
    """Return a fault of which play goes on: a warning, and points the next time."""
    defenders = [seat for seat in seats if seat != preneur]
    match chance.below(4):
        case 0:
            return Faute(
                code="carte_exposee.harmless", players=(one_of(chance, defenders),), preneur=preneur, dealer=dealer
            )
        case 1:
            return Faute(code="ethique.incorrection", players=(one_of(chance, seats),), dealer=dealer, amount=200)
        case _:
            return Faute(code="toucher_cartes", players=(one_of(chance, seats),), dealer=dealer)


def found_after(chance: Chance, seats: tuple[Seat, ...], preneur: Seat, *, made: bool) -> Faute:
    """Return a fault found once the donne is entered: the score may fall."""
    defenders = [seat for seat in seats if seat != preneur]
    match chance.below(3):
        case 0:
            return Faute(
                code="renonce.consumed",
                players=(one_of(chance, defenders),),
                preneur=preneur,
                made=made,
                choice="drop" if happens(chance, 50) else "mark",
            )
        case 1:
            return Faute(code="renonce.consumed", players=(preneur,), preneur=preneur, made=made)
        case _:
            return Faute(code="faux_ecart.forbidden_card", players=(preneur,), preneur=preneur, made=made)
