"""What an entry must refuse, every reason at once.

The reasons follow from the figures of the pack: Fascicule 2 (2017), ch. 1, Les cartes, Le calcul des scores,
La poignée, Le petit au bout, Le chelem. Nothing else is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from operator import attrgetter

from app.domain.donne.contrat import (
    BOUT_POINTS,
    BOUTS,
    FORMES,
    PACK_ATOUTS,
    PACK_POINTS,
    THRESHOLDS,
    Camp,
    Chelem,
    Contrat,
)
from app.domain.donne.donne import Demi, Saisie, Seat
from app.domain.errors import Violation, repeated, violation

REQUIRED = ("players", "seats", "preneur", "contract", "bouts", "points")
_required = attrgetter("players", "seats", "preneur", "contrat", "bouts", "demi_points")


def check_donne(saisie: Saisie, barred: Collection[Seat] = ()) -> tuple[Violation, ...]:
    """Return every violation of the entry, what is missing included; empty when it may be marked.

    `barred` are the seats that may not bid on this donne. A sur-contrat without the arbiter's visa is not a
    violation: it is recorded and shown as unvisaed. What most donnes do without is looked at only where it is said.
    """
    return (
        *(_missing(saisie) if None in _required(saisie) else ()),
        *_players_and_seats(saisie),
        *_preneur(saisie, barred),
        *(() if saisie.partner is None and saisie.mort is None else _partner_and_mort(saisie)),
        *_bouts_and_points(saisie),
        *(() if saisie.petit_au_bout is None else _petit_au_bout(saisie)),
        *(_poignees(saisie) if saisie.poignees else ()),
        *_chelem(saisie),
    )


def ask_donne(saisie: Saisie) -> tuple[str, ...]:
    """Return the keys of the questions to ask before marking an entry that is allowed."""
    looks_like_chelem = (saisie.bouts, saisie.demi_points) == ALL_BUT_EXCUSE
    return ("a_chelem",) if looks_like_chelem and saisie.chelem is None else ()


# (bouts, half points) of an attack that took every trick: with the whole pack, or when the defence keeps its excuse.
WHOLE_PACK = (BOUTS, 2 * PACK_POINTS)
ALL_BUT_EXCUSE = (BOUTS - 1, 2 * (PACK_POINTS - BOUT_POINTS))


def _missing(saisie: Saisie) -> Iterator[Violation]:
    for field, said in zip(REQUIRED, _required(saisie), strict=True):
        if said is None:
            yield violation("missing", field)


def _players_and_seats(saisie: Saisie) -> Iterator[Violation]:
    players, seats = saisie.players, saisie.seats or ()
    if players is not None:
        if players not in FORMES:
            yield violation("players_out_of_range", "players", players=players)
        elif saisie.seats is not None and len(seats) != players:
            yield violation("seats_not_players", "seats", seats=len(seats), players=players)
    if len(set(seats)) < len(seats):
        yield from repeated(seats, "seats")


def _unknown_seat(saisie: Saisie, seat: Seat, field: str) -> tuple[Violation, ...]:
    if saisie.seats is None or seat in saisie.seats:
        return ()
    return (violation("seat_unknown", field, seat=seat),)


def _preneur(saisie: Saisie, barred: Collection[Seat]) -> Iterator[Violation]:
    preneur = saisie.preneur
    if preneur is None:
        return
    yield from _unknown_seat(saisie, preneur, "preneur")
    if preneur == saisie.mort:
        yield violation("preneur_is_mort", "preneur", seat=preneur)
    if preneur in barred:
        yield violation("preneur_barred", "preneur", seat=preneur)


def _partner_and_mort(saisie: Saisie) -> Iterator[Violation]:
    partner, mort, has_five = saisie.partner, saisie.mort, saisie.players in (5, None)
    if partner is not None:
        # A table of five with a mort plays as four: no king is called there.
        if not has_five or mort is not None:
            yield violation("no_partner_here", "partner", seat=partner)
        else:
            yield from _unknown_seat(saisie, partner, "partner")
        if partner == saisie.preneur:
            yield violation("partner_is_preneur", "partner", seat=partner)
    if mort is not None:
        if not has_five:
            yield violation("no_mort_here", "mort", seat=mort)
        else:
            yield from _unknown_seat(saisie, mort, "mort")


def _bouts_and_points(saisie: Saisie) -> Iterator[Violation]:
    bouts, demi_points, forme = saisie.bouts, saisie.demi_points, saisie.forme
    if bouts is not None and not _bouts_exist(saisie):
        yield violation("bouts_out_of_range", "bouts", bouts=bouts)
    if demi_points is None:
        return
    if not _points_exist(saisie):
        yield violation("points_out_of_range", "points", points=Demi(demi_points))
    elif bouts is not None and _bouts_exist(saisie):
        least = BOUT_POINTS * bouts
        most = PACK_POINTS - BOUT_POINTS * (BOUTS - bouts)
        if demi_points < 2 * least:
            yield violation("points_below_bouts", "points", bouts=bouts, least=least)
        if demi_points > 2 * most:
            yield violation("points_above_bouts", "points", bouts=BOUTS - bouts, most=most)
    if demi_points % 2 and forme is not None and not forme.has_halves:
        yield violation("half_point", "points", points=Demi(demi_points))
    theirs = saisie.defense_demi_points
    if theirs is not None and demi_points + theirs != 2 * PACK_POINTS:
        yield violation("camps_not_91", "points", attack=Demi(demi_points), defense=Demi(theirs))


def _bouts_exist(saisie: Saisie) -> bool:
    return saisie.bouts is not None and 0 <= saisie.bouts <= BOUTS


def _points_exist(saisie: Saisie) -> bool:
    return saisie.demi_points is not None and 0 <= saisie.demi_points <= 2 * PACK_POINTS


def _petit_au_bout(saisie: Saisie) -> Iterator[Violation]:
    # The petit is one of the bouts: a camp that holds none cannot have brought it to the last trick.
    if saisie.petit_au_bout is Camp.ATTACK and saisie.bouts == 0:
        yield violation("petit_without_bout", "petit_au_bout", camp=Camp.ATTACK)
    if saisie.petit_au_bout is Camp.DEFENSE and saisie.bouts == BOUTS:
        yield violation("petit_without_bout", "petit_au_bout", camp=Camp.DEFENSE)


def _poignees(saisie: Saisie) -> Iterator[Violation]:
    forme = saisie.forme
    seen: set[Seat] = set()
    for poignee in saisie.poignees:
        yield from _unknown_seat(saisie, poignee.by, "poignees")
        if poignee.by == saisie.mort:
            yield violation("poignee_by_mort", "poignees", seat=poignee.by)
        if poignee.by in seen:
            yield violation("poignee_twice", "poignees", seat=poignee.by)
        seen.add(poignee.by)
        if forme is not None and forme.poignee_bonus(poignee.atouts) is None:
            sizes = ", ".join(str(size) for size, _ in forme.poignees)
            yield violation("poignee_size", "poignees", atouts=poignee.atouts, sizes=sizes)
    shown = sum(poignee.atouts for poignee in saisie.poignees)
    if shown > PACK_ATOUTS:
        yield violation("too_many_atouts", "poignees", atouts=shown)


def _chelem(saisie: Saisie) -> Iterator[Violation]:
    bouts, demi_points = saisie.bouts, saisie.demi_points
    winner = None if saisie.chelem is None else saisie.chelem.winner
    if winner is None:
        if demi_points == 2 * PACK_POINTS:
            yield violation("91_without_chelem", "chelem")
        return
    # Whoever takes every trick takes the last one, and the petit with it.
    if saisie.petit_au_bout not in (None, winner):
        yield violation("chelem_against_petit", "chelem")
    if bouts is None or demi_points is None or not (_bouts_exist(saisie) and _points_exist(saisie)):
        return
    made = demi_points >= 2 * THRESHOLDS[bouts]
    if saisie.chelem is Chelem.DEFENSE:
        if made:
            yield violation("chelem_defense_but_made", "chelem")
        return
    if not made:
        yield violation("chelem_but_down", "chelem")
    # In garde contre the chien counts for the defence, so that no figure is certain.
    certain = saisie.contrat not in (None, Contrat.GARDE_CONTRE)
    if certain and (bouts, demi_points) not in (WHOLE_PACK, ALL_BUT_EXCUSE):
        yield violation("chelem_points", "chelem", bouts=bouts, points=Demi(demi_points))
