"""The desk that a tablet belongs to: one small file in the poste's folder, for its owner's eyes."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from app.storage.durable import sync_folder

FILE = "desk.json"
OWNER_ONLY = 0o600


def load_joined(folder: Path) -> Mapping[str, object] | None:
    """Return what was kept of the desk, None where there is nothing that can be read."""
    try:
        found = json.loads((folder / FILE).read_bytes())
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def save_joined(folder: Path, joined: Mapping[str, object]) -> None:
    """Keep what a tablet knows of its desk, in place of what was known before; whole at every moment."""
    growing = folder / f"{FILE}.new"
    growing.unlink(missing_ok=True)
    with open(os.open(growing, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "wb") as file:
        file.write(json.dumps(joined).encode())
        file.flush()
        os.fsync(file.fileno())
    growing.replace(folder / FILE)
    sync_folder(folder)


def forget_joined(folder: Path) -> None:
    """Know no desk any more."""
    (folder / FILE).unlink(missing_ok=True)
    sync_folder(folder)
