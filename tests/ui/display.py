"""The screens that Nord must look right on, and one where there is none: Xvfb. Knows no Kivy."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen that Nord must look right on."""

    width: int
    height: int
    density: float = 1.0

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


LANDSCAPE = Screen(1280, 800)
SCREENS = (LANDSCAPE, Screen(1920, 1200, 1.5), Screen(1024, 600), Screen(800, 1280))

# Room for the largest of them, either way up.
LARGEST = "2048x1408x24"


@contextmanager
def display() -> Iterator[str]:
    """Give the process a screen of its own unless it already has one, and yield the screen's name.

    Xvfb picks a free number by itself, so that any number of processes can ask at once.
    """
    if present := os.environ.get("DISPLAY"):
        yield present
        return
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", LARGEST, "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as xvfb:
        assert xvfb.stdout is not None
        os.environ["DISPLAY"] = f":{xvfb.stdout.readline().strip()}"
        try:
            yield os.environ["DISPLAY"]
        finally:
            del os.environ["DISPLAY"]
            xvfb.terminate()
