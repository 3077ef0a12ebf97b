"""The tables of the code: every line, and every field of every line, is seen by the golden tables.

The rulesets are data, which mutation of code does not touch. Here each field of each line is changed in turn, and
some golden case must answer otherwise.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from app.cli.compute.fields import Fields
from app.cli.compute.ruling import FIELDS, _faute
from app.domain.arbitrage.faute import Bar, Dealer, Fate, Faute, PoigneeFate, Ruling
from app.domain.arbitrage.fft_2017 import FFT_2017
from app.domain.arbitrage.jugement import RULESETS, judge
from app.domain.arbitrage.recevabilite import CAMPS
from app.domain.arbitrage.regle import (
    REDEAL,
    STANDS,
    Amende,
    By,
    Heading,
    Issue,
    PoigneeIssue,
    Regle,
    Ruleset,
    amended,
)
from app.domain.errors import Refused
from tests.golden.rulings import cases

FATES = (None, Fate.COUNTED, Fate.ANNULLED, Fate.REDEAL)
ISSUES = [Issue(made, down) for made in FATES for down in (made, Fate.COUNTED)]
POIGNEES = [PoigneeIssue(made, down) for made in (None, *PoigneeFate) for down in (None, *PoigneeFate)]
AUTHORS = {
    By.ANYONE: [By.DEALER, By.PRENEUR],
    By.ATTACK: [By.DEFENDER],
    By.DEFENDER: [By.ATTACK],
    By.BOTH_CAMPS: [By.DEFENDER],
    By.PRENEUR: [By.ANYONE, By.DEALER],
    By.DEALER: [By.ANYONE, By.PRENEUR],
    By.EACH_SEATED: [By.ANYONE],
}


def changed(regle: Regle, *, is_first: bool) -> Iterator[Regle]:
    """Yield the line with one field changed, in every way that could change a ruling.

    Whose fault a code is, its first line says for all of them, but for the two camps.
    """
    if not regle.options:
        yield from (replace(regle, issue=issue) for issue in ISSUES if issue != regle.issue)
    annuls = Fate.ANNULLED in (regle.issue.made, regle.issue.down) or any(
        Fate.ANNULLED in (option.issue.made, option.issue.down) for option in regle.options
    )
    if annuls:
        yield replace(regle, dealer_if_annulled=next(d for d in Dealer if d is not regle.dealer_if_annulled))
    if is_first or regle.by in CAMPS:
        yield from (replace(regle, by=by) for by in AUTHORS[regle.by])
    yield from (replace(regle, when=regle.when[:place] + regle.when[place + 1 :]) for place in range(len(regle.when)))
    for place, option in enumerate(regle.options):
        before, behind = regle.options[:place], regle.options[place + 1 :]
        yield replace(regle, options=before + behind)
        for issue in ISSUES:
            if issue != option.issue:
                yield replace(regle, options=(*before, replace(option, issue=issue), *behind))
        if regle.barred is None:
            for bar in (None, *Bar):
                if bar is not option.barred:
                    yield replace(regle, options=(*before, replace(option, barred=bar), *behind))
    yield from (replace(regle, poignee=poignee) for poignee in POIGNEES if poignee != regle.poignee)
    yield replace(regle, warns=not regle.warns)
    yield replace(regle, heading=next(h for h in Heading if h is not regle.heading))
    yield from (replace(regle, barred=bar) for bar in (None, *Bar) if bar is not regle.barred)
    if regle.amende is None:
        yield replace(regle, amende=Amende(100))
    else:
        yield replace(regle, amende=None)
        yield replace(regle, amende=replace(regle.amende, points=regle.amende.points + 100))
        if regle.amende.again is not None:
            yield replace(regle, amende=replace(regle.amende, again=300))
        if regle.amende.per_minutes is not None:
            yield replace(regle, amende=replace(regle.amende, per_minutes=6))


def told(request: dict[str, Any]) -> Faute:
    return _faute(Fields(request, FIELDS))


def outcome(faute: Faute, ruleset: Ruleset) -> Ruling | set[str]:
    try:
        return judge(faute, ruleset)
    except Refused as refused:
        return {found.field for found in refused.violations}
    except StopIteration:
        return {"no line fits"}


def asked(name: str) -> dict[str, list[Faute]]:
    """Return the golden faults of a ruleset by their code."""
    told_by_code: dict[str, list[Faute]] = defaultdict(list)
    for case in cases(name):
        told_by_code[case.request["code"]].append(told(case.request))
    return told_by_code


@pytest.mark.parametrize("name", RULESETS)
def test_no_field_of_a_line_can_change_unseen(name: str) -> None:
    ruleset, told_by_code = RULESETS[name], asked(name)
    unseen = []
    for place, regle in enumerate(ruleset.regles):
        fautes = told_by_code[regle.code]
        kept = [outcome(faute, ruleset) for faute in fautes]
        for other in changed(regle, is_first=regle == ruleset.of(regle.code)[0]):
            regles = (*ruleset.regles[:place], other, *ruleset.regles[place + 1 :])
            mutant = replace(ruleset, regles=regles)
            if all(outcome(faute, mutant) == as_is for faute, as_is in zip(fautes, kept, strict=True)):
                unseen.append((regle, other))
    assert unseen == []


@pytest.mark.parametrize("name", RULESETS)
def test_no_line_is_there_for_nothing(name: str) -> None:
    ruleset, told_by_code = RULESETS[name], asked(name)
    for place, regle in enumerate(ruleset.regles):
        without = replace(ruleset, regles=(*ruleset.regles[:place], *ruleset.regles[place + 1 :]))
        assert any(outcome(faute, without) != outcome(faute, ruleset) for faute in told_by_code[regle.code]), regle


def test_an_amended_ruleset_says_its_own_lines_and_keeps_the_others() -> None:
    own = (Regle("jeu_jete", Heading.ARTICLE_9, REDEAL), Regle("rire", Heading.TENUE, STANDS))
    family = frozenset({"rire"})
    cited = {Heading.ARTICLE_9: "Our own rules, 9"}
    amending = amended(FFT_2017, "ours", regles=own, families=(family,), citations=cited)
    assert amending.name == "ours"
    assert amending.of("jeu_jete") == own[:1]
    assert amending.of("rire") == own[1:]
    assert amending.of("chien_vu") == FFT_2017.of("chien_vu")
    assert len(amending.regles) == len(FFT_2017.regles) + 1
    assert amending.family("rire") == family
    assert amending.families == (*FFT_2017.families, family)
    assert amending.citations == {**FFT_2017.citations, **cited}
    assert amended(FFT_2017, "theirs", regles=(), citations={}).families == FFT_2017.families


def test_a_ruleset_that_says_nothing_of_a_code_falls_back_on_2017() -> None:
    for name in ("fft-2014", "asce"):
        codes = {regle.code for regle in RULESETS[name].regles}
        assert codes == {regle.code for regle in RULESETS["fft-2017"].regles}
    assert RULESETS["asce"].of("jeu_jete") == RULESETS["fft-2017"].of("jeu_jete")


ARBITERS_AMOUNT = {regle.code for regle in FFT_2017.regles if regle.code.startswith("ethique.")} | {"fumer"}
MAY_BE_GIVEN_IN_2014 = {
    *("carte_exposee", "carte_exposee.distorting", "hors_tour", "renonce.not_consumed", "renonce.consumed"),
    *("faux_ecart.seven", "faux_ecart.five", "faux_ecart.forbidden_card", "chien_vu", "cartes_defenseur"),
}
WARNED_IN_2014 = {"ethique.hesitation", "ethique.hesitation_bid"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("fft-2017", ARBITERS_AMOUNT),
        ("fft-2014", (ARBITERS_AMOUNT - WARNED_IN_2014 - {"fumer"}) | MAY_BE_GIVEN_IN_2014),
        ("asce", ARBITERS_AMOUNT),
    ],
)
def test_the_arbiters_amount_is_heeded_only_where_the_code_leaves_it_open(name: str, expected: set[str]) -> None:
    ruleset = RULESETS[name]
    heeded = {
        code
        for code, fautes in asked(name).items()
        for faute in fautes
        if outcome(replace(faute, amount=70), ruleset) != outcome(replace(faute, amount=None), ruleset)
    }
    assert heeded == expected
