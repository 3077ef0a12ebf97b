"""`tournoi withdraw` and `substitute`: a player leaves, and may be replaced."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from app.cli.tournoi.call import Call
from app.cli.tournoi.players import add_card, card
from app.cli.tournoi.report import Report
from app.cli.tournoi.words import acts, add_reason
from app.domain.tournoi.identity import Identity
from app.services.players import substitute_player, withdraw_player
from app.services.rankings import records
from app.texts.catalogue import Texts


def add_withdraw(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `withdraw`."""
    _add_leaver(parser, tr)
    acts(parser, tr, _withdraw, 'withdraw DURAND --reason "malaise"')


def add_substitute(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `substitute`."""
    _add_leaver(parser, tr)
    parser.add_argument("name", metavar=tr("NAME"), help=tr("of the newcomer"))
    parser.add_argument("first_name", metavar=tr("FIRST-NAME"), nargs="?", default="")
    add_card(parser, tr)
    acts(parser, tr, _substitute, 'substitute S4 MARTIN Paul --licence 654321 --reason "malaise"')


def _add_leaver(parser: argparse.ArgumentParser, tr: Texts) -> None:
    parser.add_argument("player", metavar=tr("PLAYER"), help=tr("name, licence, starting place or id"))
    parser.add_argument("--without-leave", action="store_true", help=tr("the arbiter did not agree"))
    add_reason(parser, tr)


def _withdraw(call: Call) -> Report:
    args, player = call.args, call.player(call.args.player)
    name, number = call.name(player), call.state.position
    withdraw_player(call.book, player, with_leave=not args.without_leave, reason=args.reason)
    if number == 0:
        said = call.tr("{player} is no longer entered.", player=name)
    elif records(call.state)[player].out_after is not None:
        said = call.tr("{player} was eliminated and leaves; their place is settled.", player=name)
    else:
        said = call.tr("{player} leaves in position {position} and is ranked last.", player=name, position=number)
    return Report([said, *_left_open(call, player)], {"id": player})


def _left_open(call: Call, player: str) -> Iterator[str]:
    """Say which sheet still waits for somebody who left, and what can be done about it."""
    for table, feuille in sorted(call.state.feuilles.get(call.state.position, {}).items()):
        sheet = feuille.sheet
        seat = next((seat for seat in sheet.seats if sheet.player_at(seat, len(sheet.donnes) + 1) == player), None)
        if seat is None or sheet.is_sent:
            continue
        owed = sheet.due - len(sheet.donnes)
        if owed == 0:
            yield call.tr(
                "The sheet of table {table} is still to be signed: “sheets visa {table} {seat}” signs in their place.",
                table=table,
                seat=seat,
            )
        else:
            yield call.tr.plural(
                "The sheet of table {table} still owes {n} donne: “sheets shorten {table} {n}” strikes it, “sheets time"
                " {table}” ends the position there. A newcomer takes a seat by “substitute” instead of “withdraw”.",
                "The sheet of table {table} still owes {n} donnes: “sheets shorten {table} {n}” strikes them, “sheets"
                " time {table}” ends the position there. A newcomer takes a seat by “substitute” instead of"
                " “withdraw”.",
                owed,
                table=table,
            )


def _substitute(call: Call) -> Report:
    args, player = call.args, call.player(call.args.player)
    name, newcomer = call.name(player), card(args, Identity(name=args.name))
    new = substitute_player(call.book, player, newcomer, with_leave=not args.without_leave, reason=args.reason)
    said = call.tr("{newcomer} takes the seat of {player}.", newcomer=newcomer.full_name, player=name)
    return Report([said], {"id": new, "replaces": player})
