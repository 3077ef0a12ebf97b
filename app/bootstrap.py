"""The composition root: the only place where a poste or a command is wired to the world."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

from app.cli import program

# Where there is nothing to draw on, the one poste that is of use is the desk, which serves the others.
WITHOUT_A_SCREEN = ("desk", "--headless")


def main(argv: Sequence[str] | None = None) -> int:
    """Run what the command line asks for and return the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words and not has_screen(os.environ):
        words = list(WITHOUT_A_SCREEN)
    return program.run(program.parse(words))


def has_screen(environ: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Tell whether a window can be shown: always, except where X11 and Wayland are both absent."""
    return platform in ("win32", "darwin", "android") or bool(
        environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY") or environ.get("ANDROID_ARGUMENT")
    )
