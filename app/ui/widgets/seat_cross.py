"""The seats as people sit around the table: North on top, East on the right, South below, West on the left."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.properties import DictProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.layout import Layout

from app.domain.donne.donne import Seat
from app.ui.widgets.choice_tile import ChoiceTile

# Column and row, counted in tiles from the left and from the top. The turn goes N, O, S, E, E2: at five, East and
# East 2 share the right side, East next to South.
FOUR = {"N": (0.5, 0), "O": (0, 1), "E": (1, 1), "E2": (1, 1), "S": (0.5, 2)}
FIVE = {"N": (1, 0), "O": (0, 1), "E2": (2, 0.5), "E": (2, 1.5), "S": (1, 2)}


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
        people = list(self.notes.values())
        for seat, tile in self._tiles.items():
            tile.people = people
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
        rows = [row for _, row in self._tiling().values()]
        self.rows = max(rows, default=0) - min(rows, default=0) + 1
        self._measure()

    def _measure(self, *_: object) -> None:
        self.row_height = max((tile.size_hint_min_y or 0 for tile in self._tiles.values()), default=0)

    def _tiling(self) -> dict[Seat, tuple[float, float]]:
        tiling = FIVE if {"E", "E2"} <= set(self.seats) else FOUR
        return {seat: tiling[seat] for seat in self.seats}

    def _places(self) -> Iterator[tuple[Seat, tuple[float, float, float, float]]]:
        tiling = self._tiling()
        last_column = max((column for column, _ in tiling.values()), default=0)
        first_row = min((row for _, row in tiling.values()), default=0)
        height = (self.height - self.gap * (self.rows - 1)) / self.rows
        # Two at the sides leave the table's middle free between them.
        width = (self.width - 2 * self.gap) / 3 if last_column == 2 else (self.width - 4 * self.gap) / 2
        for seat in self._tiles:
            column, row = tiling[seat]
            x = column * (self.width - width) / max(last_column, 1)
            y = self.height - height - (row - first_row) * (height + self.gap)
            yield seat, (x, y, width, height)
