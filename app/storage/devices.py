"""The devices that a desk knows: a file beside its tournaments, for they stay paired from one evening to the next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlite_utils import Database, Migrations

from app.domain.events.tournoi import Role
from app.services.ports import PairedDevice
from app.storage.thread import StorageThread

DATABASE = "devices.db"
migrations = Migrations("devices")
_ALL = "SELECT device, role, label, key, token FROM devices WHERE NOT revoked"


@migrations()
def devices(database: Database) -> None:
    """One row for each device; a revoked one stays, so that its events can still be verified."""
    columns = {"device": str, "role": str, "label": str, "key": bytes, "token": str, "revoked": int}
    database.table("devices").create(columns, pk="device", not_null={*columns} - {"device"}, strict=True)


class SqliteDevices:
    """The port `Devices` on a poste's folder, until `close`."""

    def __init__(self, folder: Path) -> None:
        self._thread = StorageThread(folder / DATABASE, migrations)

    def add(self, paired: PairedDevice) -> None:
        """Keep a device, in place of what was known of it before. Safe from a power cut on return."""
        row = {
            "device": paired.device,
            "role": paired.role.value,
            "label": paired.label,
            "key": paired.key,
            "token": paired.token_digest,
            "revoked": 0,
        }
        self._thread.run(lambda database: database.table("devices").upsert(row, pk="device")).result()

    def by_token(self, digest: str) -> PairedDevice | None:
        """Return the device that shows the token of this digest, unless it was revoked."""
        found = self._ask(f"{_ALL} AND token = ?", (digest,))
        return found[0] if found else None

    def known(self) -> tuple[PairedDevice, ...]:
        """Return every device that was not revoked, in the order of their names."""
        return self._ask(f"{_ALL} ORDER BY device", ())

    def revoke(self, device: str) -> None:
        """Let a device in no more, from this moment on."""

        def work(database: Database) -> None:
            database.conn.execute("UPDATE devices SET revoked = 1 WHERE device = ?", (device,))

        self._thread.run(work).result()

    def close(self) -> None:
        """Finish the work in hand and let go of the file."""
        self._thread.close()

    def _ask(self, query: str, values: tuple[str, ...]) -> tuple[PairedDevice, ...]:
        rows: list[Any] = self._thread.run(lambda database: database.conn.execute(query, values).fetchall()).result()
        return tuple(
            PairedDevice(device=device, role=Role(role), label=label, key=key, token_digest=token)
            for device, role, label, key, token in rows
        )
