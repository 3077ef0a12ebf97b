"""The programme: how each position of an event is seated, and which mixtures the rules refuse.

Fascicule 2 (2017), ch. 2, Mouvements des joueurs and Tournoi en donnes libres par équipes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum

from app.domain.errors import Violation, violation
from app.domain.mouvement.asked import Kind


class Setting(StrEnum):
    """How the players of one position find their seats."""

    FFT = "fft"
    REPAIRED = "repaired"
    HOWELL = "howell"
    ASCE = "asce"
    RANDOM = "random"
    BEST = "best"
    FINAL = "final"


MOVEMENTS = frozenset(Setting(kind) for kind in Kind)
DRAWS = frozenset({Setting.RANDOM, Setting.BEST})


def check_programme(
    settings: Sequence[Setting],
    *,
    team_size: int | None = None,
    first: int = 1,
    eliminations: Collection[int] = (),
) -> tuple[Violation, ...]:
    """Return every reason to refuse the programme of a séance, each naming its position.

    `first` is the séance's first position; an earlier séance has ranked the players already. A movement must run on
    from there: once players were seated anew, by a draw or by another movement, or some of them were eliminated after
    one of these positions, its proof says nothing.
    """
    wrong: list[Violation] = []
    if not settings:
        wrong.append(violation("movement.programme_empty", "positions"))
    for position, setting in enumerate(settings, first):
        before = settings[: position - first]
        if setting in MOVEMENTS and DRAWS.intersection(before):
            wrong.append(_at(position, "movement.resumed_after_draw", setting))
        if setting in MOVEMENTS and any(other in MOVEMENTS and other is not setting for other in before):
            wrong.append(_at(position, "movement.two_movements", setting))
        if setting in MOVEMENTS and Setting.FINAL in before:
            wrong.append(_at(position, "movement.after_final", setting))
        if setting in MOVEMENTS and not team_size and any(first <= after < position for after in eliminations):
            wrong.append(_at(position, "movement.after_elimination", setting))
        if setting in (Setting.BEST, Setting.FINAL) and position == 1:
            wrong.append(_at(position, "movement.nobody_ranked", setting))
        if team_size and setting not in (Setting.FFT, Setting.REPAIRED):
            wrong.append(_at(position, "movement.not_for_teams", setting))
    return tuple(wrong)


def _at(position: int, key: str, setting: Setting) -> Violation:
    return violation(key, "positions", position=position, setting=setting)
