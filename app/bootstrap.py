"""The composition root: the only place where a poste or a command is wired to the world."""

from __future__ import annotations

from collections.abc import Sequence

from app.cli import program


def main(argv: Sequence[str] | None = None) -> int:
    """Run what the command line asks for and return the exit status."""
    args = program.parse(argv)
    return program.run(args)
