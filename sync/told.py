"""Who has yet to be told what comes beside the events: where the standby is, and that it has what they wrote.

Polls wait for it as they wait for events: a desk that is lost before they end tells nobody any more.
"""

from __future__ import annotations


class Told:
    """What devices were told of the standby. The room hears of its place, and once that it has everything.

    After that only whoever waits for it hears that it has caught up: if each pull of a standby woke every tablet, a
    desk would do nothing else.
    """

    def __init__(self, *, has_standby: bool) -> None:
        self.mirrored = 0  # how far the standby has the desk's order
        self.had_all = False  # whether it ever had all of it
        self._moves = int(has_standby)
        self._heard: dict[str, int] = {}  # of which move each device was told last
        self._awaited: dict[str, int] = {}  # up to which number each was told that the standby is not there yet

    def moved(self) -> None:
        """Note that the standby is somewhere else than devices were told."""
        self._moves += 1

    def mirror(self, n: int, *, is_all: bool) -> frozenset[str]:
        """Note how far the standby is; return the devices that waited for that."""
        self.mirrored = n
        self.had_all |= is_all
        return frozenset(device for device, awaited in self._awaited.items() if awaited <= n)

    def tell(self, device: str, *, awaits: int) -> None:
        """Note that a device is told how things stand; it waits for the standby to be as far as this."""
        self._heard[device] = self._moves
        if awaits > self.mirrored:
            self._awaited[device] = awaits
        else:
            self._awaited.pop(device, None)

    def has_news(self, device: str) -> bool:
        """Tell whether a device has yet to hear something."""
        awaited = self._awaited.get(device)
        return self._heard.get(device, 0) < self._moves or (awaited is not None and awaited <= self.mirrored)
