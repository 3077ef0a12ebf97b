"""Why a device and the desk do not come together, in words."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    "sync.unreadable": N_("What came over the network cannot be read: it will be asked for again."),
    "sync.version": N_("This device and the control desk have different versions of Nord: update the older one."),
    "sync.unknown_device": N_("The control desk does not know this device: pair it again."),
    "sync.other_tournament": N_("The control desk is holding another tournament."),
    "sync.deposed": N_("Another control desk has taken over: this one is not listened to any more."),
    "sync.altered": N_("This record is not as its device wrote it."),
    "sync.forgotten": N_("An earlier control desk had written this; a device has brought it back."),
    "desk.unreachable": N_("No control desk answers at {address}: check the address and the network."),
    "pairing.no_code": N_("The code is no longer good, or none is shown: ask the control desk for a new one."),
    "pairing.wrong_code": N_("This is not the code that the control desk shows: look again and type it anew."),
    "pairing.role": N_("The code at the control desk is for another poste: ask for one for this device."),
    "standby.empty": N_("This machine has copied nothing from a control desk: it cannot take over from one."),
}
