"""The first screen: which poste is this?"""

from __future__ import annotations

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen


class ChoiceScreen(Screen):
    """Three postes to choose from, and the settings.

    `open_poste(poste)` is called by the main action, `change(name, value)` by the settings. `refusal`
    holds the violation that kept a poste from opening, or None.
    """

    poste = StringProperty()
    refusal = ObjectProperty(None, allownone=True)
    open_poste = ObjectProperty()
    change = ObjectProperty()

    def choose(self, poste: str) -> None:
        """Choose a poste; what was said about another one no longer holds."""
        self.poste = poste
        self.refusal = None
