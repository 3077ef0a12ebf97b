"""What championships ask of a shape: warnings for the arbiter to weigh, never refusals.

Fascicule 2 (2017), ch. 3, art. 2, 3, 8, 9, 14, 15 and 19.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.errors import Violation, violation
from app.domain.tournoi.shape import Event, Shape, programme

# The fewest competitors of a regional final: art. 2, 19, 8 and 14.
LEAST_ENTRANTS = {Event.LIBRE: 20, Event.SENIOR: 20, Event.DUO: 10, Event.PAR4: 5}
LEAST_SEANCES = 2
LEAST_DONNES = 20
MOST_DIVIDE = 2
# Scores may be divided only where at least one competitor in five goes out.
ONE_IN = 5


def championship_warnings(shape: Shape, entrants: int | None = None) -> tuple[Violation, ...]:
    """Return where a championship is smaller or shorter than a regional final must be, or divides too much.

    Art. 2, 8, 14 and 19, then 3, 9 and 15. As long as the number of entrants is not known, nothing that depends on it.
    """
    found = []
    least = LEAST_ENTRANTS[shape.event]
    if entrants is not None and entrants < least:
        found.append(violation("final_too_few", "entrants", entrants=entrants, least=least))
    if sum(seance.donnes >= LEAST_DONNES for seance in shape.seances) < LEAST_SEANCES:
        found.append(violation("final_too_short", "seances", seances=LEAST_SEANCES, donnes=LEAST_DONNES))
    divisions = _division_warnings(shape, entrants or 0)
    return (*found, *(why for why in divisions if entrants is not None or why.key == "divide_too_much"))


def _division_warnings(shape: Shape, entrants: int) -> Iterator[Violation]:
    """Compare with who played the séance where the cut ends one, else with who played the position."""
    steps = programme(shape, entrants)
    for step, plan, after in zip(steps, shape.positions, steps[1:], strict=False):
        if plan.cut is None or plan.cut.divide == 1:
            continue
        field = f"positions.{step.position}.cut"
        if plan.cut.divide > MOST_DIVIDE:
            yield violation("divide_too_much", f"{field}.divide", divide=plan.cut.divide, most=MOST_DIVIDE)
        ends_seance = after.seance != step.seance
        present = next(s.entrants for s in steps if s.seance == step.seance) if ends_seance else step.entrants
        if ONE_IN * (present - after.entrants) < present:
            gone = present - after.entrants
            yield violation("divide_without_cut", f"{field}.keep", eliminated=gone, entrants=present)
