"""Looking at a database that no program is using, and that may be damaged, without touching it."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from app.storage.failure import refusal_of
from app.storage.wal import Wal

BESIDE = ("-wal", "-journal")  # what SQLite must read together with the file, and would clear away


@contextmanager
def open_offline(
    path: Path, scratch: Path | None = None, *, whole: bool = True, prepare: Callable[[Path], None] | None = None
) -> Iterator[sqlite3.Connection]:
    """Open a database as it lies, with the commits that wait in its WAL; neither is changed.

    Where the WAL is damaged in the middle, all of it is read, with what is damaged in it, or not as a `whole`: up to
    the damage alone. What must be changed first, to read the file at all, `prepare` does to a copy.

    Where there is a WAL, SQLite would write to recover it, so that it gets a copy: in a folder of its own in
    `scratch`, or where the system keeps such things. What a crash left of an earlier copy in `scratch` is removed.

    Raises `Refused` with `storage.failed` where the file cannot be opened at all.
    """
    if prepare is None and not any(_is_there(Path(f"{path}{suffix}")) for suffix in BESIDE):
        with closing(_look_closely(f"{path.absolute().as_uri()}?immutable=1")) as connection:
            yield connection
        return
    prefix = f"check-{path.name.split('.')[0]}-"
    for left_by_a_crash in scratch.glob(f"{prefix}*") if scratch else ():
        shutil.rmtree(left_by_a_crash)
    with tempfile.TemporaryDirectory(dir=scratch, prefix=prefix) as folder:
        for suffix in ("", *BESIDE):
            if (beside := Path(f"{path}{suffix}")).exists():
                shutil.copyfile(beside, f"{folder}/copy.db{suffix}")
        if whole and (wal := Wal.of(path)).has_lost:
            Path(f"{folder}/copy.db-wal").write_bytes(wal.mended())
        if prepare is not None:
            prepare(Path(folder) / "copy.db")
        with closing(_look_closely((Path(folder) / "copy.db").absolute().as_uri())) as connection:
            yield connection


def _is_there(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _look_closely(uri: str) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(uri, uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise refusal_of(error) from error
    connection.text_factory = bytes  # text that is no longer UTF-8 must still be told
    connection.execute("PRAGMA cell_size_check=ON")
    return connection


def overlook(connection: sqlite3.Connection) -> None:
    """Let a damaged database be read as far as SQLite can go: from now on the connection complains less.

    Without it, nothing could be read of a file that is shorter than its header says.
    """
    connection.execute("PRAGMA writable_schema=ON")
