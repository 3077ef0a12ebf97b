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
    "tournament.misnamed": N_("The file of tournament {id} holds tournament {named}: give it its own name back."),
    "tournament.beyond_repair": N_("Nothing can be saved of {file}, which is kept: restore the latest backup."),
    "tournament.damaged": N_(
        "This tournament cannot be read: its damaged file is kept as {file}. Restore its latest backup, or"
        " name another tournament with --tournament."
    ),
    "tournament.missing": N_(
        "The tournament in use is not here any more: its file {file} is missing. Put it back or restore its latest"
        " backup; “tournoi use NAME” takes up another tournament."
    ),
    "tournament.none_in_use": N_(
        "Nothing tells which tournament is in use: {file} is missing or cannot be read. Say it with “tournoi use NAME”,"
        " or name the tournament with --tournament."
    ),
    "tournament.unknown": N_("This poste holds no tournament {id}: check the name."),
    "tournament.none": N_("There is no tournament in this folder yet: begin one with “new”, or choose it with --data."),
    "tournament.over": N_("“{name}” is closed: --tournament NAME looks at it."),
    "tournament.ended": N_(
        "“{name}” is closed: nothing more is written in it. “use NAME” takes up another tournament, “new NAME” begins"
        " one."
    ),
    "tournament.playing": N_(
        "Position {position} of “{name}” is open: close it first, or add --while-playing and the tablets leave it."
    ),
    "tournament.ambiguous": N_("Several tournaments are called “{name}”: name one by its id ({ids})."),
    "sheet_file.unreadable": N_("{file} is not a sheet: ask the control desk for it again."),
    "export.unwritable": N_("The file cannot be written to {path}: free some room, then try again."),
    "outbox.ahead": N_("The control desk holds {seq} records of this device, which has only {here}: pair it again."),
    "quarantine.altered": N_("Record {number} is not as its device wrote it: it can only be dismissed."),
    "quarantine.foreign": N_("Record {number} is of another tournament: it can only be dismissed here."),
    "quarantine.not_its_role": N_(
        "Record {number} is not for its device's poste to write: dismiss it, and do yourself what is to be done."
    ),
    "backup.absent": N_("There is no file {file}: check its name."),
    "quarantine.settled": N_("Record {number} in quarantine is settled already, or there is none."),
    "backup.none": N_("{file} is no backup of Nord, or its beginning is destroyed. Use another."),
    "backup.damaged": N_("{file} cannot serve as a backup, use another. What is damaged in it: {where}."),
    "backup.copy_damaged": N_(
        "The copy of {file} is no backup: “verify” tells whether the tournament's own file is at fault, or the stick."
        " What is damaged in it: {where}."
    ),
    "storage.full": N_("There is no room left on this device: nothing was saved. Free some, then try again."),
    "storage.failed": N_(
        "This device could not read or write its memory. Call the control desk, and play on on paper."
    ),
    "storage.full_at": N_("There is no room left in {path}: nothing was saved there. Free some, then try again."),
    "storage.failed_at": N_("{path} could not be read or written: nothing was saved there. Try another disk or stick."),
    # What verify finds
    "damage.absent": N_("There is nothing here to verify."),
    "damage.missing": N_("This is the tournament in use, and its file is missing: restore its latest backup."),
    "damage.in_use": N_("It does not tell any more which tournament is in use: say it with “tournoi use NAME”."),
    "damage.restoring": N_("This tournament is being brought back, and that was cut off: the next command ends it."),
    "damage.lost": N_("Nothing could be saved of this damaged file: restore the latest backup."),
    "damage.not_a_database": N_("This is not a file of Nord, or its beginning is destroyed."),
    "damage.index": N_("A register of the file does not agree with what it holds."),
    "damage.structure": N_("The file is damaged in its structure."),
    "damage.wal": N_("The latest records, which wait beside the file, are damaged."),
    "damage.fact": N_("What the file says of itself is missing or cannot be read."),
    "damage.fact_changed": N_("It is not what was saved."),
    "damage.snapshot": N_("It is not what the journal says up to there."),
    "damage.type": N_("A field holds something of another kind."),
    "damage.number": N_("It has number {n} where {expected} should come."),
    "damage.id": N_("Its bytes are not those that were saved."),
    "damage.unreadable": N_("It cannot be read."),
    "damage.foreign": N_("It belongs to another tournament, {journal}."),
    "damage.place": N_("It is filed wrongly: it says record {seq} of epoch {epoch} of device {device}."),
    "damage.gap": N_("It is record {seq} of its device, where record {expected} should come."),
    "damage.chain": N_("It does not follow the record before it on its device."),
    "damage.mac": N_("Its seal is not that of its device."),
    "damage.head": N_("It does not follow the event before it in the journal."),
    "damage.tip_head": N_("The journal does not end as it was saved."),
    "damage.tip": N_("The journal ends at event {n}, where {expected} were saved."),
    # Where verify finds it
    "where.file": N_("the file"),
    "where.fact": N_("what the file says of itself, “{fact}”"),
    "where.tip": N_("the end of the journal"),
    "where.after": N_("after event {n}"),
    "where.row": N_("event {n}"),
    "where.event": N_("event {n} ({device} {epoch}/{seq}, {id})"),
    "where.quarantine": N_("record {number} in quarantine"),
    "where.snapshot": N_("snapshot at event {n}"),
}
