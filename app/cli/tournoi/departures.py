"""`tournoi withdraw` and `substitute`: a player leaves, and may be replaced."""

from __future__ import annotations

import argparse

from app.cli.tournoi.call import Call
from app.cli.tournoi.players import add_card, card
from app.cli.tournoi.report import Report
from app.cli.tournoi.words import acts, add_reason
from app.domain.tournoi.identity import Identity
from app.services.players import substitute_player, withdraw_player
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
    else:
        said = call.tr("{player} leaves in position {position} and is ranked last.", player=name, position=number)
    return Report([said], {"id": player})


def _substitute(call: Call) -> Report:
    args, player = call.args, call.player(call.args.player)
    name, newcomer = call.name(player), card(args, Identity(name=args.name))
    new = substitute_player(call.book, player, newcomer, with_leave=not args.without_leave, reason=args.reason)
    said = call.tr("{newcomer} takes the seat of {player}.", newcomer=newcomer.full_name, player=name)
    return Report([said], {"id": new, "replaces": player})
