"""The card of one poste, to choose it by."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from app.services.settings import Poste
from app.ui.widgets.framed import Card


class PosteCard(ButtonBehavior, Card):
    """A whole card to tap: sign, name, what the poste does, and whether it is chosen.

    `upright` puts these one below the other, else side by side with a sign of `side`.
    """

    aid = StringProperty()
    poste = OptionProperty(Poste.TABLE, options=list(Poste))
    name = StringProperty()
    about = StringProperty()
    chosen = BooleanProperty(False)
    upright = BooleanProperty(True)
    side = NumericProperty("96dp")
