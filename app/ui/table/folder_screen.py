"""Where files are put that people carry: a list of folders of our own, for a finger."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from app.services.carrying import Around, Place
from app.texts.carrying import said_folder
from app.ui.table.screen import TableScreen

UP = "↑"


class FolderScreen(TableScreen):
    """Goes from folder to folder; the one in sight is kept once somebody says so."""

    around = ObjectProperty(None, allownone=True)
    rows = ListProperty()
    folder = StringProperty()
    can_choose = BooleanProperty(False)

    def on_kv_post(self, _base: object) -> None:
        """Say everything again when the language changes."""
        self.nav.words.fbind("lang", lambda *_: self.refresh())

    def arrive(self, *, path: str = "", **_kwargs: Any) -> None:
        """Begin in the folder that is used now."""
        self.go(path)

    def go(self, path: str) -> None:
        """Look into a folder; where it is gone, among the usual ones."""
        self.nav.answer(self.nav.desk.carrying.around(path), self._came, of_desk=True)

    def choose(self) -> None:
        """Use this folder from now on."""
        if self.around is not None and self.around.place is not None:
            self.nav.choose_folder(self.around.place.path)
            self.nav.back()

    def refresh(self) -> None:
        """Say where this is, and where one can go."""
        around: Around | None = self.around
        if around is None:
            return
        tr = self.tr
        self.can_choose = around.place is not None
        self.folder = said_folder(around.place, tr) if around.place is not None else tr("Choose a folder")
        back = tr("The folder above") if around.up else tr("Other folders")
        up = [{"aid": "folder.up", "value": around.up, "title": f"{UP} {back}", "detail": ""}]
        self.rows = [*(up if self.can_choose else ()), *(self._row(place) for place in around.folders)]

    def _came(self, around: Around) -> None:
        if self.around is None or self.around.place != around.place:
            self.ids.folders.scroll_y = 1
        self.around = around
        self.refresh()

    def _row(self, place: Place) -> dict[str, str]:
        said = said_folder(place, self.nav.words.tr)
        name = place.inner[-1] if place.inner else said
        return {"aid": f"folder.{name}", "value": place.path, "title": name, "detail": said if place.inner else ""}
