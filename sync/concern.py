"""Whom the journal's growth concerns: who is told of it at once, and who hears of it with the next thing of their own.

A table sees nothing of other tables' sheets, and a room of a thousand writes on them all the time: if each line woke
every tablet, a desk would do nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.domain.events.kinds import KINDS
from app.domain.events.order import Entry, Tip
from app.domain.events.tournoi import Role
from app.domain.fold.state import State


class Concern:
    """The last number in the journal that concerned each table, each device, and everybody."""

    def __init__(self, tip: Tip) -> None:
        self.tip = tip  # how far the journal was looked at
        self._everybody = tip.n
        self._devices_were: Mapping[str, Role] = {}
        self._watchful: frozenset[str] = frozenset()
        self._tables: dict[int, int] = {}
        self._devices: dict[str, int] = {}

    def last(self, device: str, tables: Iterable[int]) -> int:
        """Return the last number that concerns a device at these tables."""
        return max(self._everybody, self.last_of_its_own(device, tables))

    def last_of_its_own(self, device: str, tables: Iterable[int]) -> int:
        """Return the last number that concerns a device at these tables and not everybody; 0 where there is none."""
        return max(self._devices.get(device, 0), *(self._tables.get(table, 0) for table in tables), 0)

    def follow(self, entries: Iterable[Entry], state: State) -> frozenset[str] | None:
        """Take in what the journal has grown by; return the devices that it concerns, None where that is all of them.

        Those who see everything are always among them: quarantine may have grown too.
        """
        concerned = set(self._who_sees_everything(state))
        everybody = False
        for entry in entries:
            self.tip, event = entry.tip, entry.sealed.event
            kind = KINDS.get(event.kind)
            if kind is None or not kind.on_sheet or event.table is None:
                self._everybody = entry.n
                everybody = True
                continue
            self._tables[event.table] = self._devices[event.device] = entry.n
            assigned = state.assignments.get(event.table)
            concerned |= {event.device} if assigned is None else {event.device, assigned.device}
        return None if everybody else frozenset(concerned)

    def _who_sees_everything(self, state: State) -> frozenset[str]:
        if (
            state.devices is not self._devices_were
        ):  # the room is looked through when somebody was let in, not each time
            self._devices_were = state.devices
            self._watchful = frozenset(device for device, role in state.devices.items() if role is not Role.TABLE)
        return self._watchful
