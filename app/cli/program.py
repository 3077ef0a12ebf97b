"""The command line: which commands there are, and which module answers each."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

# Postes that are a window and nothing else; the composition root opens it.
WINDOWS = {
    "table": "the score sheet of one table",
    "arbitre": "the arbiter's tablet",
}
# Each module offers add_arguments(parser) and run(args) -> int. It is imported only when its command
# is called, so that `compute` starts without the window's weight.
COMMANDS = {
    "desk": "the control desk: players, positions, rankings, the hall's pages",
    "compute": "the rules alone: JSON lines in, JSON lines out",
}


def parse(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line; wrong usage ends the program with status 2 and one line."""
    words = list(sys.argv[1:] if argv is None else argv)
    parser = argparse.ArgumentParser(
        prog="nord",
        description="Nord, the score sheet of a tarot tournament. Without a command: the poste chosen last.",
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="where everything is kept")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, summary in WINDOWS.items():
        add_data(commands.add_parser(name, help=summary, description=summary))
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary)
        if words[:1] == [name]:
            import_module(f"app.cli.{name}").add_arguments(command)
    return parser.parse_args(words)


def add_data(parser: argparse.ArgumentParser) -> None:
    """Let `--data` stand after a command as well as before it; said twice, the later one holds."""
    parser.add_argument("--data", type=Path, metavar="DIR", default=argparse.SUPPRESS, help="where everything is kept")


def run(args: argparse.Namespace) -> int:
    """Run the command that was parsed."""
    status: int = import_module(f"app.cli.{args.command}").run(args)
    return status
