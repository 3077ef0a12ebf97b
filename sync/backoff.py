"""How long to wait before asking again."""

from __future__ import annotations

from app.domain.chance import Chance

FIRST_SECONDS = 0.5
MOST_SECONDS = 30.0
_STEPS = 1 << 20


class Backoff:
    """Waits that double with every failure, shaken so that forty tablets do not ask at the same moment."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._failures = 0

    def succeed(self) -> None:
        """Begin with short waits again."""
        self._failures = 0

    def fail(self) -> float:
        """Return the seconds to wait after one more failure: from half the step to all of it."""
        step = min(MOST_SECONDS, FIRST_SECONDS * (1 << min(self._failures, 10)))
        self._failures += 1
        return step * (0.5 + self._chance.below(_STEPS) / _STEPS / 2)
