"""The table's first screen: begin a Partie libre or a tournament's sheet, or go on with one."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, StringProperty

from app.domain.events.tournoi import PartieStarted
from app.services.parties import Kept
from app.texts.catalogue import Texts
from app.texts.dates import day_and_time
from app.texts.figures import signed
from app.texts.names import short_name
from app.ui.table.screen import TableScreen


class HomeScreen(TableScreen):
    """What can be begun, and what was begun before: `rows`, the latest first."""

    kept = ListProperty()
    rows = ListProperty()
    is_joined = BooleanProperty(False)
    tournament = StringProperty()

    def on_kv_post(self, _base: object) -> None:
        """Follow the words."""
        self.nav.words.fbind("lang", self._show)

    def arrive(self, **_kwargs: Any) -> None:
        """Look up what was begun."""
        self.refresh()
        self.nav.answer(self.nav.parties.kept(), self._found)

    def refresh(self) -> None:
        """Follow the control desk that this tablet may belong to."""
        self.is_joined, self.tournament = self.nav.desk.is_joined, self.nav.desk.state.tournament

    def _found(self, kept: tuple[Kept, ...]) -> None:
        self.kept = list(kept)
        self._show()

    def _show(self, *_: object) -> None:
        self.rows = [_row(kept, self.nav.words.tr) for kept in self.kept]

    def open(self, journal_id: str) -> None:
        """Go on with a party or a sheet."""
        self.nav.resume(journal_id)


def _row(kept: Kept, tr: Texts) -> dict[str, Any]:
    created = kept.created
    names = created.names
    short = {seat: short_name(name, names.values()) for seat, name in names.items()}
    if isinstance(created, PartieStarted):
        title = ", ".join(short[seat] for seat in kept.bilans)
    else:
        title = tr("Table {table} · Position {position}", table=created.table, position=created.position)
    said = [day_and_time(kept.last, tr), tr.plural("{n} donne", "{n} donnes", kept.donnes)]
    if kept.donnes:
        first = max(kept.bilans, key=lambda seat: kept.bilans[seat])
        said.append(f"{short[first]} {signed(kept.bilans[first])}")
    if kept.is_sent:
        said.append(tr("signed"))
    return {"aid": f"kept.{kept.id}", "value": kept.id, "title": title, "detail": " · ".join(said)}
