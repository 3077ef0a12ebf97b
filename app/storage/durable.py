"""Durable names: a file that was made or renamed is still there after a power cut."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path


def sync_file(path: Path) -> None:
    """Wait until the bytes of a file, which no database connection holds, are on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def write_whole(path: Path, data: bytes) -> None:
    """Put a file in place, or another in its stead: under its name it is whole at every moment.

    Raises OSError, in the name of the file that was asked for, where it cannot be written.
    """
    if path.is_dir():  # also keeps a name such as “.” from being grown beside
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    growing = path.with_name(f".{path.name}.new")
    try:
        growing.write_bytes(data)
        sync_file(growing)
        growing.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            growing.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error
    sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Wait until the names in a folder are on the disk, where the system lets a folder be opened."""
    with contextlib.suppress(PermissionError, IsADirectoryError):  # Windows: renames are journalled there
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
