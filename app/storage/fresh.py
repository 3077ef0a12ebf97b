"""Fresh files: a new tournament's file appears whole or not at all, whenever the power goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database

from app.storage.durable import sync_folder
from app.storage.offline import BESIDE
from app.storage.schema import migrations
from app.storage.thread import StorageThread


def fresh_name(path: Path) -> Path:
    """Return the name under which a file grows, free of what a crash may have left there."""
    growing = path.with_suffix(".new")
    for left_by_a_crash in path.parent.glob(f"{growing.name}*"):
        left_by_a_crash.unlink()
    return growing


@contextmanager
def making(growing: Path) -> Iterator[None]:
    """Leave nothing of a file that is made meanwhile, unless it has got its own name by the end."""
    try:
        yield
    except BaseException:
        for suffix in ("", *BESIDE, "-shm"):
            with suppress(OSError):
                Path(f"{growing}{suffix}").unlink(missing_ok=True)
        raise


def write_fresh(path: Path, write: Callable[[Database], None]) -> None:
    """Make a tournament's file with what `write` puts into it; its name must be free."""
    growing = fresh_name(path)
    with making(growing):
        change(growing, write)
        growing.rename(path)
    sync_folder(path.parent)


def change(path: Path, write: Callable[[Database], None]) -> None:
    """Do some work on a file that nobody else has open, and leave it with no WAL beside it."""
    thread = StorageThread(path, migrations)
    try:
        thread.do(write)
    finally:
        thread.close()
