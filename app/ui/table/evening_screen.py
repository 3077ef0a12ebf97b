"""The evening of a Partie libre: totals, a chart, and a file to take away."""

from __future__ import annotations

from typing import Any

from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.texts.dates import day
from app.texts.sheet_csv import sheet_csv
from app.ui.table.screen import TableScreen
from app.ui.widgets.dialog import Answer


class TotalRow(BoxLayout):
    """A name and what they have."""

    name = StringProperty()
    total = NumericProperty()


class EveningScreen(TableScreen):
    """Who has what, the best first: `totals` are (name, total), `lines` what the chart draws."""

    totals = ListProperty()
    lines = ListProperty()

    def arrive(self, **_kwargs: Any) -> None:
        """Show the evening as it stands."""
        self.refresh()

    def refresh(self) -> None:
        """Follow the sheet."""
        session = self.nav.session
        sheet = session.feuille.sheet
        names = {seat: session.name_of(seat) for seat in sheet.seats}
        best_first = sorted(sheet.seats, key=lambda seat: -sheet.bilans[seat])
        self.totals = [(names[seat], sheet.bilans[seat]) for seat in best_first]
        self.ids.totals.clear_widgets()
        for name, total in self.totals:
            self.ids.totals.add_widget(TotalRow(name=name, total=total))
        self.lines = [(names[seat], [donne.marks[seat] for donne in sheet.donnes]) for seat in sheet.seats]

    def export(self) -> None:
        """Write the sheet for a spreadsheet, and say where it is."""
        session, tr = self.nav.session, self.nav.words.tr
        names = {seat: session.name_of(seat) for seat in session.feuille.sheet.seats}
        text = sheet_csv(session.feuille, names, tr)
        name = f"nord-{day(self.nav.table.began, tr).replace('/', '-')}-{self.nav.table.id[:4]}.csv"
        self.nav.answer(self.nav.parties.run(lambda shelf: shelf.write_export(name, text)), self._exported)

    def _exported(self, path: str) -> None:
        tr = self.nav.words.tr
        self.nav.ask(tr("The file is written"), path, Answer(tr("Understood"), aid="understood", main=True))
