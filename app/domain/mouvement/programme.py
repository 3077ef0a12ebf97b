"""The programme: how each position of an event is seated, and which mixtures the rules refuse.

Fascicule 2 (2017), ch. 2, Mouvements des joueurs and Tournoi en donnes libres par équipes.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    settings: Sequence[Setting], *, team_size: int | None = None, ranked: bool = False
) -> tuple[Violation, ...]:
    """Return every reason to refuse a programme, each naming its position.

    `ranked` says that an earlier séance has ranked the players already. A movement must run on from the
    first position: once players were seated anew, by a draw or by another movement, its proof says nothing.
    """
    wrong: list[Violation] = []
    if not settings:
        wrong.append(violation("movement.programme_empty", "positions"))
    for position, setting in enumerate(settings, 1):
        before = settings[: position - 1]
        if setting in MOVEMENTS and DRAWS.intersection(before):
            wrong.append(_at(position, "movement.resumed_after_draw", setting))
        if setting in MOVEMENTS and any(other in MOVEMENTS and other is not setting for other in before):
            wrong.append(_at(position, "movement.two_movements", setting))
        if setting in MOVEMENTS and Setting.FINAL in before:
            wrong.append(_at(position, "movement.after_final", setting))
        if setting in (Setting.BEST, Setting.FINAL) and not before and not ranked:
            wrong.append(_at(position, "movement.nobody_ranked", setting))
        if team_size and setting not in (Setting.FFT, Setting.REPAIRED):
            wrong.append(_at(position, "movement.not_for_teams", setting))
    return tuple(wrong)


def _at(position: int, key: str, setting: Setting) -> Violation:
    return violation(key, "positions", position=position, setting=setting)
