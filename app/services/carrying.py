"""Use case: a tablet's sheets out to a file that somebody carries to the desk, and the desk's answer in."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from app.domain.errors import Refused, violation
from app.services.desk_link import DeskLink, FileSays, Owed, SheetsFile

NameOf = Callable[[Owed | None], str]
"""How the file of the tournament that is followed is called, and that of an earlier one."""


class Kind(StrEnum):
    """Where a folder is, as people know it."""

    DRIVE = "drive"  # something that is taken out and carried
    DOCUMENTS = "documents"
    DOWNLOADS = "downloads"
    DESKTOP = "desktop"
    HOME = "home"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A folder: which of the usual ones it is or lies in, that one's name, and the folders that lead to it from there.

    Elsewhere, `inner` leads from the root of the disk.
    """

    path: str
    kind: Kind
    name: str = ""
    inner: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lying:
    """A file that lies in a folder, with its first bytes."""

    path: str
    name: str
    modified: datetime
    head: bytes


class Places(Protocol):
    """Where files are put that people carry. Every call may wait for the disk: none is made by a window."""

    def usual(self) -> tuple[Place, ...]:
        """Return the folders that people know, one at least: first what is taken out and carried."""

    def place(self, path: str) -> Place | None:
        """Return the folder at a path, None where it is not there, or where nothing can be written in it."""

    def up(self, path: str) -> str:
        """Return the folder that a folder lies in, empty where it is one of the usual ones."""

    def within(self, path: str) -> tuple[Place, ...]:
        """Return the folders in a folder, by their names."""

    def files(self, path: str) -> tuple[Lying, ...]:
        """Return the files in a folder whose names say that they are carried, the newest first."""

    def write(self, path: str, name: str, data: bytes) -> None:
        """Put a file in a folder, safe there on return; raises `Refused` where it cannot be."""

    def read(self, path: str) -> bytes:
        """Return what is in a file; raises `Refused` where it cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """A file for the desk, of the tournament that is followed, or of the `earlier` one that is named."""

    name: str
    file: SheetsFile
    earlier: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A file that may be the desk's answer, and what it says of itself."""

    path: str
    name: str
    modified: datetime
    says: FileSays


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Where files go and are looked for now, and those that lie there; `is_away` where the chosen folder is not."""

    place: Place
    is_away: bool
    files: tuple[Found, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """A folder, and those that can be gone to from there; None and the usual ones at the top."""

    place: Place | None
    up: str
    folders: tuple[Place, ...]


class Carrying:
    """Both ways between a link and a folder. Every call answers at once with a future; its own thread does the work.

    The files are those of the commands `sheets carry-out` and `carry-in`: the link makes and reads both.
    """

    def __init__(self, link: DeskLink, places: Places) -> None:
        self._link = link
        self._places = places
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="carrying")

    def look(self, chosen: str) -> Future[Look]:
        """Return what lies in the folder that was chosen, or where none was or it is away, in the first usual one."""
        return self._thread.submit(self._look, chosen)

    def around(self, path: str) -> Future[Around]:
        """Return a folder and where one can go from it; the usual ones where it is not there, or none is named."""
        return self._thread.submit(self._around, path)

    def gather(self, name_of: NameOf) -> Future[tuple[Ready, ...]]:
        """Return the files that the desk should have: of the tournament that is followed, then of earlier ones.

        The future fails with Refused where nothing was ever written.
        """
        return self._thread.submit(self._gather, name_of)

    def write(self, path: str, name_of: NameOf) -> Future[tuple[Ready, ...]]:
        """Put those files in a folder, in place of those that it wrote there before under the same names."""
        return self._thread.submit(self._write, path, name_of)

    def read(self, path: str) -> Future[None]:
        """Take in the desk's answer; the future fails with Refused, and nothing is changed, where it is of no use."""
        return self._thread.submit(lambda: self._take(self._places.read(path)))

    def take(self, file: bytes) -> Future[None]:
        """Take in the desk's answer that was read elsewhere, as `read` does."""
        return self._thread.submit(self._take, file)

    def close(self) -> None:
        """Begin nothing more; what is being written is written to its end."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _look(self, chosen: str) -> Look:
        place = self._places.place(chosen) if chosen else None
        where = place or self._places.usual()[0]
        files = tuple(
            Found(path=one.path, name=one.name, modified=one.modified, says=self._link.file_says(one.head))
            for one in self._places.files(where.path)
        )
        return Look(place=where, is_away=bool(chosen) and place is None, files=files)

    def _around(self, path: str) -> Around:
        place = self._places.place(path) if path else None
        if place is None:
            return Around(place=None, up="", folders=self._places.usual())
        return Around(place=place, up=self._places.up(path), folders=self._places.within(path))

    def _gather(self, name_of: NameOf) -> tuple[Ready, ...]:
        followed = [] if self._link.keeper is None else [Ready(name=name_of(None), file=self._sheets(None))]
        earlier = [
            Ready(name=name_of(owed), file=self._sheets(owed), earlier=owed.name or owed.id)
            for owed in self._link.earlier
        ]
        ready = tuple(one for one in (*followed, *earlier) if one.file.facts)
        if not ready:
            raise Refused(violation("carry.nothing", "file"))
        return ready

    def _sheets(self, earlier: Owed | None) -> SheetsFile:
        return self._link.sheets_file(earlier).result()

    def _write(self, path: str, name_of: NameOf) -> tuple[Ready, ...]:
        ready = self._gather(name_of)
        for one in ready:
            self._places.write(path, one.name, one.file.data)
        return ready

    def _take(self, file: bytes) -> None:
        if not self._link.take_room(file).result():
            raise Refused(violation("carry.known", "file"))
