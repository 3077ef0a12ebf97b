"""Sentences for a PIN that cannot be taken."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    "pin_digits": N_("A code has {least} to {most} digits: choose another one."),
}
