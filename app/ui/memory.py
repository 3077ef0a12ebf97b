"""What the windows hold for good: Python need not look through it for rubbish again and again.

Python's full pass over a window's widgets holds its thread for a tenth of a second, and would do so in the middle of a
tap. So no pass is made while the program starts, when all that is made stays, and each screen is set aside once it is
built. Only what came since is looked through: a few milliseconds.
"""

from __future__ import annotations

import gc

from kivy.clock import Clock

SETTLED_SECONDS = 0.5  # after which a screen has built all that it is made of


def _set_aside(_dt: float) -> None:
    gc.freeze()
    gc.enable()


set_aside_soon = Clock.create_trigger(_set_aside, SETTLED_SECONDS)
"""Call it where a screen was built that stays for as long as its poste."""


def take_back() -> None:
    """Let what was set aside be looked through again: the screens of a poste are gone."""
    set_aside_soon.cancel()
    gc.unfreeze()
    gc.enable()
