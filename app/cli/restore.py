"""`restore`: a tournament brought back from a backup, in a new term."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.cli.damage import damage_told
from app.cli.program import add_data
from app.cli.progress import Progress
from app.cli.terminal import Terminal
from app.cli.trouble import file_trouble
from app.domain.errors import Refused, violation
from app.services.tournaments import OpenDesk
from app.texts.catalogue import LANGUAGES, Texts, texts
from app.texts.refusals import refusal


def add_arguments(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare what `restore` understands."""
    parser.add_argument("file", type=Path, metavar=tr("FILE"), help=tr("that “backup” wrote"))
    add_data(parser, tr)
    parser.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help=tr("language of what is printed"))


def run(args: argparse.Namespace, open_desk: OpenDesk, terminal: Terminal) -> int:
    """Bring the tournament back and print what became of the one that was there."""
    tr = texts(args.lang)
    try:
        file = terminal.path(args.file)
        if not file.is_file():
            raise Refused(violation("backup.absent", "file", file=args.file))
        with open_desk(args.data) as tournaments, damage_told(tournaments, terminal, tr):
            progress = Progress(tr("pages"))
            restored = tournaments.restore(file, progress=progress.at)
            progress.clear()
            name = next(one.name for one in tournaments.known() if one.id == restored.tournament)
    except Refused as refused:
        terminal.complain(" ".join(refusal(reason, tr) for reason in refused.violations))
        return 1
    except OSError as error:
        terminal.complain(file_trouble(error, tr))
        return 1
    terminal.say(
        tr.plural(
            "“{name}” is back, with {n} record.", "“{name}” is back, with {n} records.", restored.events, name=name
        )
    )
    if restored.aside is not None:
        terminal.say(tr("What was there is kept in {folder}.", folder=restored.aside))
    return 0
