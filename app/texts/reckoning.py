"""The reckoning of a donne, said as a table would say it."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.donne.contrat import Contrat
from app.domain.donne.marque import Marque, Step
from app.texts.catalogue import Texts
from app.texts.figures import number
from app.texts.game import contrat
from app.texts.marking import BONUSES


def reckoning(marque: Marque, texts: Texts) -> str:
    """Return the sum in a line: “25 + 8 = 33, × 2 garde = 66, poignée 20 → 86, preneur × 3 = 258”."""
    *parts, total, share = marque.steps
    said = ", ".join(text for step in parts for text in _said(step, texts))
    preneur = texts("preneur × {times} = {value}", times=dict(share.details)["times"], value=number(share.value))
    return f"{said} → {number(total.value)}, {preneur}"


def _said(step: Step, texts: Texts) -> Iterator[str]:
    details = dict(step.details)
    match step.what:
        case "contract":
            base, diff = int(str(details["base"])), abs(int(str(details["diff"])))
            down = "" if details["made"] else texts("down: ")
            yield f"{down}{base} + {diff} = {number(abs(step.value))}"
        case "multiplier":
            named = contrat(Contrat(str(details["contract"])), texts)
            yield f"× {details['coef']} {named} = {number(step.value)}"
        case bonus:
            yield f"{texts(BONUSES[bonus])} {number(step.value)}"
