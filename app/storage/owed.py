"""What a device still owes its desk, in tournaments that nobody has open."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping
from pathlib import Path

from app.domain.errors import Refused
from app.domain.events.envelope import read_payload
from app.services.desk_link import Owed
from app.storage.meta import read_identity
from app.storage.mirror import read_shown
from app.storage.offline import open_offline
from app.storage.outbox import count_unacked
from app.storage.tournament import FOLDER

log = logging.getLogger(__name__)


def owed_in(folder: Path, device: str, *, but: str) -> Mapping[str, Owed]:
    """Return what a device owes in the tournaments of a folder, by their ids, leaving out one that is open.

    What cannot be read owes nothing that could be sent; it stays as it is.
    """
    found: dict[str, Owed] = {}
    for path in sorted((folder / FOLDER).glob("*.db")):
        if path.stem != but:
            try:
                with open_offline(path, folder) as connection:
                    owed = _owed(path.stem, connection, device)
            except (Refused, sqlite3.Error, OSError, LookupError, ValueError):
                log.exception("An earlier tournament cannot be read")
            else:
                found |= {owed.id: owed} if owed.count else {}
    return found


def _owed(tournament: str, connection: sqlite3.Connection, device: str) -> Owed:
    """Another device's outbox is nobody's here: its key is needed to speak for it."""
    count = count_unacked(connection) if read_identity(connection).device == device else 0
    first = read_shown(connection, after=0, limit=1) if count else ()
    return Owed(tournament, str(read_payload(first[0].payload).body.get("name", "")) if first else "", count)
