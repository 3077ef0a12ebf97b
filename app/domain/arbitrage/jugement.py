"""Judging a fault by a ruleset: finds the line of the code that fits and says what follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from app.domain.arbitrage.asce import ASCE
from app.domain.arbitrage.faute import Barred, Dealer, Fate, Faute, Miscount, Penalty, PoigneeFate, Ruling
from app.domain.arbitrage.fft_2014 import FFT_2014
from app.domain.arbitrage.fft_2017 import FFT_2017
from app.domain.arbitrage.recevabilite import CAMPS, camp_of, check_faute
from app.domain.arbitrage.regle import WARNED_POINTS, By, Fact, Issue, Option, PoigneeIssue, Regle, Ruleset
from app.domain.errors import Refused, violation

RULESETS: Mapping[str, Ruleset] = MappingProxyType({r.name: r for r in (FFT_2017, FFT_2014, ASCE)})

# Who deals once the donne is settled; of one that is annulled, the rule itself says it.
DEALS: Mapping[Fate | None, Dealer] = MappingProxyType({Fate.REDEAL: Dealer.SAME, Fate.COUNTED: Dealer.NEXT})


def judge(faute: Faute, ruleset: Ruleset) -> Ruling:
    """Return the ruling; raise Refused with every violation where the fault cannot be judged as it is told."""
    lines = ruleset.of(faute.code)
    faute = told_whole(faute, lines)
    if violations := check_faute(faute, lines):
        raise Refused(*violations)
    ruling, *others = _rulings(faute, lines, ruleset)
    if others:
        # A name is asked for only where the ruling turns on it.
        unnamed = [name for name in ("preneur", "dealer") if getattr(faute, name) is None]
        raise Refused(*(violation("missing", name) for name in unnamed))
    return ruling


def _rulings(faute: Faute, lines: tuple[Regle, ...], ruleset: Ruleset) -> set[Ruling]:
    """Return what may follow: two rulings where it matters, and is not known, whether the dealer is the preneur."""
    unknown = faute.dealer is None or faute.preneur is None
    found = set()
    for dealer_is_preneur in (True, False) if unknown else (faute.dealer == faute.preneur,):
        regle = next(line for line in lines if _fits(faute, line, dealer_is_preneur=dealer_is_preneur))
        found.add(_ruling(faute, regle, ruleset))
    return found


def _ruling(faute: Faute, regle: Regle, ruleset: Ruleset) -> Ruling:
    option = next((option for option in regle.options if option.choice == faute.choice), None)
    if regle.options and option is None:
        fate: Fate | None = Fate.CHOICE
    else:
        fate = _fate(option.issue if option else regle.issue, faute.made)
    return Ruling(
        donne=fate,
        poignee=_poignee_fate(regle.poignee, faute.made),
        warnings=faute.players if regle.warns and not faute.warned else (),
        penalties=tuple(_penalties(faute, regle)),
        barred=tuple(_barred(faute, regle, option)),
        dealer=_dealer(fate, regle),
        source=ruleset.citations[regle.heading],
    )


def told_whole(faute: Faute, lines: tuple[Regle, ...]) -> Faute:
    """Return the fault with what the code implies: whose it is where nobody is named, who dealt where only they are."""
    by = lines[0].by if lines else By.ANYONE
    if by is By.EACH_SEATED:
        # Whoever is named answers with the others; a name that is no seat's is refused as it was told.
        is_seated = len(set(faute.players)) == len(faute.players) and set(faute.players) <= set(faute.seats)
        return replace(faute, players=faute.seats) if is_seated else faute
    if by is By.DEALER:
        faute = replace(faute, dealer=_only(faute.players) if faute.dealer is None else faute.dealer)
        return replace(faute, players=faute.players or _named(faute.dealer))
    if by is By.PRENEUR:
        faute = replace(faute, preneur=_only(faute.players) if faute.preneur is None else faute.preneur)
        return replace(faute, players=faute.players or _named(faute.preneur))
    return faute


def _only(players: tuple[str, ...]) -> str | None:
    return players[0] if len(players) == 1 else None


def _named(player: str | None) -> tuple[str, ...]:
    return () if player is None else (player,)


def _fits(faute: Faute, regle: Regle, *, dealer_is_preneur: bool) -> bool:
    its_author = regle.by not in CAMPS or regle.by is camp_of(faute)
    return its_author and all(_holds(fact, faute, dealer_is_preneur=dealer_is_preneur) for fact in regle.when)


def _holds(fact: Fact, faute: Faute, *, dealer_is_preneur: bool) -> bool:
    match fact:
        case Fact.DISTORTING:
            return faute.distorting is True
        case Fact.DEALER_IS_PRENEUR:
            return dealer_is_preneur
        case Fact.PRENEUR_COUNT_WRONG:
            return faute.preneur_count_wrong is True
        case Fact.MISCOUNT_DEALER_CHIEN:
            return faute.miscount is Miscount.DEALER_CHIEN


def _fate(issue: Issue, made: bool | None) -> Fate | None:
    if made is not None:
        return issue.made if made else issue.down
    # Nothing can be counted, nor the winner known, while the donne is being played.
    return issue.made if issue.made is issue.down is not Fate.COUNTED else Fate.PLAYS_ON


def _poignee_fate(issue: PoigneeIssue, made: bool | None) -> PoigneeFate | None:
    if made is not None:
        return issue.made if made else issue.down
    return issue.made if issue.made is issue.down else None


def _penalties(faute: Faute, regle: Regle) -> Iterator[Penalty]:
    # Where a fault both warns and leaves an amount to the arbiter, the amount given stands for the hundred points.
    if points := _amende(faute, regle) or (WARNED_POINTS if regle.warns and faute.warned else 0):
        yield from (Penalty(player, points) for player in faute.players)


def _amende(faute: Faute, regle: Regle) -> int:
    amende = regle.amende
    if amende is None:
        return 0
    if amende.is_arbiters and faute.amount is not None:
        return faute.amount
    if amende.again is not None and faute.repeat:
        return amende.again
    if amende.per_minutes is not None:
        started = -(-(faute.minutes_late or 0) // amende.per_minutes)
        return started * amende.points
    return amende.points


def _barred(faute: Faute, regle: Regle, option: Option | None) -> Iterator[Barred]:
    when = regle.barred or (option.barred if option else None)
    if when is not None:
        yield from (Barred(player, when) for player in faute.players)


def _dealer(fate: Fate | None, regle: Regle) -> Dealer | None:
    return regle.dealer_if_annulled if fate is Fate.ANNULLED else DEALS.get(fate)
