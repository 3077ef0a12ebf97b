"""Words that commands share: the options of all of them, and those that many of them have."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from app.cli.program import add_data
from app.cli.tournoi.call import Call
from app.cli.tournoi.report import Report
from app.services.dates import read_date
from app.texts.catalogue import LANGUAGES, Texts

Do = Callable[[Call], Report]
MOST_SEEDS = 10**15  # what an event can hold, and nobody types more


def acts(parser: argparse.ArgumentParser, tr: Texts, do: Do, *examples: str) -> argparse.ArgumentParser:
    """Let a parser run a command, with the options that every command has and examples under its help."""
    add_data(parser, tr)
    silent: dict[str, Any] = {"default": argparse.SUPPRESS, "help": argparse.SUPPRESS}
    parser.add_argument("--tournament", **silent)
    parser.add_argument("--lang", choices=LANGUAGES, **silent)
    parser.add_argument("--json", action="store_true", **silent)
    parser.set_defaults(do=do)
    if examples:
        parser.epilog = "\n".join([tr("Examples:"), *(f"  nord tournoi {example}" for example in examples)])
    return parser


class Actions:
    """The actions of one command, such as `players add`; without one, the first is meant."""

    def __init__(self, parser: argparse.ArgumentParser, tr: Texts) -> None:
        self._tr = tr
        self._parser = parser
        self._actions = parser.add_subparsers(dest="action", metavar=tr("ACTION"), title=tr("actions"))

    def add(self, name: str, summary: str, do: Do, *examples: str) -> argparse.ArgumentParser:
        """Declare one action and return its parser."""
        parser = self._actions.add_parser(name, help=summary, description=summary)
        return acts(parser, self._tr, do, *examples)

    def otherwise(self, do: Do) -> None:
        """Say what the command does without an action."""
        acts(self._parser, self._tr, do)


def add_position(parser: argparse.ArgumentParser, tr: Texts, *, also_before: bool = False) -> None:
    """Let a command name a position other than the one being played.

    `also_before` is for an action whose command takes it too: what was said before the action stands.
    """
    default = argparse.SUPPRESS if also_before else None
    parser.add_argument("--position", type=count, metavar="N", default=default, help=tr("else the one being played"))


def add_reason(parser: argparse.ArgumentParser, tr: Texts, *, required: bool = True) -> None:
    """Let a decision say its reason."""
    parser.add_argument("--reason", required=required, default="", metavar=tr("TEXT"), help=tr("why, for the history"))


def count(text: str) -> int:
    """Read a number from 1 on."""
    n = int(text)
    if n < 1:
        raise ValueError(text)
    return n


def seed(text: str) -> int:
    """Read the seed of a draw."""
    n = int(text)
    if not 0 <= n < MOST_SEEDS:
        raise ValueError(text)
    return n


def cents(text: str) -> int:
    """Read an amount in euros as cents."""
    euros, _, rest = text.replace(",", ".").partition(".")
    if not euros.isdecimal() or len(rest) > 2 or not (rest or "0").isdecimal():
        raise ValueError(text)
    return 100 * int(euros) + int((rest + "00")[:2])


def day(text: str) -> str:
    """Read a date as people write it."""
    read = read_date(text)
    if read is None:
        raise ValueError(text)
    return read


# What argparse calls them where they cannot be read.
count.__name__ = seed.__name__ = "number"
cents.__name__ = "euros"
day.__name__ = "date"
