"""The marks of a donne: total, each player's mark, and the reckoning said step by step.

Fascicule 2 (2017), ch. 1, Le calcul des scores, La marque en donnes libres, Le jeu à 3 joueurs, Le jeu à 5 joueurs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.domain.donne.contrat import CONTRACT_BASE, FORMES, PETIT_AU_BOUT, THRESHOLDS, Camp
from app.domain.donne.donne import Donne, Seat


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the reckoning: what it is, its value from the attack's side, and what it is made of."""

    what: str
    value: int
    details: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Marque:
    """The outcome of a donne. `total` is what each defender pays: negative when the contract is down."""

    total: int
    made: bool
    marks: Mapping[Seat, int]
    steps: tuple[Step, ...]


def score_donne(donne: Donne) -> Marque:
    """Return the marks of a donne that `check_donne` accepts; they always sum to zero."""
    made, diff = _result(donne)
    steps = tuple(_bonuses(donne, made=made, diff=diff))
    # The first step says the contract's points before their multiplier: the second one counts them.
    total = sum(step.value for step in steps[1:])
    times = _preneur_times(donne)
    partner = {} if donne.partner is None else {"partner": donne.partner}
    share = _step("preneur_share", total * times, times=times, **partner)
    return Marque(
        total=total,
        made=made,
        marks=_marks(donne, total=total, times=times),
        steps=(*steps, _step("total", total), share),
    )


def _result(donne: Donne) -> tuple[bool, int]:
    """Return whether the contract is made, and by how many points; a half goes to the camp that wins."""
    threshold = THRESHOLDS[donne.bouts]
    made = donne.demi_points >= 2 * threshold
    points = (donne.demi_points + made) // 2
    return made, points - threshold


def _bonuses(donne: Donne, *, made: bool, diff: int) -> Iterator[Step]:
    sign = 1 if made else -1
    base = sign * (CONTRACT_BASE + abs(diff))
    coef = donne.contrat.coef
    yield _step("contract", base, base=CONTRACT_BASE, diff=diff, threshold=THRESHOLDS[donne.bouts], made=made)
    yield _step("multiplier", base * coef, contract=donne.contrat.value, coef=coef)
    for poignee in donne.poignees:
        # The bonus goes to the camp that wins the donne, whichever camp showed the poignée.
        bonus = dict(FORMES[donne.playing].poignees)[poignee.atouts]
        yield _step("poignee", sign * bonus, by=poignee.by, atouts=poignee.atouts)
    if donne.petit_au_bout is not None:
        camp_sign = 1 if donne.petit_au_bout is Camp.ATTACK else -1
        yield _step("petit_au_bout", camp_sign * PETIT_AU_BOUT * coef, camp=donne.petit_au_bout.value, coef=coef)
    if donne.chelem is not None:
        yield _step("chelem", donne.chelem.bonus, chelem=donne.chelem.value)


def _preneur_times(donne: Donne) -> int:
    """Return how many shares the preneur marks: the others' each, but the partner of a called king takes one too."""
    others = donne.playing - 1
    return others if donne.partner is None else others - 2


def _marks(donne: Donne, *, total: int, times: int) -> Mapping[Seat, int]:
    marks = dict.fromkeys(donne.seats, -total)
    marks[donne.preneur] = total * times
    if donne.partner is not None:
        marks[donne.partner] = total
    if donne.mort is not None:
        marks[donne.mort] = 0
    return MappingProxyType(marks)


def _step(what: str, value: int, **details: object) -> Step:
    return Step(what, value, tuple(details.items()))
