"""The history of a sheet: who wrote what, when, each change and what it replaced."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from kivy.properties import ListProperty

from app.domain.events.kinds import read_body
from app.services.history import Fact
from app.texts.dates import day_and_time
from app.texts.facts import Telling, fact
from app.ui.table.screen import TableScreen


class HistoryScreen(TableScreen):
    """Every fact of the sheet, the latest first: `rows` of an `Offers` that leads nowhere."""

    rows = ListProperty()

    def arrive(self, **_kwargs: Any) -> None:
        """Read the journal."""
        self.refresh()

    def refresh(self) -> None:
        """Follow the journal."""
        self.nav.answer(self.nav.session.history(), self._show)

    def _show(self, facts: tuple[Fact, ...]) -> None:
        tr = self.nav.words.tr
        telling, table = Telling(tr, self.nav.session.state.identities), self.nav.session.table
        self.rows = [
            {
                "aid": f"fact.{written.id[:8]}",
                "value": written.id,
                "title": _capital(fact(read_body(written.event)[1], telling.met(written.before, table))),
                "detail": day_and_time(datetime.fromisoformat(written.event.at), tr),
            }
            for written in reversed(facts)
            if not written.reasons
        ]


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
