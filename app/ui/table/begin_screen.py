"""Beginning: who sits where, and for a tournament's sheet which table and position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from kivy.metrics import dp
from kivy.properties import BooleanProperty, DictProperty, ListProperty, NumericProperty, StringProperty

from app.domain.donne.donne import Seat
from app.domain.events.tournoi import LoneSheetStarted, PartieStarted
from app.services.parties import Kept
from app.services.start_table import SEATS_BY_PLAYERS
from app.texts.catalogue import Texts
from app.texts.table import seat_name
from app.ui.table.screen import TableScreen
from app.ui.widgets.choice_tile import ChoiceTile
from app.ui.widgets.dialog import Answer
from app.ui.widgets.name_field import NameField
from app.ui.widgets.offers import Offers

MAX_NAME = 60
REMEMBERED = 8
# Where people sit, as one goes around the table.
AROUND = ("N", "O", "S", "E", "E2")


class BeginScreen(TableScreen):
    """Three to five names; `is_sheet` asks for the tournament's table and position too."""

    is_sheet = BooleanProperty(False)
    players = NumericProperty(4)
    has_mort = BooleanProperty(False)
    names = DictProperty()
    table = StringProperty("1")
    position = StringProperty("1")
    donnes = StringProperty("5")
    minutes = StringProperty("")
    remembered = ListProperty()

    def on_kv_post(self, _base: object) -> None:
        """Have a line for each seat, and keep those that are not used."""
        self._lines: dict[Seat, NameField] = {}
        for seat in AROUND:
            line = self._lines[seat] = NameField(aid=f"name.{seat}")
            line.bind(text=lambda line, text, seat=seat: self.names.update({seat: text[:MAX_NAME]}))
        self.nav.words.fbind("lang", self._lay_lines)
        self.fbind("players", self._lay_lines)
        self._lay_lines()

    def arrive(self, *, is_sheet: bool = False, **_kwargs: Any) -> None:
        """Begin with empty lines, and look up the names of earlier parties."""
        self.is_sheet = is_sheet
        for line in self._lines.values():
            line.text = ""
        self.nav.answer(self.nav.parties.kept(), self._recall)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of so many players."""
        return SEATS_BY_PLAYERS[self.players]

    def recall(self, name: str) -> None:
        """Write a remembered name on the first line that is empty."""
        for seat in AROUND:
            if seat in self.seats and not self._lines[seat].text.strip():
                self._lines[seat].text = name
                return

    @staticmethod
    def what_is_missing(names: dict[Seat, str], players: int, numbers: Iterable[str], tr: Texts) -> str:
        """Return what keeps the main button from beginning, empty where nothing does."""
        typed = {seat: names.get(seat, "").strip() for seat in SEATS_BY_PLAYERS[players]}
        if missing := [seat_name(seat, tr) for seat, name in typed.items() if not name]:
            return tr.plural("Name missing: {seats}", "Names missing: {seats}", len(missing), seats=", ".join(missing))
        if twice := [name for name, n in Counter(typed.values()).items() if n > 1]:
            return tr("Two people are called {name}: write them apart.", name=twice[0])
        if not all(number.isdecimal() and int(number) > 0 for number in numbers):
            return tr("Table, position and donnes are numbers.")
        return ""

    def begin(self) -> None:
        """Begin the party or the sheet."""
        names = {seat: self.names[seat].strip() for seat in self.seats}
        if not self.is_sheet:
            self.nav.begin(PartieStarted(names=names, has_mort=self.has_mort and self.players == 5))
            return
        self.nav.begin(
            LoneSheetStarted(
                table=int(self.table),
                position=int(self.position),
                donnes=int(self.donnes),
                names=names,
                minutes=int(self.minutes) if self.minutes.isdecimal() and int(self.minutes) else None,
            )
        )

    def choose_file(self) -> None:
        """Show the sheets that lie where files are looked for."""
        self.nav.answer(self.nav.parties.run(lambda shelf: shelf.sheet_files()), self._offer_files)

    def _offer_files(self, files: dict[str, str]) -> None:
        tr = self.nav.words.tr
        rows = [{"aid": f"file.{name}", "value": path, "title": name, "detail": path} for name, path in files.items()]
        offers = Offers(rows=rows, size_hint_y=None, height=self.height / 2 if rows else 0)
        text = tr("Put the file among your downloads, or drop it on this window.")
        dialog = self.nav.ask(tr("Open a sheet"), text, Answer(tr("Cancel"), aid="cancel"), content=offers)

        def chosen(_offers: Offers, path: str) -> None:
            dialog.dismiss(animation=False)
            self.nav.open_file(path)

        offers.bind(on_choose=chosen)

    def _recall(self, kept: tuple[Kept, ...]) -> None:
        names = dict.fromkeys(name for party in kept for name in party.created.names.values())
        self.remembered = list(names)[: REMEMBERED if self.height >= dp(700) else REMEMBERED // 2]
        self.ids.remembered.clear_widgets()
        for name in self.remembered:
            tile = ChoiceTile(aid=f"recall.{name}", word=name)
            tile.bind(on_release=lambda tile: self.recall(tile.word))
            self.ids.remembered.add_widget(tile)

    def _lay_lines(self, *_: object) -> None:
        box, tr = self.ids.lines, self.nav.words.tr
        box.clear_widgets()
        for seat, line in self._lines.items():
            line.word = seat_name(seat, tr)
            if seat in self.seats:
                box.add_widget(line)
