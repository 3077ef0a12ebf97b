"""Failures: what SQLite could not do, as the refusal that the rest of the program understands."""

from __future__ import annotations

import logging
import sqlite3

from app.domain.errors import Refused, violation

log = logging.getLogger(__name__)
_PRIMARY = 0xFF  # the part of SQLite's codes that names the kind of an error


def refusal_of(error: sqlite3.Error) -> Refused:
    """Return the refusal for an error of SQLite, and log the error itself: `storage.full` or `storage.failed`."""
    log.error("Storage failed", exc_info=error)
    full = getattr(error, "sqlite_errorcode", 0) & _PRIMARY == sqlite3.SQLITE_FULL
    refused = Refused(violation("storage.full" if full else "storage.failed", "data"))
    refused.__cause__ = error
    return refused
