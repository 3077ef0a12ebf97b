"""A room in one seed: simulated time, chance, a network that loses, doubles, delays and cuts, and a tally of it all."""

import heapq
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from sync.desk import DeskSync
from sync.intake import Desk
from sync.tablet import TabletSync
from tests.sim.disk import Cut, Disk, MemoryJournal, MemoryQuarantine
from tests.sim.evening import JOURNAL, identity

if TYPE_CHECKING:
    from tests.sim.machines import Server

LATE_SECONDS = 45.0  # longer than anybody waits for an answer


class PagingTablet(TabletSync):
    """The real one, with messages so small that an evening has many of them."""

    events_at_once = 6


class PagingDesk(DeskSync):
    """The real one, with pages so small that an evening has many of them."""

    events_at_once = 6
    withheld_at_once = 4


@dataclass(frozen=True)
class Kit:
    """The parts of which machines are made: the real ones, or some with a known bug put back."""

    tablet: type[TabletSync] = PagingTablet
    desk: type[Desk] = Desk
    desk_sync: type[DeskSync] = PagingDesk
    journal: type[MemoryJournal] = MemoryJournal
    quarantine: type[MemoryQuarantine] = MemoryQuarantine


@dataclass
class Faults:
    """How bad things are, as probabilities; all zero once they have calmed down."""

    lost: float = 0.0
    doubled: float = 0.0
    cut: float = 0.0
    late: float = 0.0
    power: float = 0.0
    delay: float = 0.05


class World:
    """Time, chance, and who has written what."""

    def __init__(self, seed: int, kit: Kit) -> None:
        self.random = Random(seed)
        self.kit = kit
        self.now = 0.0
        self.faults = Faults()
        self.servers: list[Server] = []
        self.keys: dict[str, list[bytes]] = {}  # of those paired at the desk, whatever tournament is open there
        self.lower_terms = 0  # times that a device went back to a desk that another had replaced
        self.written: set[str] = set()  # ids of all that anybody wrote
        self.forged: set[str] = set()  # ids of what one device wrote in another's name, or had no right to
        self.saved: dict[str, str] = {}  # what a tablet showed as saved, by whom
        self.fired: Counter[str] = Counter()  # faults, by their names
        self._agenda: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0

    def at(self, when: float, act: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._agenda, (when, self._count, act))

    def run(self, until: float) -> None:
        while self._agenda and self._agenda[0][0] <= until:
            self.now, _count, act = heapq.heappop(self._agenda)
            act()
        self.now = until

    def note(self, fault: str) -> None:
        """Count a fault that has just happened."""
        self.fired[fault] += 1

    def power(self) -> Cut | None:
        if self.faults.power and self.random.random() < self.faults.power:
            cut = self.random.choice((Cut.BEFORE, Cut.AFTER))
            self.note("write lost with the power" if cut is Cut.BEFORE else "power cut just after a write")
            return cut
        return None

    def happens(self, probability: float, fault: str) -> bool:
        if probability > 0 and self.random.random() < probability:
            self.note(fault)
            return True
        return False

    def travel(self) -> float:
        """Return how long a message is under way."""
        if self.happens(self.faults.late, "message later than anybody waits"):
            return self.random.random() * LATE_SECONDS
        return self.random.random() * self.faults.delay

    def cut(self, body: bytes, fault: str) -> bytes:
        """Return the bytes of a message that arrive."""
        return body[: self.random.randrange(len(body))] if self.happens(self.faults.cut, fault) else body

    def new_disk(self, device: str) -> Disk:
        return self.fit(Disk(JOURNAL, identity(device), power=self.power))

    def fit(self, disk: Disk) -> Disk:
        disk.journal = self.kit.journal(disk)
        disk.quarantine = self.kit.quarantine(disk)
        return disk
