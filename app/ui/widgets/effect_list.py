"""The effects of a decision, a sentence each."""

from __future__ import annotations

from kivy.properties import ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout


class Effect(BoxLayout):
    """One sentence behind its point."""

    text = StringProperty()


class EffectList(BoxLayout):
    """Sentences, one below the other."""

    effects = ListProperty()

    def on_effects(self, _list: EffectList, effects: list[str]) -> None:
        """Say other sentences."""
        self.clear_widgets()
        for text in effects:
            self.add_widget(Effect(text=text))
