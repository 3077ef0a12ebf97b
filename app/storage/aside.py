"""Files that were put aside as damaged, untouched, as `….damaged-<n>` beside what took their places."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from app.storage.durable import sync_folder
from app.storage.offline import BESIDE

_ASIDE = re.compile(r"\.damaged-(\d+)$")


def put_aside(path: Path) -> Path:
    """Put a file aside with what SQLite keeps beside it, under a number that is free, and return where it is.

    Cut off in the middle, it is taken up again: what lies beside follows the file that has gone before.
    """
    aside = None if path.exists() else latest_aside(path)
    if aside is None:
        aside = path.with_name(f"{path.name}.damaged-{_number(latest_aside(path)) + 1}")
        path.rename(aside)
    for suffix in (*BESIDE, "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{path}{suffix}").rename(f"{aside}{suffix}")
    sync_folder(path.parent)
    return aside


def asides(path: Path) -> list[Path]:
    """Return the damaged files that were put aside for a file, the latest last."""
    beside = path.parent.glob(f"{path.name}.damaged-*")
    return sorted((aside for aside in beside if _ASIDE.search(aside.name)), key=_number)


def latest_aside(path: Path) -> Path | None:
    """Return the damaged file that was put aside last for a file, if one was."""
    return next(reversed(asides(path)), None)


def damaged_files(folder: Path) -> list[Path]:
    """Return the files that were put aside as damaged, in a folder and in those within it."""
    return sorted(aside for aside in folder.rglob("*.db.damaged-*") if _ASIDE.search(aside.name))


def file_before(aside: Path) -> Path:
    """Return where a file was before it was put aside as damaged."""
    return aside.with_name(_ASIDE.sub("", aside.name))


def _number(aside: Path | None) -> int:
    found = _ASIDE.search(aside.name) if aside else None
    return int(found[1]) if found else 0
