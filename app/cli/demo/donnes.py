"""Simulated donnes: drawn from a seed, varied as an evening is, and all of them legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from app.domain.chance import Chance
from app.domain.donne.checks import check_donne
from app.domain.donne.contrat import BOUT_POINTS, BOUTS, FORMES, PACK_POINTS, THRESHOLDS, Camp, Chelem, Contrat, Forme
from app.domain.donne.donne import Poignee, Seat
from app.domain.events.table import Entry

Item = TypeVar("Item")

# Out of a hundred donnes of an evening.
CONTRATS = {Contrat.PRISE: 34, Contrat.GARDE: 48, Contrat.GARDE_SANS: 13, Contrat.GARDE_CONTRE: 5}
BOUTS_HELD = {0: 8, 1: 34, 2: 42, 3: 16}
POIGNEES = (80, 15, 5)  # simple, double, triple
CHELEMS = {Chelem.ANNOUNCED_MADE: 1, Chelem.ANNOUNCED_FAILED: 1, Chelem.UNANNOUNCED: 2, Chelem.DEFENSE: 1}
SPREAD = 24  # points that a result lies around its threshold
LUCK = 4  # points that a preneur has more than are needed, for who bids has cards
WITH_POIGNEE, WITH_PETIT, WITH_CHELEM = 16, 14, 2


def happens(chance: Chance, in_a_hundred: int) -> bool:
    """Draw whether something happens."""
    return chance.below(100) < in_a_hundred


def one_of(chance: Chance, items: Sequence[Item]) -> Item:
    """Draw one, each as likely as any other."""
    return items[chance.below(len(items))]


def weighed(chance: Chance, weights: dict[Item, int]) -> Item:
    """Draw one, each as likely as it weighs."""
    drawn = chance.below(sum(weights.values()))
    for item, weight in weights.items():
        drawn -= weight
        if drawn < 0:
            return item
    raise ValueError("nothing to draw from")


def draw_donne(chance: Chance, seats: tuple[Seat, ...], bidders: Sequence[Seat]) -> Entry:
    """Return a donne that these seats may play and that one of the bidders takes."""
    forme = FORMES[len(seats)]
    preneur, contrat = one_of(chance, bidders), weighed(chance, CONTRATS)
    chelem = weighed(chance, CHELEMS) if happens(chance, WITH_CHELEM) else None
    bouts, demi_points = _result(chance, forme, chelem)
    petit = one_of(chance, list(Camp)) if happens(chance, WITH_PETIT) else None
    if not _may_end(petit, bouts, chelem):
        petit = None
    poignees: tuple[Poignee, ...] = ()
    if happens(chance, WITH_POIGNEE):
        size = weighed(chance, dict(zip((atouts for atouts, _ in forme.poignees), POIGNEES, strict=True)))
        poignees = (Poignee(one_of(chance, seats), size),)
    entry = Entry(
        preneur=preneur,
        contrat=contrat,
        bouts=bouts,
        demi_points=demi_points,
        petit_au_bout=petit,
        poignees=poignees,
        chelem=chelem,
    )
    assert not check_donne(entry.donne(seats, None)), entry
    return entry


def _result(chance: Chance, forme: Forme, chelem: Chelem | None) -> tuple[int, int]:
    """Return the bouts and the doubled points of the attack."""
    if chelem in (Chelem.ANNOUNCED_MADE, Chelem.UNANNOUNCED):
        return (BOUTS, 2 * PACK_POINTS) if happens(chance, 75) else (BOUTS - 1, 2 * (PACK_POINTS - BOUT_POINTS))
    if chelem is Chelem.DEFENSE:
        return 0, 0
    bouts = weighed(chance, BOUTS_HELD)
    least, most = BOUT_POINTS * bouts, PACK_POINTS - BOUT_POINTS * (BOUTS - bouts)
    most -= most == PACK_POINTS  # all of them would be a chelem
    off = chance.below(SPREAD) + chance.below(SPREAD) - SPREAD + LUCK
    points = min(most, max(least, THRESHOLDS[bouts] + off))
    half = forme.has_halves and points < most and happens(chance, 50)
    return bouts, 2 * points + half


def _may_end(petit: Camp | None, bouts: int, chelem: Chelem | None) -> bool:
    """Tell whether a camp can have brought the petit to the last trick."""
    if petit is None:
        return True
    holds = bouts > 0 if petit is Camp.ATTACK else bouts < BOUTS
    return holds and (chelem is None or chelem.winner in (None, petit))
