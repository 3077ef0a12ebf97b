"""Failures: what SQLite or a disk could not do, as the refusal that the rest of the program understands."""

from __future__ import annotations

import errno
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.domain.errors import Refused, violation

log = logging.getLogger(__name__)
_PRIMARY = 0xFF  # the part of SQLite's codes that names the kind of an error
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # no room, none for this person, none for a file of that size


def refusal_of(error: sqlite3.Error | OSError, place: Path | None = None) -> Refused:
    """Return the refusal for a failure, and log the failure itself: `storage.full` or `storage.failed`.

    Where it is not this device's own memory that failed, or not all of it, the sentence names the `place`.
    """
    log.error("Storage failed", exc_info=error)
    key = "storage.full" if _is_full(error) else "storage.failed"
    if place is None:
        refused = Refused(violation(key, "data"))
    else:
        refused = Refused(violation(f"{key}_at", "data", path=str(place)))
    refused.__cause__ = error
    return refused


@contextmanager
def told_at(place: Path) -> Iterator[None]:
    """Refuse what fails meanwhile for want of room or of a working disk, and name the place.

    An error of the system that names a file itself, which is missing or may not be written, stays what it is.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise refusal_of(error, place) from error
    except OSError as error:
        if error.filename is not None and not _is_full(error):
            raise
        raise refusal_of(error, place) from error


def _is_full(error: sqlite3.Error | OSError) -> bool:
    if isinstance(error, OSError):
        return error.errno in _FULL
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY == sqlite3.SQLITE_FULL
