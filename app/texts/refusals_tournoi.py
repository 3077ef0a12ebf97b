"""Sentences for what the law of a tournament refuses, and for what championships warn about."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    # Decisions
    "note_missing": N_("“{field}” is missing: a decision names its author and says its reason."),
    "penalty_points": N_("A penalty takes at least one point, not {points}."),
    "penalty_cancelled_twice": N_("This penalty of {player} is cancelled already."),
    "position_unknown": N_("There is no position {position}: positions count from 1."),
    # Shape
    "no_seance": N_("The tournament has no séance: add one."),
    "seance_empty": N_("Séance {seance} has no position: add one or remove the séance."),
    "position_without_donne": N_("Position {position} needs at least one donne."),
    "cut_after_last": N_("Nothing is played after position {position}: nobody can be eliminated there."),
    "keep_grows": N_("{keep} cannot play on when only {most} are left: keep {most} or fewer."),
    "keep_too_few": N_("{keep} cannot fill a table: keep at least {least}."),
    "keep_unseatable": N_("{keep} players cannot be seated at tables of four and of three: keep {fewer} or {more}."),
    "keep_teams": N_("{keep} teams are too few for the five tables of their movement: keep at least {least}."),
    "keep_share": N_("The share kept is between 0 and 1, not {share}."),
    "divide_below_one": N_("Scores are divided by 1 or more, not by {divide}."),
    # Championships
    "final_too_few": N_("A regional final of a championship needs {least} entrants: there are {entrants}."),
    "final_too_short": N_("A regional final of a championship needs {seances} séances of {donnes} donnes or more."),
    "divide_too_much": N_("In championships scores are divided by at most {most}, not by {divide}."),
    "divide_without_cut": N_(
        "In championships scores are divided only when one in five goes out: here {eliminated} of {entrants}."
    ),
    # Positions
    "position_planned": N_("Position {position} is not open yet: open it first."),
    "position_open": N_("Position {position} is open already."),
    "position_closed": N_("Position {position} is closed: reopen it, with a reason, to change it."),
    "position_reopened": N_("Position {position} is reopened: only the arbiter changes its sheets, then closes it."),
    "earlier_not_closed": N_("Position {earlier} is not closed: close it before position {position} opens."),
    "sheet_not_sent": N_("Table {table} has not sent its sheet: wait for it, or type it in."),
    "sheet_not_zero": N_("The sheet of table {table} sums to {sum} instead of 0: find the mistake first."),
    # Sheets
    "arbiter_only": N_("Only the arbiter can do this: call the arbiter."),
    "sheet_blank": N_("Nothing is on the sheet of table {table} yet."),
    "sheet_playing": N_("The sheet of table {table} is not signed yet: have it signed first."),
    "sheet_visaed": N_("The sheet of table {table} is signed: only a correction by the arbiter changes it now."),
    "sheet_sent": N_("The sheet of table {table} is at the desk: only a correction by the arbiter changes it now."),
    "sheet_corrected": N_("The sheet of table {table} was corrected: only the arbiter changes it now."),
    "sheet_full": N_("All {due} donnes are on the sheet: check it and sign."),
    "sheet_incomplete": N_("{missing} of {due} donnes are still to be played: sign when all are on the sheet."),
    "due_out_of_range": N_("The position can be shortened to between {least} and {most} donnes, not {due}."),
    "donne_unknown": N_("There is no donne {donne} on the sheet: {recorded} are recorded."),
    "marks_not_seats": N_("Donne {donne} must give one mark to each of {seats}."),
    "marks_not_zero": N_("The marks of donne {donne} sum to {sum} instead of 0: check them."),
    "already_seated": N_("{player} is at table {table} already: choose another substitute."),
    "visa_twice": N_("{seat} has signed already."),
    "visas_missing": N_("The sheet cannot be sent yet: {seats} must sign."),
    # Entrants, cuts and finals
    "entry_closed": N_("Position 1 is open: {player} can only come in as a substitute."),
    "entered_twice": N_("{player} is entered already."),
    "entrant_unknown": N_("{player} does not take part: check the name."),
    "already_left": N_("{player} has left the tournament already."),
    "already_replaced": N_("{player} has a substitute already: name who sits there now."),
    "cut_decided": N_("Nobody is tied for the last place: no draw is needed."),
    "cut_undecided": N_(
        "Nothing tells {tied} apart: draw who takes the last {places} of the places, and name them with --drawn."
    ),
    # Rankings asked for
    "id_twice": N_("“{id}” is ranked twice: give each competitor an id of their own."),
    "not_an_object": N_("“{field}” must be an object with its fields in braces."),
    "not_a_score": N_("“{field}” must be a score: a number, with at most {decimals} decimals."),
}
