"""How much one device may ask of a desk: what it makes it keep, what it makes it tell, what it makes it open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil

from sync.wire import Packed

SENT_BYTES = 1024  # for which an event counts as one more
TOLD_BYTES = 16 * 1024  # for which a page does
MOST_HELD_BYTES = 4 * 1024 * 1024  # of one device, waiting in quarantine until somebody decides
ASIDE = 9  # for which an event counts more that goes into quarantine: each is a commit of its own
HELD_SECONDS = 30  # until a device that has so much there asks again


def cost(events: Iterable[Packed]) -> int:
    """Return for how much these events count: each for one, and for its bytes."""
    return sum(1 + len("".join(packed.parts).encode(errors="replace")) // SENT_BYTES for packed in events)


@dataclass(frozen=True, slots=True)
class Quota:
    """What a device may have: so much at once, and so much a second in the long run."""

    burst: int
    per_second: float


READ = Quota(burst=16 * 1024 * 1024, per_second=256 * 1024)  # in bytes: more than a whole evening of its own
SENT = Quota(burst=2_000, per_second=20.0)
TOLD = Quota(burst=2_000, per_second=50.0)
OPENED = Quota(burst=2, per_second=0.25)


@dataclass(slots=True)
class Meter:
    """How much of its quota each device has left; `now` is monotonic, in seconds."""

    quota: Quota
    _left: dict[str, tuple[float, float]] = field(default_factory=dict)

    def take(self, device: str, count: int, *, now: float) -> int:
        """Take so much off a device's quota and return 0, or take nothing and return the seconds to wait."""
        left = self._left_of(device, now)
        spent = min(count, self.quota.burst)  # a message of the largest size passes once the quota is whole
        if spent > left:
            self._left[device] = (left, now)
            return ceil((spent - left) / self.quota.per_second)
        self._left[device] = (left - spent, now)
        return 0

    def charge(self, device: str, count: int, *, now: float) -> None:
        """Take off what something has cost that had to be made to be known: less than nothing may be left."""
        self._left[device] = (self._left_of(device, now) - count, now)

    def _left_of(self, device: str, now: float) -> float:
        left, since = self._left.get(device, (float(self.quota.burst), now))
        return min(self.quota.burst, left + (now - since) * self.quota.per_second)


@dataclass(frozen=True, slots=True)
class Meters:
    """What devices have left at one desk, whichever of its tournaments they speak of."""

    sent: Meter = field(default_factory=lambda: Meter(SENT))
    told: Meter = field(default_factory=lambda: Meter(TOLD))
    opened: Meter = field(default_factory=lambda: Meter(OPENED))
