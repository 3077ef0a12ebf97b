"""The bilans in one line, where the sheet has no room of its own."""

from __future__ import annotations

from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.ui.widgets.score_sheet import as_large


class BilanCell(BoxLayout):
    """A seat and its bilan."""

    word = StringProperty()
    mark = ObjectProperty(None, allownone=True)


class BilanStrip(BoxLayout):
    """A cell for each seat: `heads` and `bilans` are those of the sheet."""

    heads = ListProperty()
    bilans = ListProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.fbind("heads", self._follow)
        self.fbind("bilans", self._follow)

    def _follow(self, *_: object) -> None:
        cells = self.ids.cells
        while len(cells.children) < len(self.bilans):
            cells.add_widget(BilanCell())
        while len(cells.children) > len(self.bilans):
            cells.remove_widget(cells.children[0])
        for cell, head, mark in zip(reversed(cells.children), self.heads, self.bilans, strict=False):
            cell.word, cell.mark = head[0], mark
        as_large(cell.ids.mark for cell in cells.children)
