"""How much one device may make the desk keep, so that none can fill its disk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil

from sync.wire import Packed

LARGE = 4096  # characters, beyond which an event counts for more than one


def cost(events: Iterable[Packed]) -> int:
    """Return for how many events these count: none that a table writes is large, but what is none at all may be."""
    return sum(1 + sum(map(len, packed.parts)) // LARGE for packed in events)


@dataclass(frozen=True, slots=True)
class Quota:
    """What a device may send: so many events at once, and so many a second in the long run."""

    burst: int = 2_000
    per_second: float = 20.0


@dataclass(slots=True)
class Meter:
    """How much of its quota each device has left; `now` is monotonic, in seconds."""

    quota: Quota
    _left: dict[str, tuple[float, float]] = field(default_factory=dict)

    def take(self, device: str, events: int, *, now: float) -> int:
        """Take so many events off a device's quota and return 0, or take nothing and return the seconds to wait."""
        left, since = self._left.get(device, (float(self.quota.burst), now))
        left = min(self.quota.burst, left + (now - since) * self.quota.per_second)
        spent = min(events, self.quota.burst)  # a message of the largest size passes once the quota is whole
        if spent > left:
            self._left[device] = (left, now)
            return ceil((spent - left) / self.quota.per_second)
        self._left[device] = (left - spent, now)
        return 0
