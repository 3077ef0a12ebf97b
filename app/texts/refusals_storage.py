"""Sentences for what the memory of a poste refuses to keep."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    "journal.duplicate": N_("Record {seq} of device {device} is kept already: nothing is to be done."),
    "journal.fork": N_(
        "Device {device} has two different records number {seq}: it has lost its latest ones. Pair it again."
    ),
    "journal.gap": N_("Device {device} sent record {seq} before record {expected}: it must send the earlier ones."),
    "journal.chain": N_("Record {seq} of device {device} does not follow the one before it: call the control desk."),
    "journal.foreign": N_("Record {seq} of device {device} is of another tournament: it cannot be kept here."),
    "tournament.id": N_("“{id}” cannot name a tournament: use letters and digits only."),
    "tournament.exists": N_("This poste already holds tournament {id}: open it, or choose another name."),
    "tournament.unknown": N_("This poste holds no tournament {id}: check the name."),
}
