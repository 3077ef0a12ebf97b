"""Sentences for what the desk may not do now, and for a player's card that is not right."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    "name_missing": N_("“{field}” is empty: write a name."),
    "name_twice": N_("{name} is written twice: tell the players apart."),
    "text_too_long": N_("“{field}” has {length} letters: shorten it to {most}."),
    "serie_unknown": N_("There is no série {serie}: give 1, 2, 3 or 4, or nothing."),
    "not_a_date": N_("“{given}” is not a date: write it as year-month-day, like 1956-03-21."),
    "licence_taken": N_("Licence {licence} is already {name}'s: correct the number or the player."),
    "in_two_teams": N_("{player} is in another team already."),
    "team_size": N_("A team of this event has {size} players, not {members}."),
    "two_cards": N_("{player} has two cards: give each player one."),
    "already_started": N_("Position {position} has begun: this is settled before the first one."),
    "position_out_of_turn": N_("The next position is {next}, not {position}."),
    "position_still_open": N_("Position {position} is still open: close it first."),
    "table_twice": N_("Table {table} is seated twice."),
    "seated_twice": N_("{player} is seated twice."),
    "nobody_seated": N_("Nobody is seated: register players and draw their seats first."),
    "is_eliminated": N_("{player} was eliminated and plays no more."),
    "cut_out_of_turn": N_("Position {position} is not the one that was just closed."),
    "cut_twice": N_("The cut after position {position} was made already."),
    "cut_nonsense": N_("Nobody can be kept and eliminated at once, nor scores be multiplied."),
    "movement_missing": N_("No movement was chosen yet: choose one before the seats are drawn."),
    "no_more_positions": N_("All {positions} positions are played: there is none left to open."),
    "players_without_team": N_("Some players are in no team: form the teams before the draw."),
    "nothing_to_undo": N_("Nothing is written yet on the sheet of table {table}."),
    "warned_apart": N_("One of these players was warned before and another was not: rule on each apart."),
}
