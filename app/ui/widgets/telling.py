"""What is said of the donne being entered: its marks and why, or what the law does not allow."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from app.ui.widgets.framed import Framed


class Telling(Framed, BoxLayout):
    """Three lines of reckoning, or sentences in red. Its height does not change with what is said."""

    result = StringProperty()
    sum = StringProperty()
    shares = StringProperty()
    refusal = StringProperty()
    brief = BooleanProperty(False)
    """Whether there is room for two lines only: the sum is left out."""
