"""What a person chose for this device: its poste, language, light and text size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from app.domain.errors import Violation

LANGUAGES = ("fr", "en")
TEXT_PERCENTS = (100, 125, 150)


class Poste(StrEnum):
    """The three places that one program serves."""

    TABLE = "table"
    ARBITRE = "arbitre"
    DESK = "desk"


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices that outlive the program; the defaults are those of a first start."""

    poste: Poste | None = None
    lang: str = LANGUAGES[0]
    dark: bool = False
    text_percent: int = TEXT_PERCENTS[0]
    left_handed: bool = False
    sheet: str = ""
    """The sheet that a table had open: it is taken up again at the next start."""
    desk: str = ""
    """The address of the control desk that was joined last: nobody types it twice."""
    carry_folder: str = ""
    """Where files that are carried to the control desk go, once somebody has chosen it."""


class Device(Protocol):
    """Where the device keeps its choices and its postes' folders; no call waits for the disk."""

    def save(self, settings: Settings) -> None:
        """Keep the settings; later ones win. Returns at once."""

    def open_poste(self, poste: Poste, done: Callable[[Path | Violation], None]) -> None:
        """Take hold of the poste's folder, after letting go of the one held before.

        Returns at once; `done` gets the folder, or why it cannot be had, on a thread of the device's own.
        """
