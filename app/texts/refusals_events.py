"""Sentences for an event that cannot be taken as it is."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    "event.too_large": N_("This record is larger than {most} bytes: it is not one of Nord's."),
    "event.unreadable": N_("This record cannot be read: it is damaged, or of a newer version of Nord."),
}
