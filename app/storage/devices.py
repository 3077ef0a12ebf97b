"""The devices that a desk knows: a file beside its tournaments, for they stay paired from one evening to the next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlite_utils import Database, Migrations

from app.domain.events.tournoi import Role
from app.services.ports import PairedDevice
from app.storage.renewal import renewed
from app.storage.thread import StorageThread

DATABASE = "devices.db"
migrations = Migrations("devices")
_ALL = """
    SELECT device, role, label, key, token, confirmed, address, certificate FROM devices WHERE NOT revoked
    ORDER BY device
"""
_REVOKED = "SELECT device FROM devices WHERE revoked"


@migrations()
def devices(database: Database) -> None:
    """One row for each device; a revoked one stays, so that its events can still be verified."""
    columns = {"device": str, "role": str, "label": str, "key": bytes, "token": str, "revoked": int}
    database.table("devices").create(columns, pk="device", not_null={*columns} - {"device"}, strict=True)


@migrations()
def confirmation(database: Database) -> None:
    """A device that knew the code waits until somebody at the desk confirms it."""
    database.table("devices").add_column("confirmed", int, not_null_default=0)


@migrations()
def whereabouts(database: Database) -> None:
    """A standby says where it will be found if it takes over, and with which certificate."""
    table = database.table("devices")
    for column in ("address", "certificate"):
        table.add_column(column, str, not_null_default="")


class SqliteDevices:
    """The port `Devices` on a poste's folder, which the caller holds, until `close`.

    `damaged` is where the file is kept that was found damaged, with an empty one in its place.
    """

    def __init__(self, folder: Path) -> None:
        # Of a damaged list nobody is let in: a device that was revoked, or never confirmed, may be the one that is.
        self.damaged = renewed(folder / DATABASE, migrations, lambda _database: None)
        self._thread = StorageThread(folder / DATABASE, migrations)
        self._recall = self._thread.recall()  # of what is asked with every request

    def add(self, paired: PairedDevice) -> None:
        """Keep a device, in place of what was known of it before. Safe from a power cut on return."""
        row = {
            "device": paired.device,
            "role": paired.role.value,
            "label": paired.label,
            "key": paired.key,
            "token": paired.token_digest,
            "revoked": 0,
            "confirmed": int(paired.is_confirmed),
            "address": paired.address,
            "certificate": paired.certificate,
        }

        self._thread.do(lambda database: database.table("devices").upsert(row, pk="device"))

    def by_token(self, digest: str) -> PairedDevice | None:
        """Return the device that shows the token of this digest, unless it was revoked; asks the disk once."""
        tokens = self._recall.of("tokens", lambda: {one.token_digest: one for one in self.known()})
        return tokens.get(digest)

    def role_of(self, device: str) -> Role | None:
        """Return the poste as which a device is let in now; None where it is not confirmed, or was revoked."""
        roles = self._recall.of("roles", lambda: {one.device: one.role for one in self.known() if one.is_confirmed})
        return roles.get(device)

    def known(self) -> tuple[PairedDevice, ...]:
        """Return every device that was not revoked, in the order of their names."""
        return self._recall.of("known", lambda: self._thread.do(_found, writes=()))

    def revoked(self) -> frozenset[str]:
        """Return every device that was revoked, and has not been paired again since."""
        rows: list[Any] = self._thread.do(lambda database: database.conn.execute(_REVOKED).fetchall(), writes=())
        return frozenset(device for (device,) in rows)

    def confirm(self, device: str) -> None:
        """Let a device in, from this moment on. Safe from a power cut on return."""
        self._set(device, confirmed=1)

    def locate(self, device: str, *, address: str, certificate: str) -> None:
        """Keep where a standby will be found."""
        self._set(device, address=address, certificate=certificate)

    def revoke(self, device: str) -> None:
        """Let a device in no more, from this moment on."""
        self._set(device, revoked=1)

    def close(self) -> None:
        """Finish the work in hand and let go of the file."""
        self._thread.close()

    def _set(self, device: str, **values: object) -> None:
        columns = ", ".join(f"{name} = ?" for name in values)
        statement, parameters = f"UPDATE devices SET {columns} WHERE device = ?", (*values.values(), device)
        self._thread.do(lambda database: database.conn.execute(statement, parameters))


def _found(database: Database) -> tuple[PairedDevice, ...]:
    rows: list[Any] = database.conn.execute(_ALL).fetchall()
    return tuple(
        PairedDevice(
            device=device,
            role=Role(role),
            label=label,
            key=key,
            token_digest=token,
            is_confirmed=bool(confirmed),
            address=address,
            certificate=certificate,
        )
        for device, role, label, key, token, confirmed, address, certificate in rows
        if role in tuple(Role)
    )
