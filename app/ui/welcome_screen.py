"""What a poste says of itself once it is open."""

from __future__ import annotations

from kivy.properties import ObjectProperty, OptionProperty, StringProperty
from kivy.uix.screenmanager import Screen

from app.services.settings import Poste
from app.texts.catalogue import N_

WHAT = {
    Poste.ARBITRE: N_("This poste is the arbiter’s"),
    Poste.DESK: N_("This poste is the control desk"),
}
PURPOSE = {
    Poste.ARBITRE: N_("Here the arbiter will receive the calls of the tables, oldest first, and decide on each."),
    Poste.DESK: N_("Here the desk will seat the players, receive the sheets and post the ranking."),
}
NOT_YET = {
    Poste.ARBITRE: N_("The calls come with a later release. Until then, tables call aloud."),
    Poste.DESK: N_("These screens come with a later release. Until then, keep your usual forms."),
}


class WelcomeScreen(Screen):
    """Which poste this is, what it will do here, where its data is kept.

    `change_poste()` is called to choose another one, `change(name, value)` by the settings.
    """

    poste = OptionProperty(Poste.DESK, options=list(WHAT))
    folder = StringProperty()
    change_poste = ObjectProperty()
    change = ObjectProperty()
