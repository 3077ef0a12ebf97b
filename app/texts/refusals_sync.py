"""Why a device and the desk do not come together, in words."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    "sync.unreadable": N_("What came over the network cannot be read: it will be asked for again."),
    "sync.version": N_("This device and the control desk have different versions of Nord: update the older one."),
    "sync.unknown_device": N_("The control desk does not know this device: pair it again."),
    "sync.other_tournament": N_("The control desk is holding another tournament."),
    "sync.not_confirmed": N_("The control desk has yet to confirm this device."),
    "desk.not_running": N_("The control desk is not running: start it with “nord desk --headless”, then ask again."),
    "desk.went_away": N_("The control desk stopped before it answered: start it, and see whether it was done."),
    "sync.deposed": N_("Another control desk has taken over: this one is not listened to any more."),
    "sync.altered": N_("This record is not as its device wrote it."),
    "sync.forgotten": N_("An earlier control desk had written this; a device has brought it back."),
    "desk.address": N_("“{address}” is no address of a control desk: type it as the desk shows it."),
    "poste.command": N_("“{command}” is the control desk's work: this poste does not do it."),
    "wait.in_vain": N_("Waited in vain for “{what}”."),
    "demo.refused": N_("“{line}” was refused: {why}"),
    "demo.ended": N_("“{poste}” ended badly: nord.log in its folder says why."),
    "demo.desk_ended": N_("The control desk ended before the evening did."),
    "demo.too_long": N_("The evening was not over after {seconds} seconds: it was given up."),
    "demo.folder_taken": N_("{path} is not empty: choose another folder with --data."),
    "desk.unreachable": N_("No control desk answers at {address}: check the address and the network."),
    "pairing.no_code": N_("The code is no longer good, or none is shown: ask the control desk for a new one."),
    "pairing.wrong_code": N_("This is not the code that the control desk shows: look again and type it anew."),
    "pairing.role": N_("The code at the control desk is for another poste: ask for one for this device."),
    "pairing.taken": N_("The control desk knows this device as another poste: have it removed there, then try again."),
    "carry.not_ours": N_("This is not a file that Nord wrote to be carried: choose the one that ends in .nord."),
    "carry.damaged": N_("This file is damaged, or was not copied to its end: write it and copy it once more."),
    "carry.too_large": N_("This file is larger than {most} MiB: it is not one of Nord's."),
    "carry.from_sheets": N_("This file brings a tablet's sheets to the desk: a tablet takes in the desk's own file."),
    "carry.from_room": N_("This file comes from a control desk: it is for the tablets."),
    "carry.other_tournament": N_("This file is of another tournament."),
    "carry.unknown_device": N_("This file is from a tablet that the tournament does not know: pair it first."),
    "carry.not_authentic": N_("This file is not from whom it says, or was changed since: nothing of it is taken in."),
    "carry.not_for_us": N_("This file has nothing for this tablet: ask the control desk for a new one."),
    "standby.empty": N_("This machine has copied nothing from a control desk: it cannot take over from one."),
}
