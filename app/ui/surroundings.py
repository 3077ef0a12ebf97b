"""What Kivy must be told before it is first imported; importing this module imports no Kivy."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def settle(home: Path) -> None:
    """Keep Kivy off our command line and out of the person's home folder, and its log to what goes wrong.

    What the environment already says wins.
    """
    if sys.platform == "linux" and "ANDROID_ARGUMENT" not in os.environ:
        # Without these, a display that does not answer leaves a window running that nobody can see.
        os.environ.setdefault("SDL_VIDEODRIVER", "wayland,x11" if "WAYLAND_DISPLAY" in os.environ else "x11")
        os.environ.setdefault("KIVY_WINDOW", "sdl2")
    for name, value in {
        "KIVY_HOME": str(home),
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_CONFIG": "1",
        "KIVY_LOG_MODE": "PYTHON",
        # Our outlines are smooth by themselves; smoothing all twice doubles the cost of a frame.
        "KCFG_GRAPHICS_MULTISAMPLES": "0",
        "KCFG_GRAPHICS_WIDTH": "1280",
        "KCFG_GRAPHICS_HEIGHT": "800",
        "KCFG_GRAPHICS_MINIMUM_WIDTH": "800",
        "KCFG_GRAPHICS_MINIMUM_HEIGHT": "600",
        # A right click is a finger like any other, without Kivy's red dots.
        "KCFG_INPUT_MOUSE": "mouse,disable_multitouch",
        # Escape closes nothing that a table has under its hands.
        "KCFG_KIVY_EXIT_ON_ESCAPE": "0",
    }.items():
        os.environ.setdefault(name, value)
