"""What a tablet has beside its screen: one adapter to plyer and to Android, silent where there is nothing."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable

from kivy.core.window import Window

from app.ui.documents import AndroidDocuments

SHORT_BUZZ = 0.03  # seconds

log = logging.getLogger(__name__)


class Hardware:
    """Vibration, battery, documents and a screen that stays awake; on a desktop only the last means anything."""

    def __init__(self) -> None:
        self._is_tablet = "ANDROID_ARGUMENT" in os.environ
        self.documents = AndroidDocuments() if self._is_tablet else None
        """The system's own picker of documents, None where a program may look into folders by itself."""

    def stay_awake(self) -> None:
        """Keep the screen on for as long as the window is open: nobody unlocks a tablet between two donnes."""
        Window.allow_screensaver = False

    def vibrate(self) -> None:
        """Let the finger feel that a donne is written."""
        if self._is_tablet:
            self._safely(_buzz)

    def battery_percent(self) -> int | None:
        """Return how full the battery is, None where there is none or where the system does not say."""
        return self._safely(_battery) if self._is_tablet else None

    def _safely(self, act: Callable[[], int | None]) -> int | None:
        try:
            return act()
        except Exception:
            log.info("The device does not offer %s", act.__name__, exc_info=True)
            return None


def _buzz() -> None:
    from plyer import vibrator

    vibrator.vibrate(SHORT_BUZZ)


def _battery() -> int | None:
    from plyer import battery

    percent = battery.status["percentage"]
    return None if percent is None else round(percent)
