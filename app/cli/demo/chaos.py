"""Chaos: the desk and the tablets are killed at drawn moments, and wires are down for a while, all evening long."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence

from app.cli.demo.child import Ended
from app.cli.demo.console import Console
from app.cli.demo.donnes import weighed
from app.cli.demo.tablet import Tablet
from app.cli.demo.wires import Wires
from app.domain.chance import Chance

DESK, TABLET, WIRE = "desk", "tablets", "wires"
WHAT = {DESK: 25, TABLET: 60, WIRE: 15}
MILLISECONDS_BETWEEN = 3000
MILLISECONDS_DOWN = 1500


class Chaos:
    """Breaks one thing after another on a thread of its own, from construction until `close`, `most` times."""

    def __init__(
        self, seed: int, console: Console, tablets: Sequence[Tablet], wires: Wires, ports: Sequence[int], *, most: int
    ) -> None:
        self._chance = Chance(seed ^ 0xC4A05)
        self._console = console
        self._tablets = tablets
        self._wires = wires
        self._ports = ports
        self._most = most
        self.done: Counter[str] = Counter()
        self.failed: BaseException | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="chaos", daemon=True)
        self._thread.start()

    @property
    def kills(self) -> int:
        """How many programs were killed."""
        return self.done[DESK] + self.done[TABLET]

    def close(self) -> None:
        """Break nothing more, and leave everything running."""
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._pause(MILLISECONDS_BETWEEN) and self.kills < self._most:
                self._break()
        except Ended as ended:  # the desk did not come up again, or everything is to end
            self.failed = ended

    def _pause(self, milliseconds: int) -> bool:
        """Wait for a drawn time; True where it is all over meanwhile."""
        return self._over.wait(self._chance.below(milliseconds) / 1000)

    def _break(self) -> None:
        what = weighed(self._chance, WHAT)
        match what:
            case "desk":
                self._console.kill()
                self._pause(MILLISECONDS_DOWN)
                self._console.start()
            case "tablets":
                self._tablets[self._chance.below(len(self._tablets))].kill()
            case _:
                port = self._ports[self._chance.below(len(self._ports))]
                self._wires.cut(port)
                self._pause(MILLISECONDS_DOWN)
                self._wires.mend(port)
        self.done[what] += 1
