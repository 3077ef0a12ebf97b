"""The table's main screen: the sheet in sight, and the donne that North enters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, OptionProperty

from app.domain.donne.contrat import Camp, Contrat
from app.domain.donne.donne import Seat
from app.domain.events.table import Announce
from app.services.donne_entry import DonneEntry
from app.services.entry_form import EntryForm, Place, Reading
from app.services.sheet_lines import SheetLines, SheetReader
from app.texts.marking import marking
from app.texts.table import said_at_table
from app.ui.table import questions
from app.ui.table.arrangement import TWO, arrangement
from app.ui.table.deciding import decide
from app.ui.table.screen import TableScreen
from app.ui.table.sheet_rows import bilan_marks, penalty_marks, sheet_heads, sheet_rows, strip_heads
from app.ui.widgets.dialog import Answer
from app.ui.widgets.drawer import Drawer
from app.ui.widgets.fitted import MARKUP
from app.ui.widgets.keypad import CLEAR, ERASE
from app.ui.widgets.telling import Said

EMPTY = Reading(missing=(), contradictions=(), questions=(), marque=None, entry=None)


class EntryScreen(TableScreen):
    """Where each donne is entered. Everything shown follows `form`, `reading` and the navigator's sheet."""

    form = ObjectProperty(EntryForm(), rebind=True)
    reading = ObjectProperty(EMPTY, rebind=True)
    place = ObjectProperty(Place(seats=()), rebind=True)
    feuille = ObjectProperty(None, allownone=True, rebind=True)
    """The sheet that is shown."""
    editing = ObjectProperty(None, allownone=True)
    number = NumericProperty(1)
    is_over = BooleanProperty(False)
    is_closed = BooleanProperty(False)
    """Whether the sheet was given in."""
    mode = OptionProperty("wide", options=("wide", "tall", "drawer"))
    columns = ObjectProperty(TWO)
    stacked = BooleanProperty(False)
    has_arbiter = BooleanProperty(True)
    refused = ObjectProperty(None, allownone=True, rebind=True)
    """What the arbiter has refused on these cards and the form says all the same."""

    def on_kv_post(self, _base: object) -> None:
        """Keep hold of the parts that the layout takes in and out, and follow words and sizes."""
        self._parts = {name: self.ids[name].__self__ for name in ("fields", "over", "side", "strip", "telling")}
        self._drawer = Drawer()
        self._cards: tuple[object, ...] = ()
        self._reader = SheetReader()
        # Once before a frame is drawn, however often something changed since the last one.
        self._write_out_soon = Clock.create_trigger(self._write_out, -1)
        # One frame later, when the finger has its answer: letters take long to draw.
        self._tell_soon = Clock.create_trigger(self._tell)
        self.nav.words.fbind("lang", lambda *_: self.refresh())
        for source, name in (
            (self, "size"),
            (self, "is_over"),
            (self.nav.theme, "text_percent"),
            (self.nav, "left_handed"),
        ):
            source.fbind(name, self._arrange)
        self._arrange()

    @property
    def entry(self) -> DonneEntry:
        """What is being entered."""
        entry: DonneEntry = self.nav.table.entry
        return entry

    def arrive(self, **_kwargs: Any) -> None:
        """Show the sheet as it is, and ask who deals where nobody has drawn yet.

        After a refused sur-contrat nobody has said yet who plays: that comes first, also when the sheet was left.
        """
        self.refresh()
        self._write_out()
        if self.refused is not None and self.refused.announce is not Announce.CHELEM:
            self.settle_refused()
        elif self.nav.feuille.course.dealer is None:
            questions.first_dealer(self)

    def refresh(self) -> None:
        """Show the form, what the law says of it, and the sheet with it."""
        if self.nav.table is None:
            return
        entry, feuille = self.entry, self.nav.session.feuille
        entry.follow()
        is_over = feuille.course.is_over and entry.editing is None
        self.has_arbiter = not self.nav.session.is_partie
        self.reading = EMPTY if is_over else entry.reading
        self.refused = None if is_over else entry.refused
        self.form, self.place, self.editing, self.number = entry.form, entry.place, entry.editing, entry.number
        # After the number: who dealt a donne of old would be looked for from the first one on.
        self.feuille = feuille
        self.is_over, self.is_closed = is_over, feuille.sheet.is_sent and entry.editing is None
        self._begin_at_the_top()
        self._write_out_soon()

    def _begin_at_the_top(self) -> None:
        """Show the first fields where other cards are entered than before."""
        cards = self.nav.table.id, self.editing, self.nav.session.feuille.deal
        if cards != self._cards:
            if cards[:1] != self._cards[:1]:
                self.ids.sheet.rows = []  # nobody has slid the sheet of another table
            self._cards = cards
            self._parts["fields"].scroll_y = 1

    def _write_out(self, _dt: float = 0) -> None:
        """Write the sheet, then what is said of the donne; nobody waits for a part that is not in the window."""
        if self.nav.table is None or self.feuille is None:
            return
        sheet, strip = self.ids.sheet, self.ids.strip_bilans
        lines = self._sheet_lines()
        heads = sheet_heads(self.nav.session, None if self.is_over else self.number, self.tr)
        bilans = bilan_marks(lines)
        if self._is_in_window("side"):
            sheet.heads, sheet.bilans, sheet.sum = heads, bilans, lines.sum
            sheet.rows = sheet_rows(lines, self.tr)
            sheet.penalties = penalty_marks(self.nav.session)
        if self._is_in_window("strip"):
            strip.heads = strip_heads(heads, penalty_marks(self.nav.session), self.tr)
            strip.bilans = bilans
        self._tell_soon()

    def _tell(self, _dt: float) -> None:
        said = self._said()
        for part, telling in (("side", self.ids.telling), ("strip", self.ids.brief)):
            if self._is_in_window(part):
                telling.say(said)

    def _is_in_window(self, part: str) -> bool:
        return self._parts[part].parent is not None

    def _sheet_lines(self) -> SheetLines:
        return self._reader.read(
            self.feuille,
            entering=None if self.is_over else self.number,
            form=self.form,
            marque=self.reading.marque,
            has_arbiter=self.has_arbiter,
        )

    def _said(self) -> Said:
        """Return what is said of the donne being entered."""
        reading, place, tr = self.reading, self.place, self.tr
        if reading.entry is None or reading.marque is None:
            return Said(refusals=tuple(said_at_table(found, tr) for found in reading.contradictions))
        told = marking(reading.entry.donne(place.seats, place.mort), reading.marque, tr)
        return Said(result=told.result, sum=told.sum, shares=self.nav.coloured(told.shares))

    # What a finger does

    def read_out(self) -> None:
        """Say in large, over the screen, all that is said of the donne being entered."""
        said, tr = self._said(), self.tr
        text = "\n".join(said.refusals) or "\n".join(filter(None, (said.sum, MARKUP.sub("", said.shares))))
        if text:
            title = tr("To check") if said.refusals else said.result
            self.nav.ask(title, text, Answer(tr("Back to the entry"), aid="cancel", main=True))

    def fill(self, form: EntryForm) -> None:
        """Take what was tapped; where it announces what the arbiter must be asked for first, lead there."""
        if self.is_over or self.nav.table is None:
            return
        is_announced_now = _announced(form) != _announced(self.form)
        self.entry.change(form)
        self.refresh()
        due = self.entry.announce_due()
        if due is not None and is_announced_now:
            self.nav.go("call", seat=due[0], announce=due[1])
        elif self.refused is not None and is_announced_now:
            questions.refused_again(self)

    def settle_refused(self) -> None:
        """Ask who plays instead of what the arbiter refused; a chelem is simply not announced."""
        asked = self.refused
        self.nav.go("call", seat=asked.seat, announce=asked.announce, request=asked.id, refused=True)

    def take(self, seat: Seat) -> None:
        """Say who took."""
        self.fill(self.form.taking(seat))

    def choose(self, contrat: Contrat) -> None:
        """Say which contract."""
        self.fill(replace(self.form, contrat=contrat))

    def hold(self, bouts: int) -> None:
        """Say how many bouts."""
        self.fill(replace(self.form, bouts=bouts))

    def petit(self, camp: Camp | None) -> None:
        """Say who took the petit au bout."""
        self.fill(replace(self.form, petit_au_bout=camp))

    def call_king(self, seat: Seat | None) -> None:
        """Say who has the called king: None where the preneur is alone."""
        self.fill(self.form.calling(seat))

    def count(self, camp: Camp) -> None:
        """Type this camp's points from now on."""
        self.fill(self.form.counting(camp))

    def key(self, key: str) -> None:
        """Type a key of the keypad."""
        if key == ERASE:
            self.fill(self.form.erased())
        elif key == CLEAR:
            self.fill(self.form.cleared())
        else:
            self.fill(self.form.typed(key))

    def validate(self) -> None:
        """Do what the main button says."""
        if self.is_over:
            self.nav.go("visas")
        elif self.reading.questions:
            questions.a_chelem(self)
        else:
            self.write()

    def write(self) -> None:
        """Record the donne, or correct it; the form is empty again once it is safe."""
        entry = self.reading.entry
        if entry is None or self.nav.saving:
            return
        if (correction := self.entry.correction(entry)) is not None:
            decide(self.nav, (correction,), self._written)
        else:
            self.nav.write(self.entry.write(entry), lambda _ids: self._written())

    def _written(self) -> None:
        self.nav.device.vibrate()
        self.refresh()

    def edit(self, number: int) -> None:
        """Take up a donne of the sheet; once somebody has signed, say who may."""
        self._drawer.dismiss(animation=False)
        if not self.nav.feuille.is_open:
            questions.what_to_correct(self)
        elif self.entry.edit(number):
            self.refresh()

    def leave_edit(self) -> None:
        """Give a correction up."""
        self.entry.leave()
        self.refresh()

    def correct(self) -> None:
        """Give up the correction under way, or ask what to correct."""
        if self.editing is not None:
            self.leave_edit()
        else:
            questions.what_to_correct(self)

    # Its layout

    def _arrange(self, *_: object) -> None:
        scale = dp(1) * self.nav.theme.text_percent / 100
        found = arrangement(self.width / scale, self.height / scale)
        self.columns = found.mirrored if self.nav.left_handed else found.columns
        self.mode, self.stacked = found.mode, found.stacked
        fields = "over" if self.is_over else "fields"
        shown = {"wide": (fields, "side"), "tall": ("side", fields), "drawer": ("strip", fields)}[found.mode]
        is_put_back = self.is_over and found.mode == "drawer"
        if is_put_back:  # nothing is entered any more: the sheet has its room
            shown = ("over", "side")
        body = self.ids.body
        body.orientation = "horizontal" if found.mode == "wide" or (is_put_back and not found.stacked) else "vertical"
        wanted = [self._parts[name] for name in shown]
        if body.children[::-1] != wanted:
            self._drawer.dismiss(animation=False)
            body.clear_widgets()
            for part in wanted:
                if part.parent is not None:
                    part.parent.remove_widget(part)
                body.add_widget(part)
            self._write_out()
        self._make_room_in_drawer()

    def _make_room_in_drawer(self) -> None:
        """Leave the drawer to the sheet: what is said of the donne stands in the strip, and rows need the height."""
        side, telling = self._parts["side"], self._parts["telling"]
        if self.mode == "drawer" and telling.parent is side:
            side.remove_widget(telling)
        elif self.mode != "drawer" and telling.parent is None:
            side.add_widget(telling)

    def open_drawer(self) -> None:
        """Show the sheet over the fields."""
        self._drawer.show(self._parts["side"])
        self._write_out()


def _announced(form: EntryForm) -> tuple[object, ...]:
    """Return what of a form may need the arbiter."""
    return form.preneur, form.contrat, form.chelem
