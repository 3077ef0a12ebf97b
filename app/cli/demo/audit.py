"""Afterwards, with everything stopped: what each tablet wrote against what the desk has, event by event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.cli.demo.tablet import Tablet
from app.domain.events.envelope import Sealed
from app.services.ports import Journal
from app.storage.tournament import FOLDER, open_tournament
from app.storage.verify import verify
from sync.joined import FOLDER as LINKED

PAGE = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What was found: events that a tablet called saved and the desk lacks, events that are there too often."""

    events: int
    lost: int
    duplicated: int
    quarantined: int
    problems: tuple[str, ...]  # files that are not as they were written


def audit(desk: Path, tablets: Sequence[Tablet]) -> Audit:
    """Compare the files in a desk's folder and on the tablets, none of which is in use."""
    roots = (desk.parent, *(one.data for one in tablets))
    found = [problem for root in roots for problem in verify(root).problems]
    problems = [f"{problem.place(lambda where: where.key)}: {problem.what.key}" for problem in found]
    (file,) = (desk / FOLDER).glob("*.db")
    with open_tournament(desk, file.stem) as store:
        stored = [(sealed.id, sealed.event.device) for sealed in _all(store.journal)]
        held = [one.sealed.id for one in store.quarantine.read(limit=PAGE)]
    places = Counter([event for event, _device in stored] + held)
    lost, twice = 0, sum(count - 1 for count in places.values())
    for tablet in tablets:
        with open_tournament(tablet.data / tablet.poste / LINKED, file.stem) as own:
            wrote = {sealed.id for sealed in _all(own.journal)}
        lost += len((wrote | set(tablet.told)) - places.keys())
        twice += _nobodys(wrote, (event for event, device in stored if device == tablet.device))
    return Audit(events=len(stored), lost=lost, duplicated=twice, quarantined=len(held), problems=tuple(problems))


def _nobodys(wrote: set[str], stored: Iterable[str]) -> int:
    """Count the events that the desk has of a device, and that the device never wrote."""
    return sum(event not in wrote for event in stored)


def _all(journal: Journal) -> Iterator[Sealed]:
    after = 0
    while page := journal.read(after=after, limit=PAGE):
        after = page[-1].n
        yield from (entry.sealed for entry in page)
