"""The device's own database: what was chosen for it, whichever poste it serves."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import asdict
from pathlib import Path

from sqlite_utils import Database, Migrations

from app.domain.errors import Refused, Violation
from app.services.arbiter_pin import PinRecord
from app.services.ports import Identity, Random, new_id
from app.services.settings import LANGUAGES, TEXT_PERCENTS, Poste, Settings
from app.storage.folder import PosteFolder, open_folder
from app.storage.renewal import renewed
from app.storage.thread import StorageThread

DATABASE = "device.db"
KEY_BYTES = 32
# Of no code at all: where one that was chosen may be lost, another can only be remade, and is told as such.
UNKNOWN_PIN = PinRecord(salt=b"", digest=b"")
migrations = Migrations("device")


@migrations()
def choices(database: Database) -> None:
    """One row for each choice, so that a new one needs no new column."""
    database.table("settings").create({"name": str, "value": str}, pk="name")


@migrations()
def arbiter_pin(database: Database) -> None:
    """One row at most: the PIN's hash, and the wrong tries that it has seen."""
    columns = {"id": int, "salt": bytes, "digest": bytes, "failures": int}
    database.table("arbiter_pin").create(columns, pk="id", not_null=set(columns) - {"id"}, strict=True)


@migrations()
def remade_pin(database: Database) -> None:
    """When the PIN took the place of a forgotten one."""
    database.table("arbiter_pin").add_column("remade", str, not_null_default="")


@migrations()
def identity(database: Database) -> None:
    """One row, made once: as whom this device writes, and the key of its MACs."""
    database.table("identity").create({"device": str, "epoch": int, "key": bytes}, pk="device", strict=True)


class DeviceStore:
    """The data folder as windows see it: settings in `device.db`, and the folder of the poste that is open.

    Every call returns at once; a storage thread does the work. `damaged` is where a `device.db` is kept that was found
    damaged, with another in its place: the device writes under a new id, and its PIN is one that nobody knows.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self.damaged = renewed(root / DATABASE, migrations, lambda database: _save_pin(database, UNKNOWN_PIN))
        self._thread = StorageThread(root / DATABASE, migrations)
        self._held: PosteFolder | None = None

    def settings(self) -> Future[Settings]:
        """Read what was kept; a value that this version does not know counts as not chosen."""
        return self._thread.run(_load)

    def save(self, settings: Settings) -> None:
        """Keep the settings; later ones win."""
        rows = [{"name": name, "value": str(value)} for name, value in asdict(settings).items() if value is not None]
        self._thread.run(lambda database: database.table("settings").upsert_all(rows, pk="name"))

    def load_pin(self) -> Future[PinRecord | None]:
        """Return what is kept of the arbiter's PIN, None while none was chosen."""
        return self._thread.run(_load_pin)

    def save_pin(self, record: PinRecord) -> Future[None]:
        """Keep the arbiter's PIN and its wrong tries in place of what was there."""
        return self._thread.run(lambda database: _save_pin(database, record))

    def identity(self, random: Random) -> Future[Identity]:
        """Return as whom this device writes in a new journal; the first call draws its id and its key."""
        return self._thread.run(lambda database: _identity(database, random))

    def open_poste(self, poste: Poste, done: Callable[[Path | Violation], None]) -> None:
        """Let go of the folder held before, take the poste's, and tell `done` on the storage thread."""

        def work(_database: Database) -> None:
            self._release()
            try:
                self._held = open_folder(poste, self._root)
            except Refused as refused:
                done(refused.violations[0])
            else:
                done(self._held.path)

        self._thread.run(work)

    def close(self) -> None:
        """Finish what is under way and let go of everything."""
        self._thread.close()
        self._release()

    def _release(self) -> None:
        if self._held is not None:
            self._held.close()
            self._held = None


def own_identity(root: Path, random: Random, on_damage: Callable[[Path], None] = lambda _aside: None) -> Identity:
    """Return as whom the device of a data folder writes; raises `Refused` while a window holds the folder.

    `on_damage` is told where its database is kept if that was damaged: the device is a new one then.
    """
    device = DeviceStore(root)
    try:
        if device.damaged is not None:
            on_damage(device.damaged)
        return device.identity(random).result()
    finally:
        device.close()


def _identity(database: Database, random: Random) -> Identity:
    table = database.table("identity")
    if table.count == 0:
        table.insert({"device": new_id(random), "epoch": 1, "key": random.bytes(KEY_BYTES)})
    (row,) = table.rows
    return Identity(row["device"], row["epoch"], row["key"])


def _load(database: Database) -> Settings:
    kept = {row["name"]: row["value"] for row in database.table("settings").rows}
    poste, lang, percent = kept.get("poste"), kept.get("lang"), kept.get("text_percent", "")
    return Settings(
        poste=Poste(poste) if poste in tuple(Poste) else None,
        lang=lang if lang in LANGUAGES else LANGUAGES[0],
        dark=kept.get("dark") == str(True),
        text_percent=int(percent) if percent in {str(known) for known in TEXT_PERCENTS} else TEXT_PERCENTS[0],
        left_handed=kept.get("left_handed") == str(True),
        sheet=kept.get("sheet", ""),
        desk=kept.get("desk", ""),
        carry_folder=kept.get("carry_folder", ""),
    )


def _load_pin(database: Database) -> PinRecord | None:
    for row in database.table("arbiter_pin").rows:
        return PinRecord(salt=row["salt"], digest=row["digest"], failures=row["failures"], remade=row["remade"])
    return None


def _save_pin(database: Database, record: PinRecord) -> None:
    database.table("arbiter_pin").upsert({"id": 1, **asdict(record)}, pk="id")
