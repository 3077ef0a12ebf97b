"""What a desk knows of its devices, from many threads: what the disk says, and nothing else."""

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import Refused
from app.domain.events.tournoi import Role
from app.services.ports import PairedDevice
from app.storage.devices import SqliteDevices

TABLET = PairedDevice(device="T1", role=Role.TABLE, label="Une", key=b"k" * 32, token_digest="digest")


@pytest.fixture
def devices(tmp_path: Path) -> Iterator[SqliteDevices]:
    devices = SqliteDevices(tmp_path)
    devices.add(TABLET)
    yield devices
    devices.close()


class FailsToCommit:
    """A connection whose disk fails at the worst moment."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, statement: str, *parameters: Any) -> Any:
        if statement == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return self._connection.execute(statement, *parameters)


def test_a_confirmation_that_failed_is_not_believed(devices: SqliteDevices) -> None:
    database = devices._thread._database.result()
    whole = database.conn
    with ThreadPoolExecutor(2) as others:
        with devices._thread._writing:  # so that both share one commit
            confirming = others.submit(devices.confirm, "T1")
            _until(lambda: len(devices._thread._waiting) == 1)
            reading = others.submit(devices.known)
            _until(lambda: len(devices._thread._waiting) == 2)
            database.conn = FailsToCommit(whole)  # type: ignore[assignment]
        for asked in (confirming, reading):
            with pytest.raises(Refused):
                asked.result(30)
    database.conn = whole
    assert [one.is_confirmed for one in devices.known()] == [False]


def test_a_revoked_device_is_known_as_such_until_it_is_paired_again(devices: SqliteDevices) -> None:
    assert (devices.revoked(), devices.by_token("digest")) == (frozenset(), TABLET)
    devices.revoke("T1")
    assert (devices.revoked(), devices.by_token("digest"), devices.known()) == ({"T1"}, None, ())
    devices.add(TABLET)
    assert (devices.revoked(), devices.known()) == (frozenset(), (TABLET,))


def _until(holds: Any) -> None:
    while not holds():
        threading.Event().wait(0.001)
