"""Sentences for a movement, a draw or a change of seats that cannot be made."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    "movement.tables_or_players": N_("Give the number of tables or the number of players, one of the two."),
    "movement.tables": N_("The movement “{kind}” is made for {least} to {most} tables, not {tables}: choose another."),
    "movement.positions": N_("A movement has 1 to {most} positions, not {positions}."),
    "movement.players_unseatable": N_("{players} players cannot be seated at tables of four and of three."),
    "movement.howell_players": N_("A Howell is made for 11 to 16 players, not {players}."),
    "movement.five_players": N_(
        "A table of five leaves the others at four: it needs one player too many, and {players} is no such number;"
        " choose the movement without it."
    ),
    "movement.five_howell": N_("A Howell has no table of five: leave a number out, or play tables of three."),
    "movement.five_positions": N_("The contest with a table of five is computed for at most {most} positions."),
    "movement.five_teams": N_("Teams have no table of five: each team is whole."),
    "movement.team_size": N_("Teams are of two or of four, not {size}."),
    "movement.teams_kind": N_("Teams play the FFT movement: the movement “{kind}” would let them meet."),
    "movement.teams_tables": N_("Teams need at least {least} tables; there are {tables}."),
    "movement.teams_broken": N_("{players} players do not make whole teams of {size}."),
    "movement.mates_meet": N_(
        "Members of a team would meet: this movement keeps them apart for {most} positions, not {positions}."
    ),
    "movement.mates_meet_unless_repaired": N_(
        "Members of a team would meet: this movement keeps them apart for {most} positions, not {positions}."
        " The repaired one does for {lasts}: choose “repaired”."
    ),
    "movement.player_twice": N_("{player} is named twice: name each player once."),
    "movement.two_tables": N_("{player} sits at two tables of position {position}: a position seats each player once."),
    "movement.ranking_differs": N_(
        "The ranking is not of these players: {unranked} of them are missing in it, {strangers} others are ranked."
    ),
    "movement.finalists": N_("A final is for the first 12, 16 or 20, not {players}."),
    "movement.programme_empty": N_("Say how each position is seated: there must be at least one."),
    "movement.resumed_after_draw": N_(
        "Position {position}: the movement “{setting}” cannot go on once players were drawn to new seats. Draw them"
        " again with “open --setting random” or “open --setting best”."
    ),
    "movement.two_movements": N_(
        "Position {position}: an event keeps to one movement, and “{setting}” is another. Choose again the one that was"
        " played, or draw new seats with “open --setting random” or “open --setting best”."
    ),
    "movement.after_final": N_(
        "Position {position}: no movement goes on after a final; seat the best with the best, or draw."
    ),
    "movement.after_elimination": N_(
        "Position {position}: players were eliminated in this séance, and the movement “{setting}” does not go on"
        " without them; seat the best with the best, or draw. A movement can begin with a séance."
    ),
    "movement.nobody_ranked": N_("Position {position}: nobody is ranked yet, “{setting}” needs a ranking."),
    "movement.not_for_teams": N_(
        "Position {position}: “{setting}” could seat team-mates together; teams play the FFT movement."
    ),
    "movement.card_unknown": N_("Nobody holds the card {card}: choose one that was handed out."),
    "movement.card_passed_on": N_("The card {card} was passed on after position {position}: correct that one first."),
    "movement.substitute_seated": N_("{player} is seated already: choose another substitute."),
    "movement.cards_and_players": N_(
        "The plan has {cards} places for {players} players: plan for those who are there."
    ),
    "movement.too_few_left": N_(
        "From position {position} on, too few players are left for these tables: draw new seats for them."
    ),
    "movement.teams_too_few_left": N_(
        "From position {position} on, too few teams are left for their movement, and no other seats teams: have"
        " substitutes take over from those who left (“substitute”), or end the tournament here (“end --early”)."
    ),
}
