"""Language, light and text size: what a person may change on any screen, seen at once."""

from __future__ import annotations

from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.gridlayout import GridLayout


class Preferences(GridLayout):
    """Three rows of answers, side by side where `columns` says so.

    `change(name, value)` is called with the name of a setting and what was chosen for it.
    """

    columns = NumericProperty(1)
    change = ObjectProperty()
