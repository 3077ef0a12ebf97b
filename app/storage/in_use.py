"""Which tournament a desk is using: one small file in its folder, because no clock can be asked which came last."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from app.storage.durable import write_whole

FILE = "in-use.json"


def load_used(folder: Path) -> tuple[str, ...] | None:
    """Return the tournaments that were taken into use, the present one last; None where that cannot be read."""
    try:
        found = json.loads((folder / FILE).read_bytes())
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, RecursionError):
        return None
    return tuple(map(str, found)) if isinstance(found, list) else None


def take_into_use(folder: Path, tournament: str) -> None:
    """Note that this tournament is the one in use from now on. Safe from a power cut on return."""
    _save(folder, [*_without(folder, tournament), tournament])


def forget_use(folder: Path, tournament: str) -> None:
    """Note a tournament no more: the one used before it is in use again."""
    _save(folder, _without(folder, tournament))


def _without(folder: Path, tournament: str) -> list[str]:
    return [one for one in load_used(folder) or () if one != tournament]


def _save(folder: Path, used: Sequence[str]) -> None:
    write_whole(folder / FILE, json.dumps(used).encode())
