"""How a donne is marked, in three lines that everybody at the table can follow."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.donne.donne import Donne
from app.domain.donne.marque import Marque, Step
from app.texts.catalogue import N_, Texts
from app.texts.figures import number, signed
from app.texts.table import CONTRATS, seat_name

BONUSES = {"poignee": N_("poignée"), "petit_au_bout": N_("petit au bout"), "chelem": N_("chelem")}


@dataclass(frozen=True, slots=True)
class Marking:
    """The result, the sum, and what each one marks."""

    result: str
    sum: str
    shares: tuple[tuple[str, str, int], ...]
    """(what is said, the mark as written, the mark) for the preneur, the partner, the others, the mort."""


def marking(donne: Donne, marque: Marque, texts: Texts) -> Marking:
    """Return the three lines: “Garde faite de 11”, “(25 + 11) × 2 = 72, poignée + 20 → 92”, “Nord marque …”."""
    contract, multiplier, *bonuses = marque.steps[:-2]
    return Marking(
        _result(donne, contract, texts), _sum(contract, multiplier, bonuses, texts), _shares(donne, marque, texts)
    )


def _result(donne: Donne, contract: Step, texts: Texts) -> str:
    details = dict(contract.details)
    name, diff = texts(CONTRATS[donne.contrat]), int(str(details["diff"]))
    if not details["made"]:
        return texts("{contract} down by {points}", contract=name, points=-diff)
    if diff == 0:
        return texts("{contract} just made", contract=name)
    return texts("{contract} made by {points}", contract=name, points=diff)


def _sum(contract: Step, multiplier: Step, bonuses: list[Step], texts: Texts) -> str:
    details, coef = dict(contract.details), dict(multiplier.details)["coef"]
    minus = "" if details["made"] else "−"
    base = f"{minus}({details['base']} + {abs(int(str(details['diff'])))})"
    times = "" if coef == 1 else f" × {coef}"
    extras = "".join(
        f", {texts(BONUSES[step.what])} {'+' if step.value > 0 else '−'} {number(abs(step.value))}" for step in bonuses
    )
    total = multiplier.value + sum(step.value for step in bonuses)
    end = f" → {number(total)}" if bonuses else ""
    return f"{base}{times} = {number(multiplier.value)}{extras}{end}"


def _shares(donne: Donne, marque: Marque, texts: Texts) -> tuple[tuple[str, str, int], ...]:
    times = dict(marque.steps[-1].details)["times"]
    mark = marque.marks[donne.preneur]
    reckoned = f"{number(marque.total)} × {times} =" if times != 1 else ""
    said = [
        (texts("{seat} marks {sum}", seat=seat_name(donne.preneur, texts), sum=reckoned).strip(), signed(mark), mark)
    ]
    if donne.partner is not None:
        partner = texts("{seat}, called,", seat=seat_name(donne.partner, texts))
        said.append((partner, signed(marque.total), marque.total))
    said.append((texts("the others"), signed(-marque.total), -marque.total))
    if donne.mort is not None:
        said.append((texts("{seat}, mort,", seat=seat_name(donne.mort, texts)), "0", 0))
    return tuple(said)
