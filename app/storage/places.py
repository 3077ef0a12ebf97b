"""The port `Places` on this machine: what is plugged in, then the folders that a person has of their own."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_desktop_path, user_documents_path, user_downloads_path

from app.domain.errors import Refused, violation
from app.services.carrying import Kind, Lying, Place
from app.storage.durable import write_whole

# Where systems show what is plugged in: right below, or below a folder with the user's name.
MEDIA = tuple(map(Path, ("/media", "/run/media", "/Volumes")))
SUFFIX = ".nord"
HEAD_BYTES = 2000  # a file's first lines
MOST_BYTES = 65 * 2**20  # a little more than a file may have: the one who reads it says that it is too large
MOST_FILES = 100
log = logging.getLogger(__name__)


def own_folders() -> Mapping[Kind, Path]:
    """Return the folders that the system gives to a person, in the order in which they are offered."""
    return {
        Kind.DOCUMENTS: user_documents_path(),
        Kind.DOWNLOADS: user_downloads_path(),
        Kind.DESKTOP: user_desktop_path(),
        Kind.HOME: Path.home(),
    }


class MachinePlaces:
    """Drives below `media`, as far as `is_drive` says so, and those of a person's own folders that are there."""

    def __init__(
        self,
        own: Mapping[Kind, Path],
        *,
        media: tuple[Path, ...] = MEDIA,
        is_drive: Callable[[Path], bool] = os.path.ismount,
    ) -> None:
        self._own = own
        self._media = media
        self._is_drive = is_drive

    def usual(self) -> tuple[Place, ...]:
        """Return the folders that people know, one at least: first what is plugged in."""
        own = [Place(path=str(path), kind=kind) for kind, path in self._own.items() if _is_usable(path)]
        return (*self._drives(), *own) or (Place(path=str(self._own[Kind.HOME]), kind=Kind.HOME),)

    def place(self, path: str) -> Place | None:
        """Return the folder at a path, None where it is not there, or where nothing can be written in it."""
        folder = Path(path)
        if not _is_usable(folder):
            return None
        inside = [one for one in self.usual() if folder.is_relative_to(one.path)]
        # The closest of them: most of a person's folders lie in their home.
        root = max(inside, key=lambda one: len(one.path), default=None)
        if root is None:
            return Place(path=path, kind=Kind.ELSEWHERE, inner=folder.parts[1:])
        return Place(path=path, kind=root.kind, name=root.name, inner=folder.relative_to(root.path).parts)

    def up(self, path: str) -> str:
        """Return the folder that a folder lies in, empty where it is one of the usual ones."""
        return "" if path in {one.path for one in self.usual()} else str(Path(path).parent)

    def within(self, path: str) -> tuple[Place, ...]:
        """Return the folders in a folder, by their names."""
        inner = sorted(filter(_is_usable, _shown(Path(path))), key=lambda one: one.name.casefold())
        return tuple(place for one in inner if (place := self.place(str(one))) is not None)

    def files(self, path: str) -> tuple[Lying, ...]:
        """Return the files in a folder whose names end in .nord, the newest first."""
        found = [one for one in map(_lying, _shown(Path(path))) if one is not None]
        return tuple(sorted(found, key=lambda one: one.modified, reverse=True)[:MOST_FILES])

    def write(self, path: str, name: str, data: bytes) -> None:
        """Put a file in a folder, safe there on return; raises `Refused` where it cannot be."""
        try:
            write_whole(Path(path) / name, data)
        except OSError as error:
            log.warning("A file to be carried could not be written", exc_info=True)
            raise Refused(violation("carry.unwritable", "file", file=name)) from error

    def read(self, path: str) -> bytes:
        """Return what is in a file, and a little of one that is too large; raises `Refused` where it cannot be read."""
        try:
            with Path(path).open("rb") as file:
                return file.read(MOST_BYTES)
        except OSError as error:
            log.warning("A file that was carried could not be read", exc_info=True)
            raise Refused(violation("carry.unreadable", "file")) from error

    def _drives(self) -> Iterator[Place]:
        for root in self._media:
            below = list(_shown(root))
            for one in sorted([*below, *(inner for folder in below for inner in _shown(folder))]):
                if self._is_drive(one) and _is_usable(one):
                    yield Place(path=str(one), kind=Kind.DRIVE, name=one.name)


def _shown(folder: Path) -> Iterator[Path]:
    """Yield what is in a folder and not hidden; nothing where one may not look, or where it was taken out."""
    with suppress(OSError):
        yield from [one for one in folder.iterdir() if not one.name.startswith(".")]


def _is_usable(folder: Path) -> bool:
    try:
        return folder.is_dir() and os.access(folder, os.R_OK | os.W_OK | os.X_OK)
    except OSError:  # a drive that fails
        return False


def _lying(path: Path) -> Lying | None:
    if path.suffix.casefold() != SUFFIX:
        return None
    try:
        if not path.is_file():
            return None
        modified = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
    except OSError:  # taken out meanwhile
        return None
    return Lying(path=str(path), name=path.name, modified=modified, head=head)
