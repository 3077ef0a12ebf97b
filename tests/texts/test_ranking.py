"""Reasons for a rank, and scores, as people read them."""

from fractions import Fraction

import pytest

from app.domain.tournoi.line import Criterion, Line, Reason, explain
from app.domain.tournoi.score import Score
from app.texts.catalogue import texts
from app.texts.ranking import SENTENCES, reason, score


@pytest.mark.parametrize(
    ("value", "french", "english"),
    [
        (0, "0", "0"),
        (-1446, "−1\u202f446", "−1\u202f446"),
        (Fraction(121, 2), "60,5", "60.5"),
        (Fraction(-1, 4), "−0,25", "−0.25"),
        (Fraction(-24691, 8), "−3\u202f086,375", "−3\u202f086.375"),
        (Fraction(121, 3), "121/3", "121/3"),
    ],
)
def test_a_score_is_said_exactly(value: Score, french: str, english: str) -> None:
    assert (score(value, texts("fr")), score(value, texts("en"))) == (french, english)


def test_a_reason_says_both_figures() -> None:
    anne, luc = Line(id="Anne", total=512, best=540), Line(id="Luc", total=512, best=512)
    why = explain(luc, anne, tie_break=True)
    assert reason(why, texts("en")) == "Anne before Luc by best position 540 over 512"
    assert reason(why, texts("fr")) == "Anne devant Luc à la meilleure position, 540 contre 512"
    shared = explain(luc, anne, tie_break=False)
    assert reason(shared, texts("fr")) == "Luc et Anne partagent le rang."


def test_every_criterion_has_its_sentence() -> None:
    assert set(SENTENCES) == {None, *Criterion}
    for criterion in SENTENCES:
        said = reason(Reason(above="Anne", below="Luc", by=criterion, upper=2, lower=1), texts("fr"))
        assert "Anne" in said
        assert "Luc" in said
