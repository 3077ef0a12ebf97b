"""The tournaments that a desk keeps, and which of them is meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.domain.errors import Refused, Violation, violation
from app.domain.events.tournoi import Role
from app.services.book import Book
from app.services.ports import Devices, Journal, Meta, Quarantine


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A tournament as a list shows it; `begun` is the wall clock of its first event.

    One that is `lost` stays on the list, with the reason, for it may be the one that is meant: none of its events could
    be saved, or its file is gone. Its own name, its day and its end are not known then, and `begun` is when its damaged
    file was last written.
    """

    id: str
    name: str
    date: str
    begun: str
    is_closed: bool
    lost: Violation | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """An open tournament: its book, what was kept without effect beside its journal, and the file they are in."""

    book: Book
    quarantine: Quarantine
    journal: Journal
    meta: Meta


@dataclass(frozen=True, slots=True)
class Restored:
    """A tournament brought back: how many events, and where what was there before is kept."""

    tournament: str
    events: int
    aside: Path | None


@dataclass(frozen=True, slots=True)
class Salvaged:
    """A file that was found damaged: how many of its events go on, of how many, and where it is kept as it was."""

    tournament: str
    saved: int
    known: int
    aside: Path


@dataclass(frozen=True, slots=True)
class Renewed:
    """A file that is no tournament's and was found damaged: an empty one goes on, and where the damaged one is kept."""

    file: str
    aside: Path


@dataclass(frozen=True, slots=True)
class Promoted:
    """A standby's copy that is the tournament now: how many events it had copied, and the term it begins."""

    tournament: str
    events: int
    term: int


@dataclass(frozen=True, slots=True)
class ShownCode:
    """The code that one device may be paired with: for how many seconds, and at which addresses of this desk."""

    digits: str
    seconds: int
    addresses: tuple[str, ...]


Progress = Callable[[int, int], None]
"""Told how much is done, and of how much in all."""


class Tournaments(Protocol):
    """A desk's folder, held by this program: its tournaments, each in a file of its own, and the devices it knows."""

    @property
    def devices(self) -> Devices:
        """The devices that were ever paired with this desk."""

    def show_code(self, role: Role) -> ShownCode:
        """Show a new code for one device of a poste; raises `Refused` where the desk is not running."""

    def tries_left(self) -> int | None:
        """Return how often the code that is shown may still be tried; None where none is, or nobody has tried it."""

    def presence(self) -> Mapping[str, float]:
        """Return how many seconds ago each device was last heard by the desk that is running."""

    def known(self) -> tuple[Known, ...]:
        """Return those that have begun, in the order in which they were taken into use: no clock is asked.

        With them, those that are lost. The last one is in use; where nobody can tell which is, it is none of them, and
        the last one says so.
        """

    def use(self, tournament: str) -> None:
        """Take one into use: it is meant, and served, from now on where none is named. Safe from a power cut."""

    def open(self, tournament: str) -> AbstractContextManager[Opened]:
        """Open one by its id, until the context ends; raises `Refused` where there is none."""

    def begin(self) -> AbstractContextManager[Opened]:
        """Make the file of a new one, taken into use, and open its empty book; left empty, it is removed again."""

    def salvaged(self) -> tuple[Salvaged | Renewed, ...]:
        """Return the files that were found damaged since the folder is held: people must be told."""

    def back_up(self, tournament: str, into: Path, *, progress: Progress) -> Path:
        """Copy one whole into a file of its own and return it; raises `Refused` where the copy does not verify."""

    def restore(self, backup: Path, *, progress: Progress) -> Restored:
        """Bring one back from a backup and take it into use unless it is closed; what is there of it is kept aside."""

    def promote(self) -> Promoted:
        """Make the tournament's desk of a standby's folder; raises `Refused` where nothing was copied into it."""


OpenDesk = Callable[[Path | None], AbstractContextManager[Tournaments]]
"""Take hold of the desk in a data folder, or in the usual one; raises `Refused` where another program holds it."""


def choose(known: Sequence[Known], asked: str | None = None) -> Known:
    """Return the tournament that is meant: by id or name, else the one taken into use last, closed or not.

    This one choice says what commands work on and what a desk serves. Raises `Refused` where none or several answer to
    the name, and where the one that is meant is lost: the next best would take in what people believe they write
    in this one. So would the one before it when the one in use has ended.
    """
    if not known:
        raise Refused(violation("tournament.none", "tournament"))
    chosen = known[-1] if asked is None else _named(known, asked)
    if chosen.lost is not None:
        raise Refused(chosen.lost)
    return chosen


def _named(known: Sequence[Known], asked: str) -> Known:
    found = [one for one in known if asked == one.id] or [
        one for one in known if one.name.casefold() == asked.casefold()
    ]
    if not found:
        raise Refused(violation("tournament.unknown", "tournament", id=asked))
    if len(found) > 1:
        ids = ", ".join(one.id for one in found)
        raise Refused(violation("tournament.ambiguous", "tournament", name=asked, ids=ids))
    return found[0]
