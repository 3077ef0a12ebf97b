"""Why a poste cannot use its data folder, in words."""

from __future__ import annotations

SENTENCES = {
    "folder.in_use": "Nord is already open on {path}. Close it, or choose another folder with --data.",
    "folder.unusable": "Nord cannot write in {path}. Choose a folder of yours with --data.",
}
