"""The desk's answer by file: the newest one is proposed, any other can be chosen, and what it brought is said."""

from __future__ import annotations

from concurrent.futures import Future
from datetime import datetime
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from app.domain.errors import Refused
from app.services.carrying import Found, Look
from app.services.desk_link import FileSays
from app.texts.carrying import said_file, said_folder
from app.texts.catalogue import N_
from app.texts.refusals import refusal
from app.ui.table.screen import TableScreen

AWAY = N_("The folder that was chosen is not there: is its stick plugged in? Meanwhile Nord looks in: {folder}")


class BringScreen(TableScreen):
    """Reads a file at one tap; what is refused is said in a sentence and changes nothing."""

    look = ObjectProperty(None, allownone=True)
    """What lies where files are looked for, None until that is known."""
    proposed = ObjectProperty(None, allownone=True)
    """The newest file of the desk that was not read yet."""
    rows = ListProperty()
    is_busy = BooleanProperty(False)
    is_read = BooleanProperty(False)
    """Whether a file was taken in since somebody came here."""
    is_due = BooleanProperty(False)
    has_picker = BooleanProperty(False)
    """Whether the system asks which document is meant."""
    title = StringProperty()
    help = StringProperty()
    offer = StringProperty()
    offer_detail = StringProperty()
    """The file that is proposed, and what is known of it."""
    folder = StringProperty()
    note = StringProperty()
    refusal = StringProperty()
    main_word = StringProperty()

    def on_kv_post(self, _base: object) -> None:
        """Say everything again when the language, the link or the places change."""
        self.has_picker = self.nav.device.documents is not None
        self._refused: Refused | None = None
        self._reading: tuple[Found, ...] = ()  # the file that is read, or was read last, where it is one of a list
        self._tried: dict[tuple[str, datetime], bool] = {}  # whether each was taken in
        desk = self.nav.desk
        for source, name in ((self.nav.words, "lang"), (desk, "state"), (desk, "places"), (self, "is_busy")):
            source.fbind(name, lambda *_: self.refresh())

    def arrive(self, **_kwargs: Any) -> None:
        """Begin anew: look where files are looked for."""
        self.is_read, self._refused = False, None
        self.tick()
        self.refresh()

    def tick(self) -> None:
        """See whether a stick was plugged in, or a file was put there."""
        if not self.has_picker and not self.is_busy:
            self.nav.answer(self.nav.desk.carrying.look(self.nav.carry_folder), self._looked, of_desk=True)

    def refresh(self) -> None:
        """Follow the link and the files, and say what there is to say."""
        tr = self.tr
        self.is_due = self.nav.desk.due is not None
        files: tuple[Found, ...] = () if self.look is None else self.look.files
        fresh = (one for one in files if one.says is FileSays.FOR_US and (one.path, one.modified) not in self._tried)
        self.proposed = next(fresh, None)
        self.rows = [
            {"aid": f"file.{one.name}", "value": one.path, "title": one.name, "detail": self._said_row(one)}
            for one in files
        ]
        self.folder = "" if self.look is None else said_folder(self.look.place, tr)
        is_away = self.look is not None and self.look.is_away
        self.note = tr(AWAY, folder=self.folder) if is_away else ""
        self.refusal = "\n".join(refusal(one, tr) for one in self._refused.violations) if self._refused else ""
        self.title, self.help = self._said_title(), self._said_help()
        is_offered = self.proposed is not None and not self.is_read
        self.offer = self.proposed.name if is_offered else ""
        self.offer_detail = said_file(self.proposed, tr) if is_offered else ""
        self.main_word = self._said_main()

    def _said_row(self, found: Found) -> str:
        said, was_taken = said_file(found, self.tr), self._tried.get((found.path, found.modified))
        if was_taken is None:
            return said
        became = self.tr("read") if was_taken else self.tr("not taken in")
        return f"{said} · {became}"

    def _said_title(self) -> str:
        tr = self.tr
        if self.refusal:
            name = next((one.name for one in self._reading), "")
            return tr("“{file}” was not taken in", file=name) if name else tr("This file was not taken in")
        if self.is_read:
            return tr("✓ The file is read")
        if self.has_picker:
            return tr("Choose the file of the control desk")
        return tr("The newest file of the control desk") if self.proposed else tr("No new file of the control desk")

    def _said_help(self) -> str:
        tr, state = self.tr, self.nav.desk.state
        if self.refusal:
            return ""
        if not self.is_read:
            if self.proposed is not None or self.has_picker:
                return tr("It tells what the control desk has received, and where everybody plays next.")
            return tr("Plug in the stick with the file that the control desk wrote for the room: it appears here.")
        said = [
            tr.plural(
                "The control desk still lacks {n} entry of this tablet: carry it a new file.",
                "The control desk still lacks {n} entries of this tablet: carry it a new file.",
                state.waiting,
            )
            if state.waiting
            else tr("The control desk has all that was entered here.")
        ]
        if state.aside:
            said.append(
                tr.plural(
                    "{n} line for the control desk to look at", "{n} lines for the control desk to look at", state.aside
                )
            )
        if self.is_due:
            said.append(self._said_due())
        return "\n".join(said)

    def _said_due(self) -> str:
        position = self.nav.desk.state.position
        if self._is_open:
            return self.tr("The sheet of position {position} is open.", position=position)
        return self.tr("The sheet of position {position} can be opened.", position=position)

    def _said_main(self) -> str:
        tr = self.tr
        if self.is_busy:
            return tr("Reading…")
        if self.is_read:
            is_new = self.is_due and not self._is_open
            return tr("Open position {position}", position=self.nav.desk.state.position) if is_new else tr("Go on")
        if self.has_picker:
            return tr("Choose the file")
        return tr("Read this file") if self.proposed is not None else tr("Nothing to read yet")

    @property
    def _is_open(self) -> bool:
        """Whether the sheet that is due is the one that was left to come here."""
        nav = self.nav
        if not nav.desk.owns_sheet:
            return False
        return bool((nav.session.position, nav.session.table) == (nav.desk.state.position, nav.desk.state.table))

    def main(self) -> None:
        """Read what is proposed; go on once something was read."""
        if self.is_busy:
            return
        if self.is_read:
            self._go_on()
        elif self.has_picker:
            self.is_busy, self._refused, self._reading = True, None, ()
            self._answer(self.nav.device.documents.open(), self._picked)
        elif self.proposed is not None:
            self.read(self.proposed.path)

    def read(self, path: str) -> None:
        """Take a file in."""
        if self.is_busy:
            return
        self._reading = tuple(one for one in self.look.files if one.path == path)
        self.is_busy, self.is_read, self._refused = True, False, None
        self._answer(self.nav.desk.carrying.read(path), self._took)

    def _go_on(self) -> None:
        nav = self.nav
        if self.is_due and not self._is_open:
            nav.desk.open()
        elif nav.table is not None and nav.desk.owns_sheet and nav.feuille.sheet.is_sent:
            nav.home()
        else:
            nav.back()

    def _answer(self, asked: Future[Any], then: Any) -> None:
        self.nav.answer(asked, then, refused=self._refuse, otherwise=self._free, of_desk=True)

    def _picked(self, file: bytes | None) -> None:
        if file is None:
            self._free()
        else:
            self._answer(self.nav.desk.carrying.take(file), self._took)

    def _took(self, _took: None) -> None:
        self.is_read = True
        self._tried |= {(one.path, one.modified): True for one in self._reading}
        self._free()

    def _refuse(self, refused: Refused) -> None:
        self._refused = refused
        self._tried |= {(one.path, one.modified): False for one in self._reading}
        self._free()

    def _free(self) -> None:
        self.is_busy = False
        self.refresh()

    def _looked(self, look: Look) -> None:
        if look != self.look:
            self.look = look
            self.refresh()
