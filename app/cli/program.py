"""The command line: which commands there are, and which module answers each."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.parser import Misused, Parser, speak
from app.cli.terminal import Terminal
from app.texts.catalogue import LANGUAGES, N_, Texts

if TYPE_CHECKING:  # the law and its journal weigh: only commands that use them import them
    from app.services.tournaments import OpenDesk

# Postes that are a window, which the composition root opens; with `--desk`, a poste without one (app.cli.poste).
WINDOWS = {
    "table": N_("the score sheet of one table"),
    "arbitre": N_("the arbiter's tablet"),
}
# By which option each of them names the desk that it joins; a code is that desk's.
JOINS = {"table": "desk", "arbitre": "desk", "desk": "standby"}
# Each module offers add_arguments(parser, texts) and run(args) -> int, or run(args, open_desk) where it works on
# the desk's folder. It is imported only when its command is called, so that `compute` starts without the window's
# weight.
COMMANDS = {
    "desk": N_("the control desk: players, positions, rankings, the hall's pages"),
    "tournoi": N_("the desk's work without a window: players, seats, positions, sheets, rankings"),
    "backup": N_("a tournament whole in one file"),
    "restore": N_("a tournament brought back from a backup"),
    "verify": N_("whether everything in a data folder is as it was written"),
    "demo": N_("a whole evening to look at: real desk, real tablets, simulated hands"),
    "compute": N_("the rules alone: JSON lines in, JSON lines out"),
}
ON_THE_DESK = ("desk", "tournoi", "backup", "restore", "demo")
# Of these, the ones that a desk which is already running does for whoever types them.
OF_A_RUNNING_DESK = ("tournoi", "backup", "restore")


def parse(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line; wrong usage ends the program with status 2 and one line."""
    words = list(sys.argv[1:] if argv is None else argv)
    # What a script reads is English unless told: only `compute` is made for scripts alone.
    tr = speak(words, "en" if "compute" in words else LANGUAGES[0])
    parser = Parser(
        prog="nord",
        description=tr("Nord, the score sheet of a tarot tournament. Without a command: the poste chosen last."),
    )
    parser.add_argument("--data", type=Path, metavar=tr("DIR"), help=tr("where everything is kept"))
    commands = parser.add_subparsers(dest="command", metavar=tr("COMMAND"), title=tr("commands"))
    for name, summary in WINDOWS.items():
        commands.add_parser(name, help=tr(summary), description=tr(summary), declare=_declared("poste", tr))
    for name, summary in COMMANDS.items():
        commands.add_parser(name, help=tr(summary), description=tr(summary), declare=_declared(name, tr))
    try:
        if any(map(_is_half, words)):
            parser.error(tr("a word is not text in this terminal's encoding"))
        args = parser.parse_args(words)
        if (option := JOINS.get(args.command)) and args.code is not None and getattr(args, option) is None:
            parser.error(tr("--code is of use with --{option} alone", option=option))
        return args
    except Misused as misused:
        print(misused, file=sys.stderr)
        raise SystemExit(2) from None


def add_data(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Let `--data` stand after a command as well as before it; said twice, the later one holds."""
    parser.add_argument(
        "--data", type=Path, metavar=tr("DIR"), default=argparse.SUPPRESS, help=tr("where everything is kept")
    )


def run(args: argparse.Namespace, open_desk: OpenDesk, terminal: Terminal | None = None) -> int:
    """Run the command that was parsed; one that works on the desk's folder is lent it, and a terminal to answer on."""
    module = import_module(f"app.cli.{'poste' if args.command in WINDOWS else args.command}")
    if args.command in ON_THE_DESK:
        status: int = module.run(args, open_desk, terminal or Terminal.own())
    elif args.command in WINDOWS:
        status = module.run(args, terminal or Terminal.own())
    else:
        status = module.run(args)
    return status


def _is_half(word: str) -> bool:
    """Whether a word came as bytes that the terminal's encoding does not know."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return True
    return False


def _declared(name: str, tr: Texts) -> Callable[[Parser], None]:
    def declare(parser: Parser) -> None:
        import_module(f"app.cli.{name}").add_arguments(parser, tr)

    return declare
