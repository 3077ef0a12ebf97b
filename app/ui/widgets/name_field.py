"""A line to type a name or a number on, with the system's keyboard."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.textinput import TextInput


class NameInput(TextInput):
    """The line itself; `aid` is the name that tests type by."""

    aid = StringProperty()


class NameField(BoxLayout):
    """A word, and a line beside it. `is_number` takes digits alone; `active` is told while it is typed on."""

    aid = StringProperty()
    word = StringProperty()
    text = StringProperty()
    is_number = BooleanProperty(False)
    active = BooleanProperty(False)
