"""Fields in columns: each keeps its place whatever is chosen, and the columns follow the screen."""

from __future__ import annotations

from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget


class Field(BoxLayout):
    """A thing to say about a donne: its name above, and `wrong` when the law contradicts it.

    `slot` is the name by which columns ask for it, `stretch` its share of the height that is left over.
    """

    slot = StringProperty()
    title = StringProperty()
    wrong = StringProperty()
    stretch = NumericProperty(1)


class FieldGrid(Layout):
    """Lays its fields out in `columns`, lists of slots; `minimum_height` is what the tallest column needs."""

    columns = ListProperty()
    gap = NumericProperty(0)
    column_gap = NumericProperty(0)
    minimum_height = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("columns", "pos", "size", "gap", "column_gap", "children"):
            self.fbind(name, self._trigger_layout)

    def add_widget(self, widget: Widget, *args: object, **kwargs: object) -> None:
        """Take a field in, and follow what it needs."""
        widget.fbind("minimum_height", self._trigger_layout)
        super().add_widget(widget, *args, **kwargs)

    def do_layout(self, *_: object) -> None:
        """Give each field its place: its own height, and a share of what is left."""
        fields = {field.slot: field for field in self.children}
        columns = [[fields[slot] for slot in column if slot in fields] for column in self.columns]
        if not columns:
            return
        needs = [sum(f.minimum_height for f in column) + self.gap * (len(column) - 1) for column in columns]
        self.minimum_height = max(needs)
        width = (self.width - self.column_gap * (len(columns) - 1)) / len(columns)
        for index, (column, need) in enumerate(zip(columns, needs, strict=True)):
            left = max(0, self.height - need) / (sum(field.stretch for field in column) or 1)
            top = self.top
            for field in column:
                field.size = width, field.minimum_height + left * field.stretch
                top -= field.height
                field.pos = self.x + index * (width + self.column_gap), top
                top -= self.gap
