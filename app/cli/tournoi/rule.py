"""`tournoi rule`: a fault by its code, what the code of arbitration says of it, and the ruling given."""

from __future__ import annotations

import argparse

from app.cli.tournoi.call import Call
from app.cli.tournoi.report import Report, columns
from app.cli.tournoi.sheets import seat
from app.cli.tournoi.words import acts, add_position, count
from app.domain.arbitrage.faute import Fate, Faute, Miscount, Ruling
from app.domain.errors import Refused, violation
from app.services.arbitrage import foresee_ruling, rule_fault
from app.texts.catalogue import Texts
from app.texts.fautes import faute_name
from app.texts.rulings import effects


def add_rule(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `rule`."""
    parser.add_argument("code", nargs="?", metavar="CODE", help=tr("of the fault; without it, all codes are listed"))
    parser.add_argument("--table", type=count, metavar="N")
    add_position(parser, tr)
    who = tr("seat at fault; may be repeated; some codes say it themselves")
    parser.add_argument("--player", type=seat, action="append", default=[], metavar=tr("SEAT"), help=who)
    on = tr("number of the recorded donne at fault; else the one under way")
    parser.add_argument("--donne", type=count, metavar="N", help=on)
    parser.add_argument("--preneur", type=seat, metavar=tr("SEAT"))
    parser.add_argument("--dealer", type=seat, metavar=tr("SEAT"))
    made = parser.add_mutually_exclusive_group()
    made.add_argument("--made", action="store_const", const=True, help=tr("the contract is made"))
    made.add_argument("--down", action="store_const", const=False, dest="made", help=tr("the contract is down"))
    parser.add_argument(
        "--choice", metavar=tr("CHOICE"), help="play, decline, mark, drop, accept, same_suit, other_suit"
    )
    parser.add_argument("--distorting", action="store_true", default=None, help=tr("the play was distorted"))
    wrong = tr("the preneur's own count of cards is wrong")
    parser.add_argument("--preneur-count-wrong", action="store_true", default=None, help=wrong)
    parser.add_argument("--miscount", choices=tuple(Miscount))
    parser.add_argument("--minutes-late", type=count, metavar="N")
    parser.add_argument("--amount", type=count, metavar="POINTS", help=tr("what the arbiter takes"))
    parser.add_argument("--repeat", action="store_true", default=None, help=tr("it happened before"))
    parser.add_argument("--dry-run", action="store_true", help=tr("show the ruling, and give nothing"))
    acts(
        parser,
        tr,
        _rule,
        "rule",
        "rule renonce.consumed --table 3 --player O --donne 2 --choice mark --dry-run",
        "rule toucher_cartes --table 3 --player S",
        "rule retard --table 3 --player S --minutes-late 12",
    )


def _rule(call: Call) -> Report:
    args, tr = call.args, call.tr
    if args.code is None:
        return _codes(call)
    if args.table is None:
        raise Refused(violation("missing", "table"))
    faute = Faute(
        code=args.code,
        players=tuple(args.player),
        preneur=args.preneur,
        dealer=args.dealer,
        made=args.made,
        choice=args.choice,
        distorting=args.distorting,
        preneur_count_wrong=args.preneur_count_wrong,
        miscount=args.miscount and Miscount(args.miscount),
        minutes_late=args.minutes_late,
        amount=args.amount,
        repeat=args.repeat,
    )
    where = {"position": call.position, "table": args.table, "donne": args.donne}
    known, ruling = foresee_ruling(call.state, faute, **where)
    feuille = call.state.feuille(call.position, args.table)
    people = {side: call.name(feuille.sheet.player_at(side, len(feuille.sheet.donnes) + 1)) for side in known.players}
    choices = [option.choice for line in call.state.ruleset.of(args.code) for option in line.options]
    if ruling.donne is Fate.CHOICE and not args.dry_run:
        raise Refused(violation("choice_missing", "choice", choices=", ".join(dict.fromkeys(choices))))
    if not args.dry_run:
        rule_fault(call.book, faute, **where)
    given = tr("Not given yet.") if args.dry_run else tr("Given.")
    fault, waits = faute_name(args.code, tr), ruling.donne is Fate.CHOICE
    at_fault = ", ".join(f"{side} {name}" for side, name in people.items())

    def named(side: str) -> str:
        return f"{side} {people[side]}"

    lines = [
        tr("{what}: {more}", what=fault, more=at_fault) if at_fault else fault,
        *effects(known, ruling, named=named, texts=tr, is_signed=not feuille.is_open),
        *([tr("To choose with --choice: {choices}", choices=", ".join(dict.fromkeys(choices)))] if waits else []),
        tr("Source: {source}", source=ruling.source),
        given,
    ]
    return Report(lines, {"given": not args.dry_run, **_data(ruling)})


def _codes(call: Call) -> Report:
    codes = dict.fromkeys(regle.code for regle in call.state.ruleset.regles)
    rows = [(code, faute_name(code, call.tr)) for code in codes]
    return Report(columns(rows), {"codes": dict(rows)})


def _data(ruling: Ruling) -> dict[str, object]:
    return {
        "donne": ruling.donne,
        "poignee": ruling.poignee,
        "warnings": list(ruling.warnings),
        "penalties": [{"player": fine.player, "points": fine.points} for fine in ruling.penalties],
        "barred": [{"player": barred.player, "when": barred.when} for barred in ruling.barred],
        "dealer": ruling.dealer,
        "source": ruling.source,
    }
