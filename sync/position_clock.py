"""The clock of the position that is played: how much of it is left, for every table the same."""

from __future__ import annotations

from datetime import datetime

from app.domain.events.tournoi import PositionOpened
from app.domain.tournoi.position import PositionState
from app.services.book import Book
from app.services.ports import Clock


class PositionClock:
    """Counts seconds that only pass, from the moment at which a position is seen to be open.

    What was open already when this begins counts from when it was opened by the wall clock, as far as that can be
    right: a machine that was started again may be years off, and the time server may set it in the middle of a donne.
    """

    def __init__(self, book: Book, clock: Clock) -> None:
        self._book = book
        self._clock = clock
        self._position = 0
        self._since = 0.0  # by the monotonic clock
        if (seconds := self._look()) is not None:
            self._since -= min(max(0.0, self._wall_seconds()), seconds)

    def seconds_left(self) -> int | None:
        """Return what is left, below zero once the time is up; None where it is not timed, or nothing is played."""
        seconds = self._look()
        return None if seconds is None else int(seconds - (self._clock.monotonic() - self._since))

    def _look(self) -> int | None:
        """Return how long the position lasts that is played and timed; begin to count where it is a new one."""
        state = self._book.state
        minutes = getattr(state.created, "minutes", None)
        if minutes is None or state.position == 0 or state.positions[state.position].state is not PositionState.OPEN:
            return None
        if state.position != self._position:
            self._position, self._since = state.position, self._clock.monotonic()
        return 60 * int(minutes)

    def _wall_seconds(self) -> float:
        """Return how long the position has been open by the wall clocks of then and now."""
        written = (entry.sealed.event for entry in reversed(self._book.entries()))
        opened = next((event.at for event in written if event.kind == PositionOpened.__name__), None)
        return 0.0 if opened is None else (self._clock.now() - datetime.fromisoformat(opened)).total_seconds()
