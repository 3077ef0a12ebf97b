"""Sentences for an event that is refused, or that is set aside without effect."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    "event.too_large": N_("This record is larger than {most} bytes: it is not one of Nord's."),
    "event.unreadable": N_("This record cannot be read: it is damaged, or of a newer version of Nord."),
    "event.unknown_kind": N_("This version of Nord does not know “{kind}”: update it to take this record."),
    "event.unfit": N_("“{field}” of this record is not what it should be."),
    "event.not_begun": N_("Nothing has begun yet: create the tournament first."),
    "event.begun_twice": N_("This tournament has already begun: it is created once."),
    "event.other_journal": N_("This record belongs to another tournament."),
    "event.unknown_device": N_("This device is not known here: pair it with the desk again."),
    "event.not_your_role": N_("A device of the “{role}” poste may not write this."),
    "event.closed": N_("The tournament is closed: nothing more is written."),
    "event.no_table": N_("This record does not say which table it is about."),
    "event.not_your_table": N_("Table {table} is not this tablet's: ask the desk to assign it."),
    "event.stale_epoch": N_("Table {table} was given to another tablet, or its sheet was typed at the desk, since."),
    "event.stale_replacement": N_("What this changes was changed by somebody else meanwhile: look at it again."),
    "device_is_desk": N_("This device is the desk itself."),
    "device_unknown": N_("This device is not known here."),
    "device_no_table": N_("This device is not a table's tablet: choose one that is."),
    "epoch_not_higher": N_("The table's epoch must be {least} or more, not {epoch}."),
    "sheet_unknown": N_("Table {table} has no sheet at position {position}."),
    "request_unknown": N_("Nobody asked for this at the table."),
    "asked_twice": N_("{seat} has already asked for this on these cards."),
    "nothing_to_grant": N_("Donne {donne} needs no visa of the arbiter."),
    "answered_twice": N_("The arbiter has answered this already."),
    "nobody_called": N_("Nobody is calling the arbiter at this table."),
    "annulment_stays": N_("An annulled donne cannot be brought back: record it again."),
    "substituted_since": N_("A substitute has sat down since this donne: enter it otherwise, not anew."),
    "not_the_mort": N_("{seat} did not sit out on this donne: check the mort."),
    "not_to_be_signed": N_("The sheet of table {table} is not there to be signed."),
    "penalty_unknown": N_("There is no such penalty."),
    "code_digits": N_("The arbiter's code has {digits} digits: type it again."),
    "code_used": N_("This code of the arbiter was used already at this table: each is good once."),
    "code_wrong": N_("No arbiter's tablet gave this code for this decision at this table."),
    "code_locked": N_("Too many wrong codes came from this tablet: look at those in quarantine first."),
    "device_no_arbiter": N_("This device is not an arbiter's."),
    "check_digits": N_("The check code under a sheet has {digits} digits: type it again."),
    "check_no_tablet": N_("The desk knows no tablet of table {table}: type its paper without a check code."),
    "check_wrong": N_(
        "The check code does not go with what is typed for table {table}, position {position}: look again at the table,"
        " each bilan, the number of donnes and the code."
    ),
    "pin_written": N_("A PIN is never written down: leave the code empty."),
    "settled_already": N_("Somebody has already decided about this record."),
    "nothing_to_confirm": N_("Nothing decided at a table waits for this confirmation."),
}
