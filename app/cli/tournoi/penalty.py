"""`tournoi penalty`: points taken from a player's own total, and given back."""

from __future__ import annotations

import argparse

from app.cli.tournoi.call import Call
from app.cli.tournoi.report import Report, columns
from app.cli.tournoi.words import Actions, add_position, add_reason, count
from app.services.arbitrage import cancel_penalty, give_penalty
from app.services.penalties import find_penalty, numbered_penalties
from app.texts.catalogue import Texts
from app.texts.fautes import faute_name, undone
from app.texts.figures import number


def add_penalty(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `penalty` and its actions."""
    actions = Actions(parser, tr)
    actions.add("list", tr("every penalty, cancelled ones too"), _list)
    give = actions.add("give", tr("take points from a player"), _give, 'penalty give DURAND 100 --reason "retard"')
    give.add_argument("player", metavar=tr("PLAYER"), help=tr("name, licence, starting place or id"))
    give.add_argument("points", type=count, metavar="POINTS")
    add_position(give, tr)
    add_reason(give, tr)
    cancel = actions.add("cancel", tr("take a penalty back"), _cancel, 'penalty cancel 412 --reason "erreur"')
    cancel.add_argument("number", metavar=tr("NUMBER"), help=tr("as the list shows it"))
    add_reason(cancel, tr)
    actions.otherwise(_list)


def _list(call: Call) -> Report:
    rows, data = [], []
    for one in numbered_penalties(call.book):
        penalty, name = one.penalty, call.name(one.penalty.player)
        cancelled = (
            ""
            if penalty.cancelled is None
            else call.tr("cancelled: {reason}", reason=undone(penalty.cancelled.reason, call.tr))
        )
        reason = faute_name(penalty.given.reason, call.tr)
        place = call.tr("position {position}", position=penalty.position)
        rows.append((one.number, number(-penalty.points), name, place, reason, cancelled))
        data.append(
            {
                "number": one.number,
                "player": penalty.player,
                "name": name,
                "position": penalty.position,
                "points": penalty.points,
                "reason": penalty.given.reason,
                "stands": penalty.stands,
            }
        )
    return Report(columns(rows, frozenset({0, 1})) or [call.tr("No penalty.")], {"penalties": data})


def _give(call: Call) -> Report:
    args, player = call.args, call.player(call.args.player)
    given = give_penalty(call.book, player, points=args.points, reason=args.reason, position=args.position)
    numbered = next(one.number for one in numbered_penalties(call.book) if one.id == given)
    said = call.tr(
        "Penalty {number}: {points} points to {player}.",
        number=numbered,
        points=number(args.points),
        player=call.name(player),
    )
    return Report([said], {"number": numbered, "player": player, "points": args.points})


def _cancel(call: Call) -> Report:
    found = find_penalty(call.book, call.args.number)
    cancel_penalty(call.book, found.id, reason=call.args.reason)
    return Report([call.tr("Penalty {number} is cancelled.", number=found.number)], {"number": found.number})
