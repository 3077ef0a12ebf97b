"""The command line's grammar: argparse, in the program's own words, with wrong usage told in one line."""

from __future__ import annotations

import argparse
import gettext
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NoReturn

from app.texts.catalogue import LANGUAGES, Texts, speak_for_libraries


class Misused(Exception):
    """The words of a command make no sense; says in one line why, and where help is."""


class Parser(argparse.ArgumentParser):
    """A parser that raises `Misused` instead of printing, and takes no option cut short.

    `declare` adds its words once it is called: a command that is not called costs nothing.
    """

    def __init__(self, *, declare: Callable[[Parser], None] | None = None, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter, **settings)
        self._declare = declare
        self._is_intermixed = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Declare what was put off, then read the words."""
        if self._declare is not None:
            declare, self._declare = self._declare, None
            declare(self)
        if self._subparsers is not None or self._is_intermixed:
            return super().parse_known_args(args, namespace)
        # A donne's words may stand before an option, after it, or on both sides.
        self._is_intermixed = True
        try:
            read, strange = self.parse_known_intermixed_args(args, namespace)
        finally:
            self._is_intermixed = False
        if strange:  # told by the command itself: its own help is what helps
            self.error(gettext.gettext("unrecognized arguments: %s") % " ".join(strange))
        return read, strange

    def error(self, message: str) -> NoReturn:
        """Refuse the words."""
        raise Misused(f"{self.prog}: {message} ({self.prog} --help)")


def speak(words: Sequence[str], default: str) -> Texts:
    """Return the language that a command line asks for, wherever it does, and let argparse speak it too."""
    said = " ".join(words).replace("--lang=", "--lang ").split()
    asked = [following for word, following in pairwise(said) if word == "--lang"]
    return speak_for_libraries(asked[-1] if asked and asked[-1] in LANGUAGES else default)
