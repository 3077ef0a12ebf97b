"""Why a poste cannot use its data folder, in words."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    "folder.in_use": N_("Nord is already open on {path}. Close it, or choose another folder with --data."),
    "folder.unusable": N_("Nord cannot write in {path}. Choose a folder of yours with --data."),
}
