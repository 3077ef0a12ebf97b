"""The port `Shelf` on a table's folder: one file for each party, exports and sheets to open beside them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from pathlib import Path

from app.domain.errors import Refused, violation
from app.services.parties import Volume
from app.services.ports import Drafts, Identity, Journal, Snapshots
from app.storage.tournament import FOLDER, TournamentStore, create_tournament, open_tournament, tournament_path

EXPORTS = "exports"
SHEETS = "sheets"
MAX_SHEET_BYTES = 64 * 1024  # a sheet's names and places, many times over


class StoredVolume:
    """The port `Volume` on a tournament's file."""

    def __init__(self, store: TournamentStore) -> None:
        self._store = store
        self.journal: Journal = store.journal
        self.drafts: Drafts = store.drafts
        self.snapshots: Snapshots = store.snapshots
        self.identity: Identity = store.meta.identity()

    def close(self) -> None:
        """Finish what was asked and let go of the file."""
        self._store.close()


class FolderShelf:
    """The files in a table's folder, which the caller holds; new ones are written as `identity`, once it is known."""

    def __init__(self, folder: Path, identity: Future[Identity]) -> None:
        self._folder = folder
        self._identity = identity

    def ids(self) -> Iterable[str]:
        """Return the ids of the files that are there."""
        return sorted(path.stem for path in (self._folder / FOLDER).glob("*.db"))

    def create(self, journal_id: str) -> Volume:
        """Begin a file and open it."""
        return StoredVolume(create_tournament(self._folder, journal_id, self._identity.result()))

    def open(self, journal_id: str) -> Volume:
        """Open a file; raises `Refused` where there is none or where it cannot be read."""
        return StoredVolume(open_tournament(self._folder, journal_id, self._identity.result))

    def discard(self, journal_id: str) -> None:
        """Remove a file in which nothing was written."""
        tournament_path(self._folder, journal_id).unlink()

    def write_export(self, name: str, text: str) -> str:
        """Write a file for people into `exports` and return where it is."""
        path = self._folder / EXPORTS / name
        try:
            path.parent.mkdir(exist_ok=True)
            # What spreadsheets of every system take for UTF-8.
            path.write_text(text, encoding="utf-8-sig", newline="")
        except OSError as error:
            raise Refused(violation("export.unwritable", "file", path=str(path))) from error
        return str(path)

    def sheet_files(self) -> Mapping[str, str]:
        """Return the sheets in `sheets` and in the person's download folder, by name."""
        folders = (self._folder / SHEETS, *(Path.home() / name for name in ("Downloads", "Téléchargements")))
        return {path.name: str(path) for folder in folders for path in sorted(folder.glob("*.json"))}

    def read_sheet_file(self, path: str) -> object:
        """Return the JSON of a file; raises `Refused` where it is none."""
        try:
            with Path(path).open("rb") as file:
                return json.loads(file.read(MAX_SHEET_BYTES))
        except (OSError, ValueError, RecursionError) as error:
            raise Refused(violation("sheet_file.unreadable", "file", file=Path(path).name)) from error
