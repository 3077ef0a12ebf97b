"""A finger on the table's window that times every frame of a tap, and what else would explain a slow one.

A frame is all that the window's thread does before it draws again: it takes the touch in, runs what is due, and lays
out what changed. It is measured in the thread's own processor time, so that a program that takes its place on the
machine meanwhile is not counted as ours; the time on the clock stands beside it.
"""

import gc
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.ui.table_stage import TableStage

LEAST_FRAMES = 6  # after the finger is lifted
SPAN_SECONDS = 0.002  # between two frames, as the tests' window has it


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap's longest frame, in milliseconds: of the thread, on the clock, and in passes of Python's memory.

    `frames` is how many were awake at all; `yardstick` how long equal work took right after the tap.
    """

    donne: int
    aid: str
    work: float
    wall: float
    memory: float
    frames: int
    yardstick: float


class Finger:
    """Taps, and follows each tap until nothing moves any more and all of it is on the disk."""

    def __init__(self, table: TableStage) -> None:
        self._table = table
        self.taps: list[Tap] = []
        self._held: list[tuple[float, float, float]] = []
        self._passes = 0.0
        self._began = 0.0
        gc.callbacks.append(self._count_pass)

    def close(self) -> None:
        """Look at the memory's passes no longer."""
        gc.callbacks.remove(self._count_pass)

    def tap(self, aid: str, donne: int) -> None:
        """Put a finger on a widget, lift it, and time each frame on the way."""
        from kivy.tests.common import UnitTestTouch

        widget = self._table.stage.find(aid)
        touch = UnitTestTouch(*widget.to_window(*widget.center))
        self._held = []
        # A touch and what it changes are shown by one frame.
        self._frame(touch.touch_down)
        self._frame()
        self._frame(touch.touch_up)
        for _ in range(LEAST_FRAMES):
            self._frame()
        while widget.state != "normal" or self._table.nav.saving:
            self._frame()
        for _ in range(LEAST_FRAMES):
            self._frame()
        work, wall, memory = max(self._held)
        awake = sum(held[0] > 1 for held in self._held)
        self.taps.append(Tap(donne, aid, work, wall, memory, awake, yardstick()))

    def _frame(self, touch: Callable[[], object] = lambda: None) -> None:
        time.sleep(SPAN_SECONDS)
        self._passes = 0.0
        wall, work = time.perf_counter(), time.thread_time()
        touch()
        self._table.stage.frames(1)
        work, wall = time.thread_time() - work, time.perf_counter() - wall
        self._held.append((1000 * work, 1000 * wall, 1000 * self._passes))

    def _count_pass(self, phase: str, _info: Mapping[str, int]) -> None:
        if phase == "start":
            self._began = time.thread_time()
        else:
            self._passes += time.thread_time() - self._began


def yardstick() -> float:
    """Return how many milliseconds a fixed piece of plain Python takes now: what a busy machine does to any work."""
    start = time.thread_time()
    sorted((number * 7919 % 10007 for number in range(6_000)), key=str)
    return 1000 * (time.thread_time() - start)
