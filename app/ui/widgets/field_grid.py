"""Fields in columns: each keeps its place whatever is chosen, and the columns follow the screen."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.layout import Layout


class Field(BoxLayout):
    """A thing to say about a donne: its name above, and `wrong` when the law contradicts it.

    `slot` is the name by which columns ask for it, `stretch` its share of the height that is left over.
    """

    slot = StringProperty()
    title = StringProperty()
    wrong = BooleanProperty(False)
    absent = BooleanProperty(False)
    """Whether this table does not ask it."""
    stretch = NumericProperty(1)
    breadth = NumericProperty(1)
    """How broad its column is beside the others."""


class FieldGrid(Layout):
    """Lays its fields out in `columns`, lists of slots; `minimum_height` is what the tallest column needs."""

    columns = ListProperty()
    gap = NumericProperty(0)
    column_gap = NumericProperty(0)
    minimum_height = NumericProperty(0)
    room = NumericProperty(0)
    """The height that is in sight."""
    is_long = BooleanProperty(False)
    """Whether the fields once needed more than that: a bar then keeps its place beside them, or the words that wrap
    because of it would make it come and go for ever."""

    def on_kv_post(self, _base: object) -> None:
        """Know every field, and follow what each needs and whether it is there."""
        self._fields: dict[str, Field] = {field.slot: field for field in self.children}
        for field in self._fields.values():
            field.fbind("minimum_height", self._trigger_layout)
            field.fbind("absent", self._seat)
        for name in ("columns", "pos", "size", "gap", "column_gap"):
            self.fbind(name, self._trigger_layout)
        for name in ("columns", "room"):
            self.fbind(name, self._begin_anew)
        self._seat()

    def _begin_anew(self, *_: object) -> None:
        self.is_long = False

    def do_layout(self, *_: object) -> None:
        """Give each field its place: its own height, and a share of what is left."""
        columns = [[self._fields[slot] for slot in column if not self._fields[slot].absent] for column in self.columns]
        needs = [sum(f.minimum_height for f in column) + self.gap * (len(column) - 1) for column in columns]
        self.minimum_height = max(needs)
        if self.minimum_height > self.room + 1:
            self.is_long = True
        breadths = [max(field.breadth for field in column) for column in columns]
        unit = (self.width - self.column_gap * (len(columns) - 1)) / sum(breadths)
        x = self.x
        for column, need, breadth in zip(columns, needs, breadths, strict=True):
            width = int(breadth * unit)  # whole pixels, so that frames which neighbours share are shared
            left = max(0, self.height - need) / (sum(field.stretch for field in column) or 1)
            top = self.top
            for field in column:
                field.size = width, field.minimum_height + left * field.stretch
                top -= field.height
                field.pos = x, top
                top -= self.gap
            x += breadth * unit + self.column_gap

    def _seat(self, *_: object) -> None:
        for field in self._fields.values():
            if field.absent and field.parent is self:
                self.remove_widget(field)
            elif not field.absent and field.parent is None:
                self.add_widget(field)
        self._trigger_layout()
