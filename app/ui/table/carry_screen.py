"""Sheets to the control desk by file: where it is put, how it is called, how much is in it, and what to do next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from app.domain.errors import Refused
from app.services.carrying import Kind, Look, Place, Ready
from app.services.desk_link import Owed
from app.texts.carrying import file_name, said_amount, said_folder
from app.texts.refusals import refusal
from app.ui.table.screen import TableScreen


class CarryScreen(TableScreen):
    """Writes the files as often as somebody likes; `written` are those of the last time."""

    written = ObjectProperty(())
    look = ObjectProperty(None, allownone=True)
    """Where they go, None until that is known."""
    lacking = NumericProperty(0)
    """How many entries the desk is not known to have, earlier tournaments included."""
    is_behind = BooleanProperty(False)
    """Whether the desk would still lack something after the file that was written."""
    is_busy = BooleanProperty(False)
    has_picker = BooleanProperty(False)
    """Whether the system asks where a document goes."""
    title = StringProperty()
    help = StringProperty()
    folder = StringProperty()
    name_text = StringProperty()
    amount = StringProperty()
    note = StringProperty()
    refusal = StringProperty()

    def on_kv_post(self, _base: object) -> None:
        """Say everything again when the language or the link changes."""
        self.has_picker = self.nav.device.documents is not None
        self._refused: Refused | None = None
        self._place: Place | None = None  # where it was put: the stick may be on its way by now
        self._of: tuple[str, int | None] = ("", None)  # the sheet that it was written for
        for source, name in ((self.nav.words, "lang"), (self.nav.desk, "state")):
            source.fbind(name, lambda *_: self.refresh())
        for name in ("look", "written"):
            self.fbind(name, lambda *_: self.refresh())

    def arrive(self, **_kwargs: Any) -> None:
        """Show what was written last for this sheet, and look where the next one goes."""
        if self._of != self._sheet:
            self.written = ()
        self._refused = None
        self.tick()
        self.refresh()

    def tick(self) -> None:
        """See whether a stick was plugged in, or taken out."""
        if not self.has_picker and not self.is_busy:
            self.nav.answer(self.nav.desk.carrying.look(self.nav.carry_folder), self._looked, of_desk=True)

    def refresh(self) -> None:
        """Follow the link, and say what there is to say."""
        tr, state = self.tr, self.nav.desk.state
        self.lacking = state.waiting + state.owed_earlier
        self.is_behind = bool(self.written and self.lacking) and not self._holds_all
        next_place = None if self.look is None else self.look.place
        place = self._place if self.written else next_place
        self.folder = "" if place is None else said_folder(place, tr)
        self.refusal = "\n".join(refusal(one, tr) for one in self._refused.violations) if self._refused else ""
        self.title, self.help = self._said_title(), self._said_help()
        self.name_text = "\n".join(one.name for one in self.written)
        self.amount = "\n".join(self._said_written(one) for one in self.written)
        self.note = self._said_note()

    @property
    def _holds_all(self) -> bool:
        """Whether what was written last on this tablet is in the file; counts do not tell, since the desk takes off."""
        state = self.nav.desk.state
        held = next((one.file.last for one in self.written if not one.earlier), None)
        return not state.waiting if held is None else bool(held == state.written)

    def _said_title(self) -> str:
        tr = self.tr
        if self.is_behind:
            return tr("The file is no longer up to date")
        if self.written:
            return tr.plural("✓ The file is written", "✓ {n} files are written", len(self.written))
        if self.lacking:
            return tr.plural(
                "{n} entry to carry to the control desk", "{n} entries to carry to the control desk", self.lacking
            )
        return tr("The control desk has everything")

    def _said_help(self) -> str:
        tr = self.tr
        if not self.written:
            return tr("The file will hold all that was entered on this tablet. Nothing counts twice, network or not.")
        if self.is_behind:
            return tr("Write it again before you carry it to the control desk.")
        if not self.lacking:
            return tr("The control desk has everything: there is nothing to carry.")
        if self._place is not None and self._place.kind is Kind.DRIVE:
            return tr("Take the stick out and carry it to the control desk, who give you a file for the room.")
        return tr("Copy it to a USB stick and carry it to the control desk, who give you a file for the room.")

    def _said_written(self, ready: Ready) -> str:
        has_all = not self.lacking  # by now, whatever it lacked when the file was written
        amount = said_amount(replace(ready, file=replace(ready.file, lacking=0)) if has_all else ready, self.tr)
        if not ready.earlier:
            return amount
        return self.tr("Tournament “{name}”: {amount}", name=ready.earlier, amount=amount)

    def _said_note(self) -> str:
        tr = self.tr
        if self.is_behind:
            return tr("More was entered since this file was written.")
        if self.written and self.look is not None and self.look.place != self._place:
            return tr("If you write it again, it goes to: {folder}", folder=said_folder(self.look.place, tr))
        if self.look is not None and self.look.is_away:
            return tr("The folder that was chosen is not there: is its stick plugged in?")
        return ""

    def write(self) -> None:
        """Write the files where they go."""
        if self.is_busy or (self.look is None and not self.has_picker):
            return
        self.is_busy, self._refused = True, None
        self.refresh()
        carrying, self._of = self.nav.desk.carrying, self._sheet
        (_tournament, position), state, tr = self._of, self.nav.desk.state, self.tr

        def name_of(earlier: Owed | None) -> str:  # asked on another thread, which has no business with a window
            return file_name(state, tr, position=position, earlier=earlier)

        if self.has_picker:
            self._answer(carrying.gather(name_of), self._save)
        else:
            self._place = self.look.place
            self._answer(carrying.write(self._place.path, name_of), self._wrote)

    def _answer(self, asked: Any, then: Any) -> None:
        self.nav.answer(asked, then, refused=self._refuse, otherwise=self._free, of_desk=True)

    def _save(self, ready: tuple[Ready, ...], saved: tuple[Ready, ...] = ()) -> None:
        """Have the system ask where each of them goes, one after the other; who cancels one has not written it."""
        if not ready:
            self._wrote(saved) if saved else self._free()
            return
        first, *rest = ready

        def asked(was_saved: bool) -> None:
            self._save(tuple(rest), (*saved, first) if was_saved else saved)

        self._answer(self.nav.device.documents.save(first.name, first.file.data), asked)

    def _wrote(self, ready: tuple[Ready, ...]) -> None:
        self.is_busy = False
        self.written = ready
        self.refresh()

    def _refuse(self, refused: Refused) -> None:
        self.is_busy, self._refused = False, refused
        self.written = ()
        self.refresh()

    def _free(self) -> None:
        self.is_busy = False

    def _looked(self, look: Look) -> None:
        self.look = look

    @property
    def _sheet(self) -> tuple[str, int | None]:
        """The tournament, and the position that is played at this table, or was played last."""
        desk = self.nav.desk
        return desk.state.tournament, None if desk.feuille is None else desk.feuille.sheet.position
