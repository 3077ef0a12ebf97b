"""A list to choose from, however long: each row a title and a detail."""

from __future__ import annotations

from typing import Any

from kivy.properties import ListProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.recycleview import RecycleView
from kivy.uix.recycleview.views import RecycleDataViewBehavior

from app.ui.widgets.framed import Framed


class OfferRow(RecycleDataViewBehavior, ButtonBehavior, Framed, BoxLayout):
    """One row; a tap tells the list its `value`."""

    aid = StringProperty()
    value = StringProperty()
    title = StringProperty()
    detail = StringProperty()

    def refresh_view_attrs(self, rv: RecycleView, index: int, data: dict[str, Any]) -> None:
        """Become the row of another offer."""
        self._list = rv
        super().refresh_view_attrs(rv, index, data)

    def on_release(self) -> None:
        """Tell which one was tapped."""
        self._list.dispatch("on_choose", self.value)


class Offers(RecycleView):
    """Rows of `OfferRow`; a tap dispatches `on_choose` with the row's value."""

    __events__ = ("on_choose",)

    rows = ListProperty()

    def on_choose(self, value: str) -> None:
        """Told to whoever binds it."""
