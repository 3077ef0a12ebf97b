"""The button: plain, or the one main action of a screen."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label

from app.ui.widgets.framed import Framed


class BigButton(ButtonBehavior, Framed, Label):
    """A button for a thumb; `main` fills it with felt, `arbiter` with gold; `accuses` frames it in red.

    `aid` is the name that tests tap by.
    """

    aid = StringProperty()
    main = BooleanProperty(False)
    arbiter = BooleanProperty(False)
    accuses = BooleanProperty(False)
    least_height = NumericProperty(0)
