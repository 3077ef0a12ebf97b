"""The marks of a donne: total, each player's mark, and the reckoning said step by step.

Fascicule 2 (2017), ch. 1, Le calcul des scores, La marque en donnes libres, Le jeu à 3 joueurs, Le jeu à 5 joueurs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.domain.donne.contrat import CONTRACT_BASE, FORMES, PETIT_AU_BOUT, THRESHOLDS, Camp, Contrat
from app.domain.donne.donne import Donne, Poignee, Seat
from app.domain.values import quick


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the reckoning: what it is, its value from the attack's side, and what it is made of."""

    what: str
    value: int
    details: tuple[tuple[str, object], ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class Marque:
    """The outcome of a donne. `total` is what each defender pays: negative when the contract is down."""

    donne: Donne
    total: int
    made: bool
    marks: Mapping[Seat, int]

    @property
    def steps(self) -> tuple[Step, ...]:
        """How the total was found, one step after the other: for whoever asks, not for each donne of an evening."""
        donne, times = self.donne, _preneur_times(self.donne)
        partner = {} if donne.partner is None else {"partner": donne.partner}
        share = _step("preneur_share", self.total * times, times=times, **partner)
        return (*_bonuses(donne), _step("total", self.total), share)


def score_donne(donne: Donne) -> Marque:
    """Return the marks of a donne that `check_donne` accepts; they always sum to zero."""
    made, diff = _result(donne)
    total = _contract(diff, made=made) * donne.contrat.coef
    for poignee in donne.poignees:
        total += _poignee(donne, poignee, made=made)
    if donne.petit_au_bout is not None:
        total += _petit_au_bout(donne.petit_au_bout, donne.contrat)
    if donne.chelem is not None:
        total += donne.chelem.bonus
    return Marque(donne, total, made, _marks(donne, total))


def _result(donne: Donne) -> tuple[bool, int]:
    """Return whether the contract is made, and by how many points; a half goes to the camp that wins."""
    threshold = THRESHOLDS[donne.bouts]
    made = donne.demi_points >= 2 * threshold
    points = (donne.demi_points + made) // 2
    return made, points - threshold


def _contract(diff: int, *, made: bool) -> int:
    """Return the contract's points before their multiplier."""
    return diff + CONTRACT_BASE if made else diff - CONTRACT_BASE


def _poignee(donne: Donne, poignee: Poignee, *, made: bool) -> int:
    """Return a poignée's bonus: it goes to the camp that wins the donne, whichever camp showed it."""
    bonus = dict(FORMES[donne.playing].poignees)[poignee.atouts]
    return bonus if made else -bonus


def _petit_au_bout(camp: Camp, contrat: Contrat) -> int:
    bonus = PETIT_AU_BOUT * contrat.coef
    return bonus if camp is Camp.ATTACK else -bonus


def _bonuses(donne: Donne) -> Iterator[Step]:
    """Yield what the total is made of; the first step says the contract's points, which the second one counts."""
    (made, diff), contrat, coef = _result(donne), donne.contrat, donne.contrat.coef
    base, threshold = _contract(diff, made=made), THRESHOLDS[donne.bouts]
    yield _step("contract", base, base=CONTRACT_BASE, diff=diff, threshold=threshold, made=made)
    yield _step("multiplier", base * coef, contract=contrat.value, coef=coef)
    for poignee in donne.poignees:
        yield _step("poignee", _poignee(donne, poignee, made=made), by=poignee.by, atouts=poignee.atouts)
    if (camp := donne.petit_au_bout) is not None:
        yield _step("petit_au_bout", _petit_au_bout(camp, contrat), camp=camp.value, coef=coef)
    if donne.chelem is not None:
        yield _step("chelem", donne.chelem.bonus, chelem=donne.chelem.value)


def _preneur_times(donne: Donne) -> int:
    """Return how many shares the preneur marks: the others' each, but the partner of a called king takes one too."""
    others = donne.playing - 1
    return others if donne.partner is None else others - 2


def _marks(donne: Donne, total: int) -> Mapping[Seat, int]:
    marks = dict.fromkeys(donne.seats, -total)
    marks[donne.preneur] = total * _preneur_times(donne)
    if donne.partner is not None:
        marks[donne.partner] = total
    if donne.mort is not None:
        marks[donne.mort] = 0
    return MappingProxyType(marks)


def _step(what: str, value: int, **details: object) -> Step:
    return Step(what, value, tuple(details.items()))
