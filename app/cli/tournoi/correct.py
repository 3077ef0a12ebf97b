"""`tournoi correct`: a signed sheet, or one donne of it, as the arbiter says that it is."""

from __future__ import annotations

import argparse

from app.cli.tournoi.call import Call
from app.cli.tournoi.donnes import add_donnes, on_paper, read_donnes
from app.cli.tournoi.report import Report
from app.cli.tournoi.sheet_view import sheet_data, sheet_line
from app.cli.tournoi.words import acts, add_position, add_reason, count
from app.domain.errors import Refused, violation
from app.services.sheets import TableSheet
from app.texts.catalogue import Texts


def add_correct(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `correct`."""
    parser.add_argument("table", type=count, metavar="TABLE")
    add_position(parser, tr)
    one = tr("correct this donne alone; else all donnes of the sheet are given")
    parser.add_argument("--donne", type=count, metavar="N", help=one)
    short = tr("donnes played, if fewer or only bilans are given")
    parser.add_argument("--played", type=count, metavar="N", help=short)
    add_reason(parser, tr)
    add_donnes(parser, tr)
    acts(
        parser,
        tr,
        _correct,
        'correct 4 --donne 2 --reason "contrat mal noté" S prise 1 53',
        'correct 4 --reason "feuille refaite" E garde 2 49 / S prise 1 53',
        'correct 4 --reason "temps écoulé" --played 1 E garde 2 49',
    )


def _correct(call: Call) -> Report:
    args = call.args
    sheet = TableSheet(call.book, position=call.position, table=args.table)
    donnes = on_paper(read_donnes(call))
    if args.donne is None:
        sheet.correct(donnes, reason=args.reason, played=args.played)
    elif args.played is not None:
        raise Refused(violation("correction_of_one", "played"))
    else:
        if len(donnes) != 1:
            raise Refused(violation("notation.one", "donnes", given=len(donnes)))
        sheet.correct_donne(args.donne, donnes[0], reason=args.reason)
    return Report([sheet_line(sheet.feuille, call.tr)], sheet_data(sheet.feuille))
