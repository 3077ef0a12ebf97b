"""`backup`: a tournament whole in one file, beside the others or on a stick."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.cli.damage import damage_told
from app.cli.program import add_data
from app.cli.progress import Progress
from app.cli.terminal import Terminal
from app.cli.trouble import file_trouble
from app.domain.errors import Refused
from app.services.tournaments import OpenDesk, choose
from app.texts.catalogue import LANGUAGES, Texts, texts
from app.texts.refusals import refusal


def add_arguments(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare what `backup` understands."""
    parser.add_argument("folder", type=Path, metavar=tr("DIR"), help=tr("where to put the file"))
    add_data(parser, tr)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--tournament", metavar=tr("NAME"), help=tr("by name or id; else the one under way"))
    which.add_argument("--all", action="store_true", help=tr("every tournament of the folder"))
    parser.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help=tr("language of what is printed"))


def run(args: argparse.Namespace, open_desk: OpenDesk, terminal: Terminal) -> int:
    """Write the backups and print where they are."""
    tr = texts(args.lang)
    try:
        with open_desk(args.data) as tournaments, damage_told(tournaments, terminal, tr):
            known = tournaments.known()
            lost = [one.lost for one in known if one.lost] if args.all else []
            for why in lost:
                terminal.complain(refusal(why, tr))
            for one in [one for one in known if not one.lost] if args.all else [choose(known, args.tournament)]:
                progress = Progress(tr("pages"))
                path = tournaments.back_up(one.id, terminal.path(args.folder), progress=progress.at)
                progress.clear()
                terminal.say(tr("{what}: {more}", what=one.name, more=path))
    except Refused as refused:
        terminal.complain(" ".join(refusal(reason, tr) for reason in refused.violations))
        return 1
    except OSError as error:
        terminal.complain(file_trouble(error, tr))
        return 1
    return 1 if lost else 0
