"""A player's own card at the end of a position: bilan, donnes, and where to sign."""

from __future__ import annotations

from collections.abc import Iterable

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.services.signature import Signature, read_signature
from app.ui.widgets.framed import Framed
from app.ui.widgets.score_sheet import as_large


class VisaRow(BoxLayout):
    """One donne and what it brought."""

    word = StringProperty()
    mark = NumericProperty(0)
    large = NumericProperty("22sp")
    """How large its mark is written, where it fits."""


class VisaCard(Framed, BoxLayout):
    """`state` is `open`, `drawn` once a finger has signed, `signed` once the visa is written, or `disputed`.

    Dispatches `on_visa` with the strokes as text, and `on_disagree`.
    """

    __events__ = ("on_visa", "on_disagree")

    seat = StringProperty()
    word = StringProperty()
    name = StringProperty()
    people = ListProperty()
    """Everybody at the table."""
    bilan = NumericProperty(0)
    penalty = StringProperty()
    """What the arbiter took from this player, as a sentence."""
    rows = ListProperty()
    across = BooleanProperty(False)
    """Whether head, donnes and signature stand side by side."""
    room = NumericProperty(0)
    """The height that the screen has for it. What it holds follows this, not its own height, which follows from it."""
    short = BooleanProperty(False)
    """Whether the bilan stands beside the name, for want of height."""
    least = NumericProperty(0)
    """How large a mark is written at least."""
    least_row = NumericProperty(1)
    """The least height of a donne."""
    in_sight = NumericProperty(1)
    """How many donnes are in sight at once."""
    row_height = NumericProperty(1)
    large = NumericProperty(0)
    need = NumericProperty(0)
    written = StringProperty()
    is_signed = BooleanProperty(False)
    is_drawn = BooleanProperty(False)
    dispute = StringProperty()
    """What the player does not agree with, as a sentence."""
    after = StringProperty()
    """Where the player goes next, once the sheet is closed."""

    def on_visa(self, strokes: str) -> None:
        """Told when the player signs."""

    def on_disagree(self) -> None:
        """Told when the player does not agree."""

    def on_rows(self, _card: VisaCard, rows: list[tuple[str, int]]) -> None:
        """Have a row for each donne."""
        body = self.ids.rows
        while len(body.children) < len(rows):
            body.add_widget(VisaRow())
        while len(body.children) > len(rows):
            body.remove_widget(body.children[0])
        for row, (word, mark) in zip(reversed(body.children), rows, strict=True):
            row.word, row.mark, row.large = word, mark, self.large

    def on_large(self, _card: VisaCard, large: float) -> None:
        """Write the donnes as large as there is room for."""
        for row in self.ids.rows.children:
            row.large = large

    @staticmethod
    def write_alike(cards: Iterable[VisaCard]) -> None:
        """Write what stands beside each other in letters of one size."""
        cards = list(cards)
        rows = [row for card in cards for row in card.ids.rows.children]
        as_large(row.ids.mark for row in rows)
        as_large(row.ids.label for row in rows)
        as_large(card.ids.bilan for card in cards)

    def follow(self, *, signed: bool, strokes: str) -> None:
        """Show the visa as it is saved; one that fell leaves a blank pad."""
        pad = self.ids.pad
        if signed:
            pad.signature = read_signature(strokes)
        elif self.is_signed:
            self.erase()
        self.is_signed, self.is_drawn = signed, not signed and not pad.signature.is_blank

    def erase(self) -> None:
        """Begin the signature again."""
        self.ids.pad.signature = Signature()
        self.is_drawn = False

    def sign(self) -> None:
        """Agree, with what was drawn."""
        if self.is_drawn:
            self.is_drawn = False
            self.dispatch("on_visa", str(self.ids.pad.signature))
