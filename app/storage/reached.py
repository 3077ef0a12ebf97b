"""How far a tournament has come: the highest term and epoch that any of its files in a folder can tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.domain.errors import Refused
from app.storage.aside import asides
from app.storage.check import Damage, passed_over
from app.storage.facts import read_facts
from app.storage.offline import open_offline
from app.storage.remains import read_remains

LEAP = 1_000_000  # above any term or epoch that was reached, where nobody can tell which was
BEFORE_RESTORE = "before-restore-"  # and a number: a folder of what a restore found


@dataclass(frozen=True, slots=True)
class Reached:
    """The term of the desk and the epoch of its device, or what is above any that they can have come to."""

    term: int
    epoch: int


_Told = tuple[int | None, int | None]


def reached(path: Path) -> Reached:
    """Return the highest term and epoch that a tournament has reached, by all that its folder keeps of it.

    That is its file, those that were put aside as damaged, and those that restores found. For each of them that does
    not tell, it is a leap higher than what the others do: that one may have been made by such a leap itself.
    """
    kept = path.parent.glob(f"{BEFORE_RESTORE}*/{path.name}")
    told = [counts for file in (path, *asides(path), *kept) if file.exists() for counts in _told(file)]
    return Reached(_highest(term for term, _ in told), _highest(epoch for _, epoch in told))


def _highest(told: Iterable[int | None]) -> int:
    counts = list(told)
    highest = max((count for count in counts if count is not None), default=0)
    return highest + LEAP * counts.count(None)


def _told(file: Path) -> Iterator[_Told]:
    """Yield the terms and epochs that a file tells; None where it does not tell one."""
    with suppress(Refused, OSError, *Damage), open_offline(file, file.parent) as connection:
        facts = read_facts(connection)
        if not facts.damaged and not any(passed_over(file)):
            yield facts.term, facts.epoch
            return
    try:
        remains = read_remains(file)
    except (Refused, OSError, *Damage):
        yield None, None
        return
    term, epoch = remains.term, remains.epoch(remains.facts.told.get("device", ""))
    yield term, epoch
    yield from ((term or 0, entry.sealed.event.epoch) for entry in remains.entries)
