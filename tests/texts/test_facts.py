"""Every kind of fact has its sentence, and a donne its reckoning in words."""

import pytest

from app.domain.donne.contrat import Camp, Contrat
from app.domain.donne.donne import Donne, Poignee
from app.domain.donne.marque import score_donne
from app.domain.events.kinds import KINDS
from app.texts.catalogue import texts
from app.texts.facts import _SAID
from app.texts.reckoning import reckoning


def test_every_kind_of_fact_has_its_sentence() -> None:
    assert {kind.body for kind in KINDS.values()} == set(_SAID)


@pytest.mark.parametrize(
    ("lang", "points", "said"),
    [
        ("fr", 49, "25 + 8 = 33, × 2 garde = 66, poignée 20, petit au bout 20 → 106, preneur × 3 = 318"),
        ("en", 49, "25 + 8 = 33, × 2 garde = 66, poignée 20, petit au bout 20 → 106, preneur × 3 = 318"),
        ("fr", 40, "chute\xa0: 25 + 1 = 26, × 2 garde = −52, poignée −20, petit au bout 20 → −52, preneur × 3 = −156"),
        ("en", 40, "down: 25 + 1 = 26, × 2 garde = −52, poignée −20, petit au bout 20 → −52, preneur × 3 = −156"),
    ],
)
def test_a_donne_is_reckoned_as_a_table_would_say_it(lang: str, points: int, said: str) -> None:
    donne = Donne(
        players=4,
        seats=("N", "S", "E", "O"),
        preneur="E",
        contrat=Contrat.GARDE,
        bouts=2,
        demi_points=2 * points,
        poignees=(Poignee("E", 10),),
        petit_au_bout=Camp.ATTACK,
    )
    assert reckoning(score_donne(donne), texts(lang)) == said
