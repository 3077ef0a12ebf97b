"""A file's facts held against the copy that it keeps of them: what can be believed, and what is damaged."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from app.domain.errors import Refused
from app.domain.events.envelope import read_payload
from app.services.ports import Identity
from app.storage.meta import COPY, KEY, TIP, keys_of

KEY_BYTES = 32
_IS_COPIED = "SELECT 1 FROM _sqlite_migrations WHERE name = 'facts'"
_FIRST = "SELECT payload FROM events ORDER BY n LIMIT 1"


@dataclass(frozen=True, slots=True)
class Facts:
    """What a file says of itself, as far as it can be believed, and the names of those facts that are damaged.

    A file that was written before copies were kept is believed as long as it makes sense.
    """

    told: Mapping[str, str]
    damaged: tuple[str, ...]
    are_certain: bool  # a copy vouches for them

    @property
    def journal(self) -> str:
        """The tournament; raises KeyError where the file does not say it."""
        return self.told["journal"]

    @property
    def term(self) -> int:
        """The desk's term; raises KeyError or ValueError where it cannot be told."""
        return _count(self.told["term"])

    @property
    def epoch(self) -> int:
        """The epoch of the device that writes here; raises KeyError or ValueError where it cannot be told."""
        return _count(self.told["epoch"])

    @property
    def identity(self) -> Identity:
        """Who writes here; raises KeyError or ValueError where it cannot be told."""
        device = self.told["device"]
        return Identity(device, self.epoch, self.keys[device][-1])

    @property
    def keys(self) -> dict[str, tuple[bytes, ...]]:
        """The keys of the devices, as far as they are keys."""
        named = ((name.removeprefix(KEY), value) for name, value in self.told.items() if name.startswith(KEY))
        return {device: keys for device, value in named if (keys := _keys(value))}


def read_facts(connection: sqlite3.Connection) -> Facts:
    """Read what a file says of itself, as far as SQLite can."""
    said: dict[str, str] = {}
    with suppress(sqlite3.DatabaseError, ValueError):
        said.update((_text(name), _text(value)) for name, value in connection.execute("SELECT name, value FROM meta"))
    said.pop(TIP, None)  # the journal itself tells whether that is true
    kept = said.pop(COPY, None)
    copy = _copied(kept)
    if copy is not None:
        names = sorted(name for name in {*said, *copy} if said.get(name) != copy.get(name))
        return Facts(copy, tuple(names), are_certain=True)
    is_missed = kept is not None or _first(connection, _IS_COPIED) is not None
    wrong = tuple(_senseless(Facts(said, (), are_certain=False)))
    journal = _journal(connection)
    if journal is not None and journal != said.get("journal"):
        said["journal"], wrong = journal, (*wrong, "journal")
    return Facts(said, (*wrong, *([COPY] if is_missed else [])), are_certain=False)


def _copied(kept: str | None) -> dict[str, str] | None:
    """Return the facts of the copy, None where there is none or it is damaged itself."""
    digest, _space, text = (kept or "").partition(" ")
    if hashlib.sha256(text.encode()).hexdigest() != digest:
        return None
    return dict(json.loads(text))


def _senseless(facts: Facts) -> Iterator[str]:
    """Name the facts that nobody can have written."""
    for name in ("term", "epoch"):
        try:
            _count(facts.told[name])
        except (KeyError, ValueError):
            yield name
    if facts.told.get("device") not in facts.keys:
        yield "device"
    yield from (name for name in facts.told if name.startswith(KEY) and name.removeprefix(KEY) not in facts.keys)


def _journal(connection: sqlite3.Connection) -> str | None:
    """Return the tournament that the first event names, None where there is none that can be read."""
    payload = _first(connection, _FIRST)
    try:
        return read_payload(payload).journal if isinstance(payload, bytes) else None
    except Refused:
        return None


def _first(connection: sqlite3.Connection, query: str) -> object:
    """Return what a query finds first, None where it finds nothing or cannot be asked."""
    with suppress(sqlite3.DatabaseError, ValueError):
        return next(iter(connection.execute(query).fetchone() or ()), None)
    return None


def _count(value: str) -> int:
    """Return a term or an epoch; raises ValueError where it is none."""
    if not (value.isascii() and value.isdecimal() and int(value)):
        raise ValueError(value)
    return int(value)


def _keys(value: str) -> tuple[bytes, ...]:
    try:
        keys = keys_of(value)
    except ValueError:
        return ()
    return keys if all(len(key) == KEY_BYTES for key in keys) else ()


def _text(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)
