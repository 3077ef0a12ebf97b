"""The air between two machines: two network namespaces and a pair of virtual cards, which can be taken away."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

ADDRESSES = {"desk": "10.77.0.1", "tablet": "10.77.0.2"}
NOBODY = "02:00:00:00:00:99"  # the card of no machine: what is sent there is heard by nobody


def why_not() -> str:
    """Say why no namespace can be made here; nothing where one can."""
    if shutil.which("ip") is None:
        return "Two networks need the command ip: install iproute2."
    if os.geteuid() != 0:
        return "Two networks can be made by root alone: run this as root."
    probe = f"nord{os.getpid()}x"
    made = subprocess.run(["ip", "netns", "add", probe], capture_output=True, text=True)
    _ip("netns", "del", probe, check=False)
    return f"This machine makes no network namespaces: {made.stderr.strip()}" if made.returncode else ""


def _ip(*words: str, check: bool = True) -> str:
    return subprocess.run(["ip", *words], check=check, capture_output=True, text=True).stdout


@dataclass(frozen=True)
class Air:
    """Two machines, `desk` and `tablet`, each alone in a namespace with one card."""

    name: str

    def space(self, machine: str) -> str:
        return f"{self.name}{machine[0]}"

    def card(self, machine: str) -> str:
        return f"{self.name}{machine[0]}0"

    def inside(self, machine: str) -> tuple[str, ...]:
        """Return what to put before a command, so that it runs on that machine."""
        return ("ip", "netns", "exec", self.space(machine))

    def down(self, machine: str) -> None:
        """Take a machine's card away: it notices, the other one does not."""
        self._on(machine, "link", "set", self.card(machine), "down")

    def up(self, machine: str) -> None:
        self._on(machine, "link", "set", self.card(machine), "up")

    def unheard(self, machine: str) -> None:
        """Let whatever a machine sends get lost, without a word to anybody; it still hears the other one."""
        self._to_peer(machine, NOBODY)

    def heard(self, machine: str) -> None:
        other = self._other(machine)
        found = self._on(other, "-brief", "link", "show", self.card(other)).split()
        self._to_peer(machine, found[2])

    def _to_peer(self, machine: str, card: str) -> None:
        peer = ADDRESSES[self._other(machine)]
        self._on(machine, "neigh", "replace", peer, "lladdr", card, "dev", self.card(machine), "nud", "permanent")

    def _other(self, machine: str) -> str:
        return next(name for name in ADDRESSES if name != machine)

    def _on(self, machine: str, *words: str) -> str:
        return _ip("-n", self.space(machine), *words)


@contextmanager
def air(name: str = "") -> Iterator[Air]:
    """Make the two machines; whatever happens, they are gone afterwards."""
    made = Air(name or f"nord{os.getpid()}")
    try:
        for machine in ADDRESSES:
            _ip("netns", "add", made.space(machine))
        ends = (made.card("desk"), "netns", made.space("desk"), "type", "veth", "peer", "name", made.card("tablet"))
        _ip("link", "add", *ends, "netns", made.space("tablet"))
        for machine, address in ADDRESSES.items():
            _ip("-n", made.space(machine), "address", "add", f"{address}/24", "dev", made.card(machine))
            _ip("-n", made.space(machine), "link", "set", "lo", "up")
            made.up(machine)
        yield made
    finally:
        for machine in ADDRESSES:
            _ip("netns", "del", made.space(machine), check=False)
