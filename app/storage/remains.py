"""What remains of a damaged file: the events that can be vouched for, and the facts that can be told."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from app.domain.errors import Refused
from app.domain.events.envelope import Sealed
from app.domain.events.order import ORIGIN, Entry
from app.services.ports import Identity
from app.storage import meta
from app.storage.check import Damage, check, passed_over
from app.storage.facts import Facts, read_facts
from app.storage.offline import open_offline
from app.storage.shape import is_in_shape, reshape
from app.storage.walk import Problem, Walk

Own = Callable[[], Identity]  # as whom the device of the data folder writes
_Opening = Callable[[], AbstractContextManager[sqlite3.Connection]]


@dataclass(frozen=True, slots=True)
class Remains:
    """What can be trusted in a damaged file, in the reading that gives the most of it."""

    entries: tuple[Entry, ...]
    known: int
    problems: tuple[Problem, ...]
    facts: Facts
    is_in_shape: bool
    opened: _Opening

    @property
    def term(self) -> int | None:
        """The term that the file tells, None where it cannot be told."""
        with suppress(KeyError, ValueError):
            return self.facts.term
        return None

    def epoch(self, device: str) -> int | None:
        """The epoch in which a device wrote here last, None where it cannot be told."""
        epochs = [entry.sealed.event.epoch for entry in self.entries if entry.sealed.event.device == device]
        with suppress(KeyError, ValueError):
            return max([self.facts.epoch, *epochs])
        return None

    def writer(self, own: Own | None) -> tuple[str, bytes]:
        """Return the device that goes on writing here, and its key: one that has sealed its last event, if one has.

        It is whom the file names, or else `own` if that device wrote in it. Raises KeyError where it is neither.
        """
        named = self.facts.told.get("device", "")
        told = [(named, key) for key in reversed(self.facts.keys.get(named, ()))]
        if told and (self.facts.are_certain or self._has_sealed(*told[0])):
            return told[0]
        with suppress(Refused):
            kept = own() if own is not None else None
            if kept is not None and self._has_sealed(kept.device, kept.key):
                return kept.device, kept.key
        if not told:
            raise KeyError("device")
        return told[0]

    def _has_sealed(self, device: str, key: bytes) -> bool:
        written = (entry.sealed for entry in reversed(self.entries) if entry.sealed.event.device == device)
        last = next(written, None)
        return last is not None and last.is_authentic(key)


def read_remains(damaged: Path) -> Remains:
    """Read what is good in a damaged file, which stays as it is.

    It is read as it lies, with all of a damaged WAL, and up to the damage in it, because a page in it may have a
    wrong number; and with the tables of a new file. The reading counts that tells who wrote here, then the one that
    has the most events.
    """
    look = partial(open_offline, damaged, damaged.parent)
    lost = tuple(passed_over(damaged))
    openings: list[_Opening] = [look, *([partial(look, whole=False)] if lost else []), partial(look, prepare=reshape)]
    readings = [_read(opened) for opened in openings]
    best = max(readings, key=_worth)
    known = max(reading.known for reading in readings)
    return Remains(best.entries, known, (*lost, *readings[0].problems), best.facts, best.is_in_shape, best.opened)


def _worth(reading: Remains) -> tuple[bool, int, bool]:
    return "device" in reading.facts.told, len(reading.entries), reading.is_in_shape


def _read(opened: _Opening) -> Remains:
    """Return the longest beginning of the journal that can be vouched for, and all that is wrong."""
    with opened() as connection:
        report = check(connection, macs=False)
        entries: list[Entry] = []
        facts = read_facts(connection)
        with suppress(*Damage):
            entries.extend(_mended(connection, Walk(facts.told.get("journal", ""), facts.keys)))
        known = report.events
        # Rows can be gone, or never have been written: the tip knows better, unless it is what is damaged.
        with suppress(*Damage):
            tip = meta.read_tip(connection)
            known = tip.n if tip.n >= len(entries) else known
        shaped = False
        with suppress(*Damage):
            shaped = is_in_shape(connection)
    return Remains(tuple(entries), known, report.problems, facts, shaped, opened)


def _mended(connection: sqlite3.Connection, walk: Walk) -> Iterator[Entry]:
    """Yield entries as long as they are those that were saved; number, id, place and head are told again.

    Bytes and seal are vouched for by the head that was saved with them or, where it is the head that is damaged, by
    the key of their device; and each must follow the event before it on that device.
    """
    tip = ORIGIN
    walk.look_for_places(connection)
    for n, payload, mac, head in connection.execute("SELECT n, payload, mac, head FROM events ORDER BY n"):
        if not (isinstance(payload, bytes) and isinstance(mac, bytes)):
            return
        sealed = Sealed(payload, mac)
        following = tip.then(sealed)
        # Where neither number nor head goes on from the event before, one is missing in between.
        is_saved = bytes.fromhex(following.head) == head or (n == following.n and walk.is_sealed(sealed))
        if not is_saved or not walk.takes(sealed):
            return
        tip = following
        yield Entry(tip, sealed)
