"""This machine's own clock and chance."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime


class MachineClock:
    """The port `Clock` on the system's clocks."""

    def now(self) -> datetime:
        """Return the wall clock, in UTC."""
        return datetime.fromtimestamp(time.time(), UTC)

    def monotonic(self) -> float:
        """Return seconds that never go back, for durations."""
        return time.monotonic()


class MachineRandom:
    """The port `Random` on the system's source of secrets."""

    def bytes(self, count: int) -> bytes:
        """Return that many random bytes."""
        return os.urandom(count)
