"""The sheet of a table: names, donnes with their signed marks, bilans and their sum."""

from __future__ import annotations

from collections.abc import Iterable

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
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.widget import Widget

from app.ui.widgets.fitted import Fitting
from app.ui.widgets.framed import Framed
from app.ui.widgets.rows_in_sight import Row, RowsInSight


class SheetHead(BoxLayout):
    """Who sits at a seat: the seat, with the dealer's ◆, the name, and the starting place below or beside the seat."""

    word = StringProperty()
    name = StringProperty()
    people = ListProperty()
    """Everybody at the table."""
    place = StringProperty()
    beside = BooleanProperty(False)


class MarkCell(Framed, Fitting):
    """A mark with its sign, in its ink; framed where the preneur marked it."""

    mark = ObjectProperty(None, allownone=True)
    framed = BooleanProperty(False)
    least_height = NumericProperty("38dp")


def as_large(cells: Iterable[Fitting], longest: str = "") -> None:
    """Write the marks of a row all as large as the longest of them, or another text, can be."""
    cells = list(cells)
    longest = max((longest, *(cell.text for cell in cells)), key=len)
    for cell in cells:
        cell.measured = longest


class MarkRow(BoxLayout):
    """One mark for each seat: `marks` holds (mark or None, is the preneur's)."""

    marks = ListProperty()
    longest = StringProperty()
    """The longest bilan: no mark is larger than what it adds up to."""
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
        as_large(self.children, self.longest)

    def on_longest(self, _row: MarkRow, longest: str) -> None:
        """Follow the bilans."""
        as_large(self.children, longest)


class SheetRow(ButtonBehavior, RelativeLayout):
    """A donne or a sub-total."""

    aid = StringProperty()
    number = NumericProperty(0)
    """The number of a recorded donne, 0 of anything else."""
    word = StringProperty()
    note = StringProperty()
    is_due = BooleanProperty(False)
    """Whether the note says that the arbiter's visa is still due."""
    marks = ListProperty()
    longest = StringProperty()
    is_entered = BooleanProperty(False)
    is_subtotal = BooleanProperty(False)
    ground = ColorProperty()


class SheetRows(RowsInSight):
    """The rows of a sheet. A tap on a recorded donne dispatches `on_row` with its number."""

    __events__ = ("on_row",)
    row_class = SheetRow

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        # As the list was laid out last: its height, its rows' and how many there were, and the row to be in sight.
        self._laid_out: tuple[float, float, int, int] = (0, 0, 0, -1)
        for name in ("rows", "height", "row_height"):
            self.fbind(name, self._keep_in_sight)

    def on_row(self, number: int) -> None:
        """Told to whoever binds it."""

    def make_row(self) -> Widget:
        """Return a row that tells when it is tapped."""
        row = super().make_row()
        row.bind(on_release=self._tapped)
        return row

    def _tapped(self, row: SheetRow) -> None:
        if row.number:
            self.dispatch("on_row", row.number)

    def _keep_in_sight(self, *_: object) -> None:
        """Leave every row where it is, unless another donne is entered: slide as little as shows that one whole.

        Where none is entered, the last row is the one to show. Whoever slid it out of sight keeps their place.
        """
        count = len(self.rows)
        entered = next((index for index, row in enumerate(self.rows) if row["is_entered"]), count - 1)
        height, row_height, count_before, shown = self._laid_out
        self._laid_out = self.height, self.row_height, count, entered
        above = self.slid * max(0.0, count_before * row_height - height)
        was_in_sight = above <= shown * row_height + 1 and (shown + 1) * row_height <= above + height + 1
        if (count, entered) != (count_before, shown) or self.row_height != row_height or was_in_sight:
            top = entered * self.row_height
            above = max(min(above, top), top + self.row_height - self.height)
        self.slide(above)


class ScoreSheet(BoxLayout):
    """The whole sheet. `heads` are (seat, name, place), `rows` the data of `SheetRow`, `bilans` marks.

    A tap on a donne dispatches `on_row` with its number.
    """

    __events__ = ("on_row",)

    heads = ListProperty()
    rows = ListProperty()
    bilans = ListProperty()
    sum = NumericProperty(0)
    penalties = ListProperty()
    """What was taken from each player outside the bilans; empty where nothing was."""
    natural_height = NumericProperty(0)
    wide_column = NumericProperty("150dp")
    """How wide a column must be for the starting place to stand beside the seat."""

    def on_row(self, number: int) -> None:
        """Told to whoever binds it."""

    def on_rows(self, _sheet: ScoreSheet, rows: list[Row]) -> None:
        """Hand the rows on; not by kv, which writes a long list out in words each time that it changes."""
        self.ids.donnes.rows = rows

    def on_heads(self, _sheet: ScoreSheet, heads: list[tuple[str, str, str]]) -> None:
        """Have one head for each seat."""
        row = self.ids.heads
        while len(row.children) < len(heads):
            row.add_widget(SheetHead())
        while len(row.children) > len(heads):
            row.remove_widget(row.children[0])
        people = [name for _, name, _ in heads]
        for head, (word, name, place) in zip(reversed(row.children), heads, strict=True):
            head.word, head.name, head.place, head.people = word, name, place, people
        self._place_heads()

    def on_width(self, *_: object) -> None:
        """Put starting places where there is room for them."""
        self._place_heads()

    def on_wide_column(self, *_: object) -> None:
        """Follow the text size."""
        self._place_heads()

    def _place_heads(self) -> None:
        for head in self.ids.heads.children:
            head.beside = self.width > len(self.heads) * self.wide_column
