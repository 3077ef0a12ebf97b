"""Durable names: a file that was made or renamed is still there after a power cut."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def sync_file(path: Path) -> None:
    """Wait until the bytes of a file, which no database connection holds, are on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def write_whole(path: Path, data: bytes) -> None:
    """Put a file in place, or another in its stead: under its name it is whole at every moment."""
    growing = path.with_name(f".{path.name}.new")
    growing.write_bytes(data)
    sync_file(growing)
    growing.replace(path)
    sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Wait until the names in a folder are on the disk, where the system lets a folder be opened."""
    with contextlib.suppress(PermissionError, IsADirectoryError):  # Windows: renames are journalled there
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
