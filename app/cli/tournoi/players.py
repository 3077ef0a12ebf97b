"""`tournoi players`: who takes part; list, add, amend, team, import."""

from __future__ import annotations

import argparse
from dataclasses import asdict, replace

from app.cli.tournoi.call import Call
from app.cli.tournoi.import_list import add_import
from app.cli.tournoi.report import Report, columns
from app.cli.tournoi.words import Actions, cents, day
from app.domain.tournoi.identity import SERIES, Identity
from app.services.players import amend_player, enter_player, form_team
from app.texts.catalogue import Texts
from app.texts.figures import number

FIELDS = ("first_name", "licence", "club", "comite", "serie", "born")


def add_players(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `players` and its actions."""
    actions = Actions(parser, tr)
    actions.add("list", tr("everybody entered"), _list)
    add = actions.add("add", tr("enter one player"), _add, "players add DURAND Anne --licence 123456 --club Lille")
    add.add_argument("name", metavar=tr("NAME"))
    add.add_argument("first_name", metavar=tr("FIRST-NAME"), nargs="?", default="")
    add_card(add, tr)
    amend = actions.add("amend", tr("write a player's card anew"), _amend, "players amend DURAND --licence 123457")
    amend.add_argument("player", metavar=tr("PLAYER"), help=tr("name, licence, starting place or id"))
    amend.add_argument("--name", metavar=tr("NAME"))
    amend.add_argument("--first-name", metavar=tr("FIRST-NAME"))
    add_card(amend, tr)
    team = actions.add("team", tr("form a duo or a team of four"), _team, 'players team "Les Rois" DURAND MARTIN')
    team.add_argument("name", metavar=tr("NAME"))
    team.add_argument("members", metavar=tr("PLAYER"), nargs="+")
    add_import(actions, tr)
    actions.otherwise(_list)


def add_card(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Let a command give what a player's card says beside the name."""
    parser.add_argument("--licence", metavar=tr("NUMBER"))
    parser.add_argument("--club", metavar=tr("TEXT"))
    parser.add_argument("--comite", metavar=tr("TEXT"))
    parser.add_argument("--serie", type=int, choices=SERIES)
    parser.add_argument("--born", type=day, metavar=tr("DATE"), help=tr("day/month/year"))
    parser.add_argument("--fee", type=cents, metavar=tr("EUROS"), help=tr("paid"))


def card(args: argparse.Namespace, known: Identity) -> Identity:
    """Return a card with what the words give; what they do not say stays as it was."""
    given = {name: value for name in FIELDS if (value := getattr(args, name, None)) is not None}
    if args.fee is not None:
        given["fee_cents"] = args.fee
    return replace(known, **given)


def _list(call: Call) -> Report:
    state, tr = call.state, call.tr
    cards = {player: card for card, player in state.cards.items()}
    rows, data = [], []
    for entrant in state.entrants.players:
        identity = state.identities[entrant.id]
        left = "" if entrant.left is None else tr("left in position {position}", position=entrant.left.position)
        place = cards.get(entrant.id, "")
        rows.append((place, identity.full_name, identity.licence, identity.club, left))
        data.append({"id": entrant.id, "place": place, **asdict(identity), "left": entrant.left is not None})
    teams = [
        f"{state.team_names.get(team) or team}: {', '.join(call.name(player) for player in members)}"
        for team, members in state.teams.items()
    ]
    total = tr.plural("{n} player", "{n} players", len(rows))
    return Report(
        [*columns(rows), *teams, total],
        {"players": data, "teams": {team: list(members) for team, members in state.teams.items()}},
    )


def _add(call: Call) -> Report:
    identity = card(call.args, Identity(name=call.args.name))
    player = enter_player(call.book, identity)
    entered = number(len(call.state.entrants.players))
    said = call.tr("{player} is entered ({entered} in all).", player=call.name(player), entered=entered)
    return Report([said], {"id": player})


def _amend(call: Call) -> Report:
    player = call.player(call.args.player)
    known = call.state.identities[player]
    named = replace(known, name=call.args.name or known.name)
    amend_player(call.book, player, card(call.args, named))
    return Report([call.tr("The card of {player} is written anew.", player=call.name(player))], {"id": player})


def _team(call: Call) -> Report:
    members = [call.player(said) for said in call.args.members]
    team = form_team(call.book, call.args.name, members)
    names = ", ".join(map(call.name, members))
    return Report([call.tr("Team “{name}”: {members}.", name=call.args.name, members=names)], {"id": team})
