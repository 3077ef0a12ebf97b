"""A tablet that belongs to a desk and has no sheet to fill in: what it waits for, and where everybody goes next."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.services.desk_link import Stage
from app.texts.link import PLAIN_TROUBLES, said_place, short_name, waiting_help, waiting_title
from app.texts.refusals import refusal
from app.texts.table import seat_name
from app.ui.table.screen import TableScreen


class PlaceRow(BoxLayout):
    """Somebody's seat, name, and where they go."""

    seat = StringProperty()
    name = StringProperty()
    where = StringProperty()


class DeskScreen(TableScreen):
    """Follows the link without a tap; `rows` are seat, name and next place of everyone at this table."""

    tournament = StringProperty()
    title = StringProperty()
    help = StringProperty()
    figure = StringProperty()
    trouble = StringProperty()
    rows = ListProperty()
    has_sheet = BooleanProperty(False)
    is_due = BooleanProperty(False)
    by_file = BooleanProperty(False)
    """Whether the desk's answer may have to come by file."""

    def on_kv_post(self, _base: object) -> None:
        """Say everything again when the language changes."""
        self.nav.words.fbind("lang", lambda *_: self.refresh())
        self.nav.desk.fbind("state", lambda *_: self.refresh())

    def arrive(self, **_kwargs: Any) -> None:
        """Show what is waited for now."""
        self.refresh()

    def refresh(self) -> None:
        """Follow the link."""
        desk, tr = self.nav.desk, self.nav.words.tr
        state = desk.state
        self.tournament = state.tournament
        self.title, self.help = waiting_title(state, tr), waiting_help(state, tr)
        self.figure = short_name(state) if state.stage in (Stage.UNCONFIRMED, Stage.NO_TABLE) else ""
        is_told = state.trouble is not None and state.trouble.key not in PLAIN_TROUBLES
        self.trouble = refusal(state.trouble, tr) if is_told else ""
        self.is_due = desk.due is not None
        self.by_file = desk.is_cut_off and not self.is_due
        self.has_sheet = desk.feuille is not None and state.stage in (Stage.SEATED, Stage.NO_POSITION)
        self.rows = []
        if state.stage in (Stage.SEATED, Stage.NO_POSITION):
            self._tell_position()

    def _tell_position(self) -> None:
        desk, tr = self.nav.desk, self.nav.words.tr
        number = desk.next_position
        if self.is_due:
            self.help = tr("The sheet of position {position} is open.", position=desk.state.position)
            return
        if number is None:
            self.help = tr("All positions are played. Thank you!")
            return
        self.help = tr("Position {position} is about to begin.", position=number)
        names, feuille = desk.names, desk.feuille
        if feuille is not None and desk.places:
            self.title = tr("Table {table} → position {position}", table=feuille.sheet.table, position=number)
            self.rows = [
                (seat_name(seat, tr), names.get(seat, ""), said_place(seat, feuille.sheet.table, place, tr))
                for seat, place in desk.places.items()
            ]

    def on_rows(self, _screen: DeskScreen, rows: list[tuple[str, str, str]]) -> None:
        """Have a line for each of them."""
        box = self.ids.rows
        box.clear_widgets()
        for seat, name, where in rows:
            box.add_widget(PlaceRow(seat=seat, name=name, where=where))
