"""The table's first screen: begin a Partie libre or a tournament's sheet, or go on with one."""

from __future__ import annotations

from kivy.properties import ListProperty

from app.services.parties import Kept
from app.ui.table.screen import TableScreen


class HomeScreen(TableScreen):
    """What can be begun, and what was begun before: `kept`, the latest first."""

    kept = ListProperty()

    def arrive(self, **_kwargs: object) -> None:
        """Look up what was begun."""
        self.nav.answer(self.nav.parties.kept(), self._show)

    def _show(self, kept: tuple[Kept, ...]) -> None:
        self.kept = list(kept)
