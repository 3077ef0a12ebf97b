"""The sheet of a table: names, donnes with their signed marks, bilans and their sum."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.recycleview import RecycleView
from kivy.uix.recycleview.views import RecycleDataViewBehavior

from app.ui.widgets.fitted import Fitted
from app.ui.widgets.framed import Framed

WIDE_COLUMN = dp(150)


class SheetHead(BoxLayout):
    """Who sits at a seat: the seat, with the dealer's ◆, the name, and the starting place below or beside the seat."""

    word = StringProperty()
    name = StringProperty()
    place = StringProperty()
    beside = BooleanProperty(False)


class MarkCell(Framed, Fitted):
    """A mark with its sign, in its ink; framed where the preneur marked it."""

    mark = ObjectProperty(None, allownone=True)
    framed = BooleanProperty(False)


class MarkRow(BoxLayout):
    """One mark for each seat: `marks` holds (mark or None, is the preneur's)."""

    marks = ListProperty()
    ground = ColorProperty()
    """What the row lies on: frames are drawn around it."""

    def on_ground(self, _row: MarkRow, ground: list[float]) -> None:
        """Lie on the same ground."""
        for cell in self.children:
            cell.ground = ground

    def on_marks(self, _row: MarkRow, marks: list[tuple[int | None, bool]]) -> None:
        """Have as many cells as there are seats, and write the marks into them."""
        while len(self.children) < len(marks):
            self.add_widget(MarkCell(ground=self.ground))
        while len(self.children) > len(marks):
            self.remove_widget(self.children[0])
        for cell, (mark, framed) in zip(reversed(self.children), marks, strict=True):
            cell.mark, cell.framed = mark, framed


class SheetRow(RecycleDataViewBehavior, ButtonBehavior, BoxLayout):
    """A donne or a sub-total. A tap on a recorded donne tells the sheet, which tells whoever listens."""

    aid = StringProperty()
    number = NumericProperty(0)
    word = StringProperty()
    note = StringProperty()
    is_due = BooleanProperty(False)
    """Whether the note says that the arbiter's visa is still due."""
    marks = ListProperty()
    is_entered = BooleanProperty(False)
    is_subtotal = BooleanProperty(False)
    ground = ColorProperty()

    def refresh_view_attrs(self, rv: RecycleView, index: int, data: dict[str, Any]) -> None:
        """Become the row of another donne."""
        self._sheet = rv
        super().refresh_view_attrs(rv, index, data)

    def on_release(self) -> None:
        """Tell which donne was tapped."""
        if self.number:
            self._sheet.dispatch("on_row", self.number)


class SheetRows(RecycleView):
    """The rows of a sheet, however many: only those in sight are widgets."""

    __events__ = ("on_row",)

    def on_row(self, number: int) -> None:
        """Told to whoever binds it."""

    def on_data(self, *_: object) -> None:
        """Keep the donne being entered in sight."""
        row = next((i for i, data in enumerate(self.data) if data["is_entered"]), None)
        content = self.children[0].height if self.children else 0
        if row is not None and content > self.height and len(self.data) > 1:
            self.scroll_y = 1 - row / (len(self.data) - 1)


class ScoreSheet(BoxLayout):
    """The whole sheet. `heads` are (seat, name, place), `rows` the data of `SheetRow`, `bilans` marks.

    A tap on a donne dispatches `on_row` with its number.
    """

    __events__ = ("on_row",)

    heads = ListProperty()
    rows = ListProperty()
    bilans = ListProperty()
    sum = NumericProperty(0)
    natural_height = NumericProperty(0)

    def on_row(self, number: int) -> None:
        """Told to whoever binds it."""

    def on_heads(self, _sheet: ScoreSheet, heads: list[tuple[str, str, str]]) -> None:
        """Have one head for each seat."""
        row = self.ids.heads
        while len(row.children) < len(heads):
            row.add_widget(SheetHead())
        while len(row.children) > len(heads):
            row.remove_widget(row.children[0])
        for head, (word, name, place) in zip(reversed(row.children), heads, strict=True):
            head.word, head.name, head.place = word, name, place
        self._place_heads()

    def on_width(self, *_: object) -> None:
        """Put starting places where there is room for them."""
        self._place_heads()

    def _place_heads(self) -> None:
        for head in self.ids.heads.children:
            head.beside = self.width > len(self.heads) * WIDE_COLUMN
