"""A bar for long work: on the error output, and only where that is a terminal."""

from __future__ import annotations

import sys

WIDTH = 30
LONG = 50  # less than that is done before anybody has read a bar


class Progress:
    """How far a piece of work has come."""

    def __init__(self, total: int, unit: str) -> None:
        self._total = total
        self._unit = unit
        self._shown = -1
        self._is_seen = sys.stderr.isatty() and total >= LONG

    def at(self, done: int) -> None:
        """Show how much is done."""
        filled = WIDTH * done // self._total if self._total else WIDTH
        if self._is_seen and filled != self._shown:
            bar = "█" * filled + "░" * (WIDTH - filled)
            print(f"\r{bar} {done}/{self._total} {self._unit}", end="", file=sys.stderr, flush=True)
            self._shown = filled

    def clear(self) -> None:
        """Leave the line empty for what is printed next."""
        if self._is_seen and self._shown >= 0:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = -1
