"""Sentences for what the desk may not do now, and for a player's card that is not right."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    "name_missing": N_("“{field}” is empty: write a name."),
    "name_twice": N_("{name} is written twice: tell the players apart."),
    "text_too_long": N_("“{field}” has {length} letters: shorten it to {most}."),
    "serie_unknown": N_("There is no série {serie}: give 1, 2, 3 or 4, or nothing."),
    "not_a_date": N_("“{given}” is not a date: write it like 21/03/1956 or 1956-03-21."),
    "born_out_of_range": N_("“{given}” cannot be a player's day of birth: check the year."),
    "control_character": N_("“{field}” holds a control character ({code}), which no name has. Type it again."),
    "licence_spoilt": N_(
        "“{licence}” is a number that the spreadsheet has shortened: make its column text, and write the licence in"
        " full."
    ),
    "namesake_entered": N_("{name} is entered already: if this is somebody else, give both a licence, or both a club."),
    "licence_taken": N_("Licence {licence} is already {name}'s: correct the number or the player."),
    "in_two_teams": N_("{player} is in another team already."),
    "team_size": N_("A team of this event has {size} players, not {members}."),
    "no_teams_here": N_("This event is played by each for themselves: it has no teams."),
    "no_team_yet": N_("No team is formed yet: “players team NAME PLAYER PLAYER …” forms them."),
    "two_cards": N_("{player} has two cards: give each player one."),
    "already_started": N_("Position {position} has begun: this is settled before the first one."),
    "position_out_of_turn": N_("The next position is {next}, not {position}."),
    "position_still_open": N_("Position {position} is still open: close it first."),
    "counts_from_one": N_("“{field}” counts from 1, and cannot be {number}."),
    "too_many_donnes": N_("A position has at most {most} donnes, not {donnes}."),
    "sheets_not_sent": N_("The sheets of tables {tables} are not in: wait for them, or type them in."),
    "table_twice": N_("Table {table} is seated twice."),
    "seated_twice": N_("{player} is seated twice."),
    "nobody_seated": N_("Nobody is seated: register players and draw their seats first."),
    "cards_unknown": N_("Nobody can keep their place, for the cards fit no movement: draw the seats anew."),
    "seats_withheld": N_("Only the desk knows where everybody sat at position {position}: ask it."),
    "seat_gone": N_("Nobody sits in the seat of {player} any more: the others were seated anew since they left."),
    "seats_stale": N_("Players came or left since the draw: hand the cards out again, or draw anew."),
    "is_eliminated": N_("{player} was eliminated and plays no more."),
    "cut_out_of_turn": N_("Position {position} is not the one that was just closed."),
    "cut_uneven": N_("Everybody who is still in is either kept or eliminated, and nobody else: make the cut again."),
    "movement_missing": N_("No movement was chosen yet: choose one before the seats are drawn."),
    "movement_under_way": N_(
        "The room has moved by “{setting}” up to position {position}, and can only go on so: open the next position as"
        " it is, or draw new seats with “open --setting random” or “open --setting best”."
    ),
    "movement_left": N_(
        "The room was seated anew (“{setting}”) for position {position}, and no movement goes on from there: open the"
        " next one with “open --setting random” or “open --setting best”."
    ),
    "no_more_positions": N_("Position {positions} was the last one: there is none left to open."),
    "positions_left": N_(
        "{played} of {announced} positions are played: play the others, or end the tournament here with --early."
    ),
    "rewarded_elsewhere": N_("Who is rewarded already only matters to the special prize: add --last-two."),
    "mate_missing": N_(
        "{player} has no mate left, and teams are seated whole: enter a substitute for whom left, or withdraw {player}."
    ),
    "players_without_team": N_("Some players are in no team: form the teams before the draw."),
    "all_signed": N_("Everybody has signed the sheet of table {table} already: “sheets send” gives it in."),
    "paper_short": N_(
        "{typed} of {due} donnes are typed: type the others too, or say with --played {typed} that no more were played."
    ),
    "paper_bilans": N_(
        "{typed} of {due} donnes are typed: say with --played for how many the marks stand, --played {due} for all."
    ),
    "correction_short": N_(
        "{typed} of {due} donnes are given: give the others too, name the one to be corrected with --donne, or say with"
        " --played {typed} that no more were played."
    ),
    "correction_bilans": N_(
        "{typed} of {due} donnes are given: name the one to be corrected with --donne, or say with --played for how"
        " many the marks stand, --played {due} for all."
    ),
    "correction_of_one": N_("--donne corrects one donne and keeps the others: leave --played out."),
    "paper_played": N_("--played {played} does not go with what is typed: {typed} donnes."),
    "nobody_entered": N_("Nobody is entered: “players import FILE” or “players add NAME” comes first."),
    "penalty_too_large": N_("A penalty takes at most {most} points, not {points}."),
    "nothing_to_undo": N_("Nothing is written yet on the sheet of table {table}."),
    "player_unknown": N_("Nobody answers to “{said}”: give a name, a licence or a starting place such as S4."),
    "player_unknown_near": N_("Nobody answers to “{said}”: is it {near}?"),
    "player_ambiguous": N_("“{said}” could be {players}: give the whole name, or what stands in brackets."),
    "nothing_open": N_("No position was opened yet: open the first one."),
    "choice_missing": N_("The preneur must choose first: give --choice, one of {choices}."),
    "penalty_number": N_("There is no penalty {number}: “penalty” lists them with their numbers."),
    "warned_apart": N_("One of these players was warned before and another was not: rule on each apart."),
}
