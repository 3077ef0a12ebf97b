"""Why a window cannot open, in words."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    "window.no_screen": N_("This poste is a window, and there is no screen here: start it where there is one."),
}
