"""The language of the windows, which kv follows while running."""

from __future__ import annotations

from kivy.event import EventDispatcher
from kivy.properties import ObjectProperty, OptionProperty

from app.services.settings import LANGUAGES
from app.texts.catalogue import texts


class Words(EventDispatcher):
    """What kv calls `words`: `words.tr("…")` is said anew in every place when `lang` changes.

    `tr` is a property that holds the words of one language, so kv binds to it like to any other.
    """

    lang = OptionProperty(LANGUAGES[0], options=LANGUAGES)
    tr = ObjectProperty(texts(LANGUAGES[0]))

    def on_lang(self, _words: Words, lang: str) -> None:
        """Take the words of the new language."""
        self.tr = texts(lang)
