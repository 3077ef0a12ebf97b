"""Who showed which poignée: a row for each player."""

from __future__ import annotations

from kivy.properties import DictProperty, ListProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from app.domain.donne.donne import Seat
from app.ui.widgets.fitted import Fitting
from app.ui.widgets.segmented import Segmented


class PoigneeName(Fitting):
    """Whose row it is."""


class PoigneeGrid(GridLayout):
    """A name and the sizes that exist, for each seat. A tap dispatches `on_show` with the seat and the atouts."""

    __events__ = ("on_show",)

    seats = ListProperty()
    names = DictProperty()
    sizes = ListProperty()
    shown = DictProperty()
    none = StringProperty()

    def on_kv_post(self, _base: object) -> None:
        """Lay the rows out."""
        self._by_seat: dict[Seat, Segmented] = {}
        for seat in self.seats:
            self.add_widget(PoigneeName(text=self.names[seat]))
            options = [(None, self.none), *((size, str(size)) for size in self.sizes)]
            row = Segmented(aid=f"poignee.{seat}", options=options, size_hint_x=1.4)
            row.bind(on_choose=lambda _row, atouts, seat=seat: self.dispatch("on_show", seat, atouts))
            self._by_seat[seat] = row
            self.add_widget(row)
        self.fbind("shown", self._follow)
        self._follow()

    def on_show(self, seat: Seat, atouts: int | None) -> None:
        """Told to whoever binds it."""

    def _follow(self, *_: object) -> None:
        for seat, row in self._by_seat.items():
            row.value = self.shown.get(seat)
