"""Joining a control desk: its address and its code, on our own keypad; nothing typed is lost on a refusal."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, OptionProperty, StringProperty

from app.domain.errors import Refused
from app.texts.refusals import refusal
from app.ui.table.screen import TableScreen
from app.ui.widgets.keypad import CLEAR, ERASE

CODE_DIGITS = 8
GROUP = 4
MOST_ADDRESS = 21  # 255.255.255.255:65535
MOST_NAME = 30
BLANK = "–"


class JoinScreen(TableScreen):
    """Two fields, one of which the keypad types in, and a name for the tablet if somebody wants one.

    With `moves`, the tablet belongs to a desk already and only its address has changed.
    """

    field = OptionProperty("code", options=("address", "code"))
    address = StringProperty()
    code = StringProperty()
    name_typed = StringProperty()
    address_refusal = StringProperty()
    code_refusal = StringProperty()
    is_busy = BooleanProperty(False)
    moves = BooleanProperty(False)

    def arrive(self, *, moves: bool = False, **_kwargs: Any) -> None:
        """Begin with the address of a desk that is around, or that was used last; what was typed is still there."""
        self.moves = moves
        self.address = self.address or self.nav.desk.heard or self.nav.last_desk
        self.field = "address" if moves or not self.address else "code"
        self.address_refusal = self.code_refusal = ""

    def groups(self, code: str) -> list[str]:
        """Return the code in two groups, with a dash for each digit to come."""
        whole = code.ljust(CODE_DIGITS, BLANK)
        return [whole[:GROUP], whole[GROUP:]]

    def key(self, key: str) -> None:
        """Type a key in the field that is framed."""
        if self.is_busy:
            return
        if self.field == "address":
            self.address = _typed(self.address, key, MOST_ADDRESS)
            self.address_refusal = ""
        elif key not in (".", ":"):
            self.code = _typed(self.code, key, CODE_DIGITS)
            self.code_refusal = ""

    @property
    def is_whole(self) -> bool:
        """Whether there is enough to try."""
        return bool(self.address) and (self.moves or len(self.code) == CODE_DIGITS)

    def submit(self) -> None:
        """Knock at the desk."""
        if self.is_busy or not self.is_whole:
            return
        self.is_busy = True
        self.address_refusal = self.code_refusal = ""
        desk = self.nav.desk
        asked = (
            desk.move(self.address)
            if self.moves
            else desk.join(self.address, self.code, self.name_typed.strip()[:MOST_NAME])
        )
        self.nav.answer(asked, self._joined, refused=self._refused, otherwise=self._free, of_desk=True)

    def _free(self) -> None:
        self.is_busy = False

    def _joined(self, _joined: None) -> None:
        self.is_busy, self.code = False, ""
        self.nav.remember_desk(self.address)
        if self.moves:
            self.nav.back()
        else:
            self.nav.swap("desk")

    def _refused(self, refused: Refused) -> None:
        """Say it at the field that it is about, and type there next."""
        self.is_busy = False
        found = refused.violations[0]
        said = refusal(found, self.nav.words.tr)
        if found.field == "code" and not self.moves:
            self.field, self.code_refusal = "code", said
        else:
            self.field, self.address_refusal = "address", said


def _typed(text: str, key: str, most: int) -> str:
    if key == ERASE:
        return text[:-1]
    return "" if key == CLEAR else (text + key)[:most]
