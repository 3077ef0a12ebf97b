"""Chance from a seed: the same seed draws the same on every machine and in every version.

The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
OOPSLA 2014): 64-bit arithmetic that anyone can redo by hand or in another language. A draw whose seed is
shown in the hall can therefore be checked by whoever doubts it. It is no source of secrets.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Item = TypeVar("Item")

SEEDS = 1 << 64
_MASK = SEEDS - 1


class Chance:
    """A stream of numbers that depends on its seed alone."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        if not 0 <= seed < SEEDS:
            raise ValueError("a seed is a whole number from 0 to 2**64 - 1")
        self._state = seed

    def next64(self) -> int:
        """Return the next 64 bits of the stream."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each exactly as likely as any other."""
        fair = SEEDS - SEEDS % n  # the remainder above would favour the small numbers: draw again
        while (drawn := self.next64()) >= fair:
            pass
        return drawn % n

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in a drawn order (Fisher and Yates, from the last place down to the second)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
