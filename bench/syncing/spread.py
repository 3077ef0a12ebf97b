"""How a set of times is spread, in one line."""

from __future__ import annotations

from collections.abc import Sequence


def at(found: Sequence[float], percent: float) -> float:
    """Return the time that so many percent do not exceed."""
    ordered = sorted(found)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def spread(found: Sequence[float]) -> str:
    """Say it in milliseconds."""
    return f"p50 {at(found, 50):7.1f} ms   p99 {at(found, 99):7.1f} ms   most {max(found):7.1f} ms"
