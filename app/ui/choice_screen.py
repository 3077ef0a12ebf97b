"""The first screen: which poste is this?"""

from __future__ import annotations

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from app.texts.catalogue import N_

# At a window nobody types options: the same reasons as on the command line, in other words.
WHY_NOT = {
    "folder.in_use": N_("This poste is already open on this device. Close its other window, then open it here."),
    "folder.unusable": N_("Nord cannot write its data on this device. Free some room, or ask whoever set it up."),
}


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
