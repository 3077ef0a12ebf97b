"""One evening: the room in which people do things and things break, until all is calm again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from app.domain.events.order import Key
from app.domain.events.tournoi import DeviceAdmitted
from tests.sim.disk import Disk
from tests.sim.evening import ARBITER, DESK, ROLES, STANDBY, TABLETS, identity, opening
from tests.sim.machines import Client, Server, new_client
from tests.sim.verdict import Verdict, has_settled, judge
from tests.sim.world import Faults, World

CALM_SECONDS = 400.0  # after which what has not arrived never will
HEARD_SECONDS = 50.0  # in which every device has heard from the desk again
LOOK_EVERY = 5.0


class Story:
    """An evening with one desk, two tables and an arbiter; a spare tablet and a standby where the seed says so."""

    def __init__(self, world: World, *, has_spare: bool, has_standby: bool) -> None:
        self.world = world
        self.random = world.random
        disk = world.new_disk(DESK)
        disk.load(opening())
        disk.keys = {device: (identity(device).key,) for device in (DESK, *ROLES)}
        world.written.update(sealed.id for sealed in opening())
        self.desk = Server(world, DESK, disk)
        world.servers = [self.desk]
        names = [*TABLETS[: 3 if has_spare else 2], ARBITER, *([STANDBY] if has_standby else [])]
        self.clients: dict[str, Client] = {name: new_client(world, name) for name in names}
        self.tails: dict[str, Disk] = {}
        self.backup = self.desk.disk.copied()
        self.gone: set[str] = set()  # saved, then lost with the last disk that had it
        self.put_back = False  # the desk's file, by hand: numbers in its quarantine may stand for something else

    def remember(self) -> None:
        """Keep all disks as they are now."""
        self.backup = self.desk.disk.copied()
        self.tails = {name: client.disk.copied() for name, client in self.clients.items()}

    def soon(self, act: Callable[[], None], *, after: float = 0.0) -> None:
        self.world.at(self.world.now + after + 5 + 5 * self.random.random(), act)

    @contextmanager
    def losing(self) -> Iterator[None]:
        """Where a disk lies or dies: what no other one holds is gone, and nobody can be blamed for it."""
        before = self._kept()
        yield
        self.gone |= before - self._kept()

    def _kept(self) -> set[str]:
        """Return the ids of the events that some disk holds whole: the desk's, a device's own, or its mirror."""
        disk = self.desk.disk
        kept = {entry.sealed.id for entry in disk.entries} | {
            held.sealed.id for held in disk.held if held.place == Key.of(held.sealed.event)
        }
        for client in self.clients.values():
            disk = client.disk
            growing = disk.growing[1] if disk.growing else []
            kept.update(entry.sealed.id for entry in disk.entries)
            kept.update(seen.id for seen in (*disk.chain, *growing) if seen.is_whole)
            kept.update(disk.forgotten)
        return kept

    def calm(self) -> Verdict:
        """Mend everything, let nobody write, and see what has become of it all."""
        world = self.world
        world.faults = Faults()
        for machine in (*world.servers, *self.clients.values()):
            machine.restart()
        for client in self.clients.values():
            client.offline = False
        self._admit_all()
        end = world.now + CALM_SECONDS
        world.run(world.now + HEARD_SECONDS)
        while world.now < end and not has_settled(self.desk, self.clients):
            world.run(world.now + LOOK_EVERY)
        return judge(world, self.desk, self.clients, gone=self.gone, put_back=self.put_back)

    def _admit_all(self) -> None:
        """Who was revoked, or was let in at a desk that has lost it, is let in again."""
        for name in sorted(self.clients.keys() - self.desk.state.devices.keys()):
            self.desk.write(DeviceAdmitted(device=name, role=ROLES[name]))
