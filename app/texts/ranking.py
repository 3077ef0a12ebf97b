"""Why one stands before another, said in a sentence."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from app.domain.tournoi.line import Criterion, Reason
from app.domain.tournoi.score import Score
from app.texts.catalogue import N_, Texts
from app.texts.figures import MINUS, decimal_mark, number

SENTENCES = {
    None: N_("{above} and {below} share the rank."),
    Criterion.STAYED: N_("{above} before {below}, who abandoned"),
    Criterion.REACHED: N_("{above} before {below}, eliminated earlier"),
    Criterion.TOTAL: N_("{above} before {below} by total {upper} over {lower}"),
    Criterion.BEST_POSITION: N_("{above} before {below} by best position {upper} over {lower}"),
    Criterion.CONTRACTS: N_("{above} before {below} by contracts made {upper} over {lower}"),
    Criterion.GARDE_CONTRE: N_("{above} before {below} by gardes contre made {upper} over {lower}"),
    Criterion.GARDE_SANS: N_("{above} before {below} by gardes sans made {upper} over {lower}"),
    Criterion.DRAWN: N_("{above} before {below} by the arbiter's draw"),
}


def reason(why: Reason, texts: Texts) -> str:
    """Return the sentence: “Anne before Luc by best position 540 over 512”."""
    upper, lower = score(why.upper, texts), score(why.lower, texts)
    return texts(SENTENCES[why.by], above=why.above, below=why.below, upper=upper, lower=lower)


def score(value: Score, texts: Texts) -> str:
    """Return a score exactly: “−446”, “60,5”; what has no end as decimals is written as a fraction, “121/3”."""
    if value.denominator == 1:
        return number(int(value))
    if 10**12 % value.denominator:
        return f"{number(value.numerator)}/{value.denominator}"
    whole, rest = divmod(abs(Fraction(value)), 1)
    decimals = str(Decimal(rest.numerator) / rest.denominator).removeprefix("0.")
    return f"{MINUS if value < 0 else ''}{number(whole)}{decimal_mark(texts)}{decimals}"
