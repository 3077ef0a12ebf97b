"""The command line: which commands there are, and which module answers each."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

# Each module offers add_arguments(parser) and run(args) -> int. It is imported only when its command
# is called, so that `compute` starts without the window's weight.
COMMANDS = {
    "desk": "the control desk: players, positions, rankings, the hall's pages",
    "compute": "the rules alone: JSON lines in, JSON lines out",
}


def parse(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line; wrong usage ends the program with status 2 and one line."""
    words = list(sys.argv[1:] if argv is None else argv)
    parser = argparse.ArgumentParser(prog="nord", description="Nord, the score sheet of a tarot tournament.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary)
        if words[:1] == [name]:
            import_module(f"app.cli.{name}").add_arguments(command)
    return parser.parse_args(words)


def run(args: argparse.Namespace) -> int:
    """Run the command that was parsed."""
    status: int = import_module(f"app.cli.{args.command}").run(args)
    return status
