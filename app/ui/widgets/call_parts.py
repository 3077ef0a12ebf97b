"""The players of a call: who has counted their cards, and what earlier bidders answer."""

from __future__ import annotations

from kivy.properties import DictProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from app.ui.widgets.choice_tile import ChoiceTile


class CountGrid(GridLayout):
    """A tile for each hand.

    `players` holds (seat, word, note before, note after), `counted` the seats that are done.
    """

    __events__ = ("on_count",)

    players = ListProperty()
    counted = ObjectProperty(frozenset())

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.fbind("players", self._follow)
        self.fbind("counted", self._follow)

    def on_count(self, seat: str) -> None:
        """Told to whoever binds it."""

    def _follow(self, *_: object) -> None:
        if [tile.seat for tile in reversed(self.children)] != [player[0] for player in self.players]:
            self.clear_widgets()
            for seat, *_words in self.players:
                tile = ChoiceTile(aid=f"count.{seat}", note_lines=2)
                tile.seat = seat
                tile.bind(on_release=lambda tile: self.dispatch("on_count", tile.seat))
                self.add_widget(tile)
        for tile, (seat, word, before, after) in zip(reversed(self.children), self.players, strict=True):
            tile.word, tile.chosen = word, seat in self.counted
            tile.note = after if tile.chosen else before


class EarlierBid(BoxLayout):
    """One earlier bidder: the seat, the name, and the answers."""

    seat = StringProperty()
    word = StringProperty()
    name = StringProperty()
    options = ListProperty()
    value = ObjectProperty("", allownone=True)


class EarlierBids(BoxLayout):
    """A row for each of `bidders` (seat, word, name); `answers` what each has said; a tap dispatches `on_answer`."""

    __events__ = ("on_answer",)

    bidders = ListProperty()
    options = ListProperty()
    answers = DictProperty()

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        for name in ("bidders", "options", "answers"):
            self.fbind(name, self._follow)

    def on_answer(self, seat: str, bid: object) -> None:
        """Told to whoever binds it."""

    def _follow(self, *_: object) -> None:
        if [row.seat for row in reversed(self.children)] != [bidder[0] for bidder in self.bidders]:
            self.clear_widgets()
            for seat, *_words in self.bidders:
                row = EarlierBid(seat=seat, options=self.options)
                row.ids.answers.bind(on_choose=lambda _row, bid, seat=seat: self.dispatch("on_answer", seat, bid))
                self.add_widget(row)
        for row, (seat, word, name) in zip(reversed(self.children), self.bidders, strict=True):
            row.word, row.name, row.options = word, name, self.options
            row.value = self.answers.get(seat, "")
