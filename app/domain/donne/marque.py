"""The marks of a donne: total, each player's mark, and the reckoning said step by step.

Fascicule 2 (2017), ch. 1, Le calcul des scores, La marque en donnes libres, Le jeu à 3 joueurs, Le jeu à 5 joueurs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.domain.donne.contrat import CONTRACT_BASE, FORMES, PETIT_AU_BOUT, THRESHOLDS, Camp
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
    made, _ = _result(donne)
    total = _multiplied(donne) + _petit_au_bout(donne)
    for poignee in donne.poignees:
        total += _poignee(donne, poignee)
    if donne.chelem is not None:
        total += donne.chelem.bonus
    return Marque(donne, total, made, _marks(donne, total=total))


def _result(donne: Donne) -> tuple[bool, int]:
    """Return whether the contract is made, and by how many points; a half goes to the camp that wins."""
    threshold = THRESHOLDS[donne.bouts]
    made = donne.demi_points >= 2 * threshold
    points = (donne.demi_points + made) // 2
    return made, points - threshold


def _contract(donne: Donne) -> int:
    """Return the contract's points before their multiplier."""
    made, diff = _result(donne)
    return CONTRACT_BASE + diff if made else diff - CONTRACT_BASE


def _multiplied(donne: Donne) -> int:
    return _contract(donne) * donne.contrat.coef


def _poignee(donne: Donne, poignee: Poignee) -> int:
    """Return a poignée's bonus: it goes to the camp that wins the donne, whichever camp showed it."""
    made, _ = _result(donne)
    bonus = dict(FORMES[donne.playing].poignees)[poignee.atouts]
    return bonus if made else -bonus


def _petit_au_bout(donne: Donne) -> int:
    if donne.petit_au_bout is None:
        return 0
    bonus = PETIT_AU_BOUT * donne.contrat.coef
    return bonus if donne.petit_au_bout is Camp.ATTACK else -bonus


def _bonuses(donne: Donne) -> Iterator[Step]:
    """Yield what the total is made of; the first step says the contract's points, which the second one counts."""
    (made, diff), coef = _result(donne), donne.contrat.coef
    threshold = THRESHOLDS[donne.bouts]
    yield _step("contract", _contract(donne), base=CONTRACT_BASE, diff=diff, threshold=threshold, made=made)
    yield _step("multiplier", _multiplied(donne), contract=donne.contrat.value, coef=coef)
    for poignee in donne.poignees:
        yield _step("poignee", _poignee(donne, poignee), by=poignee.by, atouts=poignee.atouts)
    if donne.petit_au_bout is not None:
        yield _step("petit_au_bout", _petit_au_bout(donne), camp=donne.petit_au_bout.value, coef=coef)
    if donne.chelem is not None:
        yield _step("chelem", donne.chelem.bonus, chelem=donne.chelem.value)


def _preneur_times(donne: Donne) -> int:
    """Return how many shares the preneur marks: the others' each, but the partner of a called king takes one too."""
    others = donne.playing - 1
    return others if donne.partner is None else others - 2


def _marks(donne: Donne, *, total: int) -> Mapping[Seat, int]:
    marks = dict.fromkeys(donne.seats, -total)
    marks[donne.preneur] = total * _preneur_times(donne)
    if donne.partner is not None:
        marks[donne.partner] = total
    if donne.mort is not None:
        marks[donne.mort] = 0
    return MappingProxyType(marks)


def _step(what: str, value: int, **details: object) -> Step:
    return Step(what, value, tuple(details.items()))
