"""What each player has before a decision and after it."""

from __future__ import annotations

from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout


class BeforeAfterRow(BoxLayout):
    """One player: the seat, the name, and the two marks; what changes is in bold."""

    word = StringProperty()
    name = StringProperty()
    before = NumericProperty(0)
    after = NumericProperty(0)


class BeforeAfter(BoxLayout):
    """`rows` holds (seat word, name, before, after); `title` says what of."""

    title = StringProperty()
    rows = ListProperty()
    rows_height = NumericProperty(0)

    def on_rows(self, _table: BeforeAfter, rows: list[tuple[str, str, int, int]]) -> None:
        """Have a row for each player."""
        body = self.ids.rows
        while len(body.children) < len(rows):
            row = BeforeAfterRow()
            row.fbind("height", self._measure)
            body.add_widget(row)
        while len(body.children) > len(rows):
            body.remove_widget(body.children[0])
        for row, (word, name, before, after) in zip(reversed(body.children), rows, strict=True):
            row.word, row.name, row.before, row.after = word, name, before, after
        self._measure()

    def _measure(self, *_: object) -> None:
        self.rows_height = sum(row.height for row in self.ids.rows.children)
