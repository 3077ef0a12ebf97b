"""The words of one language: gettext catalogues, English as the source, French beside it."""

from __future__ import annotations

import gettext
import os
from functools import cache
from importlib import resources

from app.services.settings import LANGUAGES as LANGUAGES  # offered again to those who write

DOMAIN = "nord"


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name for "translated where it is used"
    """Mark a sentence for the catalogue and return it as it is."""
    return sentence


class Texts:
    """Sentences in one language.

    Call it with an English sentence and the values of its `{fields}`.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang if lang in LANGUAGES else LANGUAGES[0]
        with resources.as_file(resources.files("app.texts") / "locale") as folder:
            self._catalogue = gettext.translation(DOMAIN, folder, [self.lang], fallback=True)

    def __call__(self, sentence: str, **values: object) -> str:
        """Return the sentence in this language, its fields filled in."""
        text = self._catalogue.gettext(sentence)
        return text.format(**values) if values else text

    def plural(self, one: str, many: str, n: int, **values: object) -> str:
        """Return the form of the sentence that fits `n`; `{n}` is always filled in."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **values)


def speak_for_libraries(lang: str) -> Texts:
    """Return the words of a language, and let libraries that ask gettext itself, such as argparse, speak it."""
    # gettext chooses by the environment; the folder of an installed program stays where it is.
    os.environ["LANGUAGE"] = lang
    gettext.bindtextdomain(DOMAIN, str(resources.files("app.texts") / "locale"))
    gettext.textdomain(DOMAIN)
    return texts(lang)


@cache
def texts(lang: str) -> Texts:
    """Return the words of a language, read once."""
    return Texts(lang)
