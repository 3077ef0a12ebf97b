"""Sentences for what an entry of a donne must refuse."""

from __future__ import annotations

from app.texts.catalogue import N_

SENTENCES = {
    "players_out_of_range": N_("A table plays three, four or five: {players} players cannot play a donne."),
    "seats_not_players": N_("{seats} seats are named for {players} players: name each player's seat once."),
    "seat_repeated": N_("Seat {seat} is named twice: each player has a seat of their own."),
    "seat_unknown": N_("Nobody sits at {seat}: choose one of this table's seats for “{field}”."),
    "preneur_is_mort": N_("{seat} is the mort and cannot take: choose another preneur."),
    "preneur_barred": N_("{seat} may not bid on this donne: choose another preneur or call the arbiter."),
    "no_partner_here": N_("No king is called at this table: leave the partner empty."),
    "partner_is_preneur": N_("{seat} is the preneur: choose another partner, or none if the preneur is alone."),
    "no_mort_here": N_("Only a table of five has a mort: leave the mort empty."),
    "bouts_out_of_range": N_("There are 0 to 3 bouts, not {bouts}: count the bouts in the attack's tricks."),
    "points_out_of_range": N_("Points go from 0 to 91, not {points}: count the attack's tricks again."),
    "defense_out_of_range": N_("Points go from 0 to 91, not {points}: count the defence's tricks again."),
    "half_point": N_("{points} points: there are no half points at this table, give a whole number."),
    "points_below_bouts": N_("With {bouts} bouts the attack has at least {least} points: check bouts and points."),
    "points_above_bouts": N_(
        "The defence holds {bouts} bouts, so the attack has at most {most} points: check bouts and points."
    ),
    "camps_not_91": N_("{attack} for the attack and {defense} for the defence do not make 91: count again."),
    "petit_without_bout": N_("The camp with the petit au bout holds no bout: check the bouts or the petit."),
    "poignee_by_mort": N_("{seat} is the mort and shows no poignée."),
    "poignee_twice": N_("{seat} has two poignées: a player shows only one."),
    "poignee_size": N_("A poignée of {atouts} atouts does not exist at this table: choose {sizes}."),
    "too_many_atouts": N_("{atouts} atouts are shown in all, and the pack has 22: check the poignées."),
    "91_without_chelem": N_("91 points are a chelem: say whether it was announced, or check the points."),
    "chelem_against_petit": N_("Who makes the chelem takes the last trick too: check the petit au bout."),
    "chelem_defense_but_made": N_("The defence took every trick, yet the contract is made: check the points."),
    "chelem_but_down": N_("A chelem was made, yet the contract is down: check the points."),
    "chelem_points": N_(
        "A chelem gives 91 points with 3 bouts, or 87 with 2 when the defence keeps its excuse,"
        " not {points} with {bouts}."
    ),
    "position_over": N_("This position is over: nothing more is dealt at this table."),
    "no_dealer_yet": N_("Nobody deals yet: draw a card each and say who deals first."),
    "dealer_already_drawn": N_("{seat} was drawn to deal first: the turn goes on from there."),
    "no_donnes": N_("A position has at least one donne, not {donnes}."),
    "struck_out_of_range": N_("{owed} donnes are still owed: {donnes} cannot be struck."),
}
