"""What a poste shows at once, while its folder and its screens are still being opened."""

from __future__ import annotations

from kivy.properties import OptionProperty
from kivy.uix.screenmanager import Screen

from app.services.settings import Poste
from app.texts.catalogue import N_

NAMES = {Poste.TABLE: N_("Table"), Poste.ARBITRE: N_("Arbiter"), Poste.DESK: N_("Control desk")}


class OpeningScreen(Screen):
    """Which poste is being opened."""

    poste = OptionProperty(Poste.TABLE, options=list(NAMES))
