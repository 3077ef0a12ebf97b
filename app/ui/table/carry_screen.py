"""Sheets to the control desk by file: where it is put, how it is called, how much is in it, and what to do next."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from app.domain.errors import Refused
from app.services.carrying import Kind, Look, Ready
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
        self._lacked = 0
        for source, name in ((self.nav.words, "lang"), (self.nav.desk, "state")):
            source.fbind(name, lambda *_: self.refresh())
        for name in ("look", "written"):
            self.fbind(name, lambda *_: self.refresh())

    def arrive(self, **_kwargs: Any) -> None:
        """Show what was written last for this sheet, and look where the next one goes."""
        if self.written and self.written[0].name != self._name_of(None) and not self.written[0].earlier:
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
        self.folder = said_folder(self.look.place, tr) if self.look is not None else ""
        self.refusal = "\n".join(refusal(one, tr) for one in self._refused.violations) if self._refused else ""
        self.title, self.help = self._said_title(), self._said_help()
        self.name_text = "\n".join(one.name for one in self.written)
        self.amount = "\n".join(self._said_written(one) for one in self.written)
        self.note = self._said_note()

    def _said_title(self) -> str:
        tr = self.tr
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
            return tr("A file holds all that was entered on this tablet. Nothing counts twice, network or not.")
        if self.has_picker or (self.look is not None and self.look.place.kind is not Kind.DRIVE):
            return tr("Copy it to a USB stick and carry it to the control desk, who give you a file for the room.")
        return tr("Take the stick out and carry it to the control desk, who give you a file for the room.")

    def _said_written(self, ready: Ready) -> str:
        amount = said_amount(ready, self.tr)
        if not ready.earlier:
            return amount
        return self.tr("Tournament “{name}”: {amount}", name=ready.earlier, amount=amount)

    def _said_note(self) -> str:
        tr = self.tr
        if self.written and self.lacking > self._lacked:
            return tr("More was entered since: write it again.")
        if self.look is not None and self.look.is_away:
            return tr("The folder that was chosen is not there: is its stick plugged in?")
        return ""

    def write(self) -> None:
        """Write the files where they go."""
        if self.is_busy or (self.look is None and not self.has_picker):
            return
        self.is_busy, self._refused = True, None
        self.refresh()
        carrying = self.nav.desk.carrying
        if self.has_picker:
            self._answer(carrying.gather(self._name_of), self._save)
        else:
            self._answer(carrying.write(self.look.place.path, self._name_of), self._wrote)

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
        self._lacked = self.lacking
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

    def _name_of(self, earlier: Owed | None) -> str:
        desk = self.nav.desk
        position = None if desk.feuille is None else desk.feuille.sheet.position
        return file_name(desk.state, self.nav.words.tr, position=position, earlier=earlier)
