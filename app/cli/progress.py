"""A bar for long work: on the error output, and only where that is a terminal."""

from __future__ import annotations

import sys

WIDTH = 30
LONG = 50  # less than that is done before anybody has read a bar


class Progress:
    """How far a piece of work has come."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._shown = -1
        self._is_terminal = sys.stderr.isatty()

    def at(self, done: int, total: int) -> None:
        """Show how much is done, of how much."""
        if not self._is_terminal or total < LONG:
            return
        filled = WIDTH * done // total
        if filled != self._shown:
            bar = "█" * filled + "░" * (WIDTH - filled)
            print(f"\r{bar} {done}/{total} {self._unit}", end="", file=sys.stderr, flush=True)
            self._shown = filled

    def clear(self) -> None:
        """Leave the line empty for what is printed next."""
        if self._shown >= 0:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = -1
