"""What is said of the donne being entered: its marks and why, or what the law does not allow."""

from __future__ import annotations

from dataclasses import dataclass

from kivy.properties import AliasProperty, BooleanProperty, ListProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from app.ui.widgets.framed import Framed


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """The three lines of reckoning of a donne, or why it cannot be."""

    result: str = ""
    sum: str = ""
    shares: str = ""
    """In markup."""
    refusals: tuple[str, ...] = ()


class Telling(ButtonBehavior, Framed, BoxLayout):
    """Three lines of reckoning, or sentences in red. Its height does not change with what is said.

    What has no room here is read out in large by a tap: whoever binds `on_release` does.
    """

    aid = StringProperty()
    result = StringProperty()
    sum = StringProperty()
    shares = StringProperty()
    refusals = ListProperty()
    brief = BooleanProperty(False)
    """Whether there is room for few lines only, without a frame."""
    has_sum = BooleanProperty(False)
    """Whether a brief one has room for the sum all the same."""

    def say(self, said: Said) -> None:
        """Say this of the donne."""
        self.result, self.sum, self.shares = said.result, said.sum, said.shares
        self.refusals = list(said.refusals)

    def _refusal(self) -> str:
        shown = self.refusals[: 1 if self.brief else 2]
        more = len(self.refusals) - len(shown)
        return "\n".join(shown) + (f" (+\u00a0{more}…)" if more else "")

    refusal = AliasProperty(_refusal, bind=["refusals", "brief"])
