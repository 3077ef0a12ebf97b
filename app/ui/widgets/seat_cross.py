"""The seats as people sit around the table: North on top, East on the right, South below, West on the left."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.properties import DictProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.layout import Layout

from app.domain.donne.donne import Seat
from app.ui.widgets.choice_tile import ChoiceTile

# Row from the top, and place in a middle row of two or three.
ROWS = {"N": 0, "O": 1, "E": 1, "E2": 1, "S": 2}
MIDDLE = ("O", "E", "E2")


class SeatCross(Layout):
    """A tile for each seat; a tap dispatches `on_choose` with the seat and changes nothing itself.

    `words` and `notes` say what stands on each tile, `red` which notes are warnings.
    """

    __events__ = ("on_choose",)

    aid = StringProperty()
    seats = ListProperty()
    value = ObjectProperty(None, allownone=True)
    words = DictProperty()
    notes = DictProperty()
    red = ListProperty()
    red_ink = ListProperty([0, 0, 0, 1])
    soft_ink = ListProperty([0, 0, 0, 1])
    gap = NumericProperty(0)
    row_height = NumericProperty("60dp")
    """The least height of a row."""
    rows = NumericProperty(3)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._tiles: dict[Seat, ChoiceTile] = {}
        for name in ("aid", "seats", "value", "words", "notes", "red", "red_ink", "soft_ink"):
            self.fbind(name, self._follow)
        for name in ("pos", "size", "gap", "seats"):
            self.fbind(name, self._trigger_layout)
        self._follow()

    def on_choose(self, seat: Seat) -> None:
        """Told to whoever binds it."""

    def do_layout(self, *_: object) -> None:
        """Put each tile where its player sits."""
        for seat, (x, y, width, height) in self._places():
            tile = self._tiles[seat]
            tile.pos, tile.size = (self.x + x, self.y + y), (width, height)

    def _follow(self, *_: object) -> None:
        if set(self._tiles) != set(self.seats):
            self._build()
        for seat, tile in self._tiles.items():
            tile.aid = f"{self.aid}.{seat}"
            tile.word = self.words.get(seat, "")
            tile.note = self.notes.get(seat, "")
            tile.chosen = seat == self.value
            tile.note_ink = self.red_ink if seat in self.red else self.soft_ink

    def _build(self) -> None:
        self.clear_widgets()
        self._tiles = {}
        for seat in self.seats:
            tile = self._tiles[seat] = ChoiceTile()
            tile.bind(on_release=lambda _tile, seat=seat: self.dispatch("on_choose", seat))
            tile.fbind("size_hint_min_y", self._measure)
            self.add_widget(tile)
        self.rows = len({ROWS[seat] for seat in self.seats})
        self._measure()

    def _measure(self, *_: object) -> None:
        self.row_height = max((tile.size_hint_min_y or 0 for tile in self._tiles.values()), default=0)

    def _places(self) -> Iterator[tuple[Seat, tuple[float, float, float, float]]]:
        rows = sorted({ROWS[seat] for seat in self._tiles})
        height = (self.height - self.gap * (len(rows) - 1)) / max(len(rows), 1)
        middle = [seat for seat in MIDDLE if seat in self._tiles]
        # Two at the sides leave the table's middle free between them.
        width = (self.width - self.gap * (len(middle) - 1)) / max(len(middle), 1)
        if len(middle) < 3:
            width = (self.width - 4 * self.gap) / 2
        for seat in self._tiles:
            row = rows.index(ROWS[seat])
            y = self.height - (row + 1) * height - row * self.gap
            if seat in middle:
                place = middle.index(seat)
                x = place * (self.width - width) / max(len(middle) - 1, 1)
            else:
                x = (self.width - width) / 2
            yield seat, (x, y, width, height)
