"""`tournoi sheets`: the score sheets, as somebody at the desk writes on them."""

from __future__ import annotations

import argparse

from app.cli.tournoi.call import Call
from app.cli.tournoi.carry import add_carrying
from app.cli.tournoi.donnes import add_donnes, at_line, on_paper, played, read_donnes, read_numbered
from app.cli.tournoi.report import Report
from app.cli.tournoi.sheet_view import sheet_data, sheet_line, sheet_lines, sheets_table
from app.cli.tournoi.words import Actions, add_position, add_reason, count
from app.domain.donne.deroulement import TURN, FauteRuled
from app.domain.errors import Refused, violation
from app.domain.events.table import Announce, Entry
from app.domain.fold.state import State
from app.domain.tournoi.sheet import Sheet
from app.services.check_code import check_typed
from app.services.sheets import TableSheet
from app.services.taken_back import TakenBack
from app.texts.catalogue import Texts
from app.texts.fautes import faute_name
from app.texts.game import donne
from app.texts.notation import write_donne


def add_sheets(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `sheets` and its actions."""
    add_position(parser, tr)
    actions = Actions(parser, tr)
    every = actions.add("list", tr("every sheet of the position, and what it lacks"), _list, "sheets --position 2")
    add_position(every, tr, also_before=True)
    _add_writing(actions, tr)
    _add_signing(actions, tr)
    _add_arbiter(actions, tr)
    add_carrying(actions, tr)
    actions.otherwise(_list)


def _add_writing(actions: Actions, tr: Texts) -> None:
    _on_table(actions.add("show", tr("one sheet whole"), _show, "sheets show 3"), tr)
    dealer = _on_table(actions.add("dealer", tr("say who deals first"), _dealer, "sheets dealer 3 N"), tr)
    dealer.add_argument("seat", type=seat, metavar=tr("SEAT"))
    record = _on_table(
        actions.add(
            "record",
            tr("write donnes on the sheet"),
            _record,
            "sheets record 3 --dealer N E garde 2 49 poignee:E10 petit:attaque / O garde_sans 2 45 petit:defense",
            "sheets record 3 passe",
            "sheets record 3 --from table3.txt --sign --send",
        ),
        tr,
    )
    record.add_argument("--dealer", type=seat, metavar=tr("SEAT"), help=tr("who deals first; owed once"))
    record.add_argument("--sign", action="store_true", help=tr("everybody signs at once"))
    record.add_argument("--send", action="store_true", help=tr("and the sheet is in"))
    add_donnes(record, tr)
    replace = _on_table(
        actions.add("replace", tr("enter a donne otherwise"), _replace, "sheets replace 3 2 O garde 2 45"), tr
    )
    replace.add_argument("donne", type=count, metavar="N", help=tr("number of the donne on the sheet"))
    add_reason(replace, tr, required=False)
    add_donnes(replace, tr)
    _on_table(actions.add("undo", tr("take back what was written last"), _undo), tr)


def _add_signing(actions: Actions, tr: Texts) -> None:
    visa = _on_table(
        actions.add("visa", tr("sign, for some seats or for all"), _visa, "sheets visa 3", "sheets visa 3 N S"), tr
    )
    visa.add_argument("seats", nargs="*", type=seat, metavar=tr("SEAT"))
    _on_table(actions.add("send", tr("give the signed sheet in"), _send), tr)
    paper = _on_table(
        actions.add(
            "type",
            tr("type a paper that its players signed; the table's tablet counts no more for it"),
            _type,
            'sheets type 7 --reason "tablette en panne" E garde 2 49 / S prise 1 51',
            'sheets type 7 --reason "temps écoulé" --played 1 E garde 2 49',
            "sheets type 7 --reason papier --played 4 marques N-106 S-106 E318 O-106 fait:E/garde",
            'sheets type 7 --reason "sans réseau" --check 12345678 --played 4 marques N-106 S-106 E318 O-106',
        ),
        tr,
    )
    add_reason(paper, tr)
    paper.add_argument("--check", metavar="CODE", help=tr("the eight digits that the table's tablet shows"))
    paper.add_argument("--played", type=count, metavar="N", help=tr("donnes played, if fewer or only bilans are typed"))
    add_donnes(paper, tr)


def _add_arbiter(actions: Actions, tr: Texts) -> None:
    ask = _on_table(
        actions.add("ask", tr("a sur-contrat or a chelem is asked for"), _ask, "sheets ask 3 E garde_sans"), tr
    )
    ask.add_argument("seat", type=seat, metavar=tr("SEAT"))
    ask.add_argument("announce", choices=tuple(Announce))
    granting = tr("the arbiter grants what was asked, or gives a recorded donne its visa")
    grant = _on_table(actions.add("grant", granting, _grant, "sheets grant 3"), tr)
    grant.add_argument("donne", type=count, nargs="?", metavar="N", help=tr("number of a recorded donne"))
    refusing = tr("the arbiter refuses what was asked")
    refuse = _on_table(actions.add("refuse", refusing, _refuse, "sheets refuse 3"), tr)
    strike = _on_table(actions.add("strike", tr("annul a recorded donne: it is owed again"), _strike), tr)
    strike.add_argument("donne", type=count, metavar="N")
    add_reason(strike, tr)
    shorten = _on_table(actions.add("shorten", tr("strike donnes still owed, for slow play"), _shorten), tr)
    shorten.add_argument("donnes", type=count, metavar="N")
    add_reason(shorten, tr)
    time = _on_table(actions.add("time", tr("call time at this table"), _time), tr)
    time.add_argument("--donne-under-way", action="store_true", help=tr("a donne is dealt and is played out"))
    for decision in (grant, refuse, strike, shorten, time):
        said = tr("at a table: the six digits that the arbiter's tablet gives for this decision")
        decision.add_argument("--code", metavar="CODE", help=said)


def _on_table(parser: argparse.ArgumentParser, tr: Texts) -> argparse.ArgumentParser:
    parser.add_argument("table", type=count, metavar="TABLE")
    add_position(parser, tr, also_before=True)
    return parser


def seat(text: str) -> str:
    """Read a seat of a table; W is West as well."""
    named = text.upper().replace("W", "O")
    if named not in TURN:
        raise ValueError(text)
    return named


def _sheet(call: Call) -> TableSheet:
    code = getattr(call.args, "code", None)
    return TableSheet(call.book, position=call.position, table=call.args.table, code=code)


def _after(call: Call) -> Report:
    """Return the sheet as it stands once something was written on it."""
    feuille = _sheet(call).feuille
    return Report([sheet_line(feuille, call.tr)], sheet_data(feuille))


def _list(call: Call) -> Report:
    tables = call.state.feuilles.get(call.position)
    if tables is None:
        raise Refused(violation("position_unknown", "position", position=call.position))
    feuilles = [tables[table] for table in sorted(tables)]
    title = call.tr("Position {position}", position=call.position)
    data = {"position": call.position, "sheets": [sheet_data(feuille) for feuille in feuilles]}
    return Report([title, *sheets_table(feuilles, call.tr)], data)


def _show(call: Call) -> Report:
    feuille = _sheet(call).feuille
    return Report(sheet_lines(feuille, call.name, call.tr), sheet_data(feuille))


def _dealer(call: Call) -> Report:
    _sheet(call).draw_dealer(call.args.seat)
    return _after(call)


def _record(call: Call) -> Report:
    args, sheet, numbered = call.args, _sheet(call), read_numbered(call)
    donnes = played([donne for _, donne in numbered])
    for n, (line, _) in enumerate(numbered, 1):
        if line is not None:  # of a file: the line is named that the sheet does not take
            try:
                sheet.foresee(donnes[:n], dealer=args.dealer)
            except Refused as refused:
                raise at_line(line, refused, call.tr) from None
    sheet.record(donnes, dealer=args.dealer, sign=args.sign, send=args.send)
    return _after(call)


def _replace(call: Call) -> Report:
    donnes = [donne for donne in played(read_donnes(call)) if isinstance(donne, Entry)]
    if len(donnes) != 1:
        raise Refused(violation("notation.one", "donnes", given=len(donnes)))
    _sheet(call).replace(call.args.donne, donnes[0], reason=call.args.reason)
    return _after(call)


def _undo(call: Call) -> Report:
    taken = _sheet(call).undo()
    after = _after(call)
    again = None if taken.again is None else write_donne(taken.again)
    return Report(
        [_taken_back(taken, call.tr), *after.lines], {**after.data, "undone": {"donne": taken.number, "again": again}}
    )


def _taken_back(taken: TakenBack, tr: Texts) -> str:
    """Say what is no more on the sheet, or what is again as it was."""
    line, happening = taken.line, taken.line.happening
    if taken.again is not None and isinstance(line.donne, Entry):
        return tr(
            "Donne {number} is again as it was: {donne}, no more {before}.",
            number=taken.number,
            donne=donne(taken.again, tr),
            before=donne(line.donne, tr),
        )
    if taken.number is not None and isinstance(line.donne, Entry):
        return tr("Taken back: donne {number}, {donne}.", number=taken.number, donne=donne(line.donne, tr))
    if isinstance(happening, FauteRuled):
        return tr("Taken back: the ruling “{fault}”.", fault=faute_name(happening.code, tr))
    if line.passed is not None:
        return tr("Taken back: the cards that nobody played.")
    if not line.is_arbiters:
        return tr("Taken back: who deals.")
    return tr("Taken back: what the arbiter decided last at this table.")


def _visa(call: Call) -> Report:
    _sheet(call).visa(call.args.seats)
    return _after(call)


def _send(call: Call) -> Report:
    _sheet(call).send()
    return _after(call)


def _type(call: Call) -> Report:
    args, keys = call.args, call.desk.open(call.args.tournament).meta.keys()

    def check(before: State, typed: Sheet) -> None:
        check_typed(before, keys, typed, args.check, donnes=args.played)

    proved = None if args.check is None else check
    _sheet(call).type_paper(on_paper(read_donnes(call)), reason=args.reason, played=args.played, check=proved)
    return _after(call)


def _ask(call: Call) -> Report:
    _sheet(call).request(call.args.seat, Announce(call.args.announce))
    return _after(call)


def _grant(call: Call) -> Report:
    sheet = _sheet(call)
    if call.args.donne is None:
        sheet.answer(_asked(sheet), granted=True)
    else:
        sheet.grant(call.args.donne)
    return _after(call)


def _refuse(call: Call) -> Report:
    sheet = _sheet(call)
    sheet.answer(_asked(sheet), granted=False)
    return _after(call)


def _asked(sheet: TableSheet) -> str:
    """Return the request that waits for an answer at this table."""
    waiting = sheet.feuille.waiting
    if not waiting:
        raise Refused(violation("request_unknown", "request"))
    return waiting[0].id


def _strike(call: Call) -> Report:
    _sheet(call).strike(call.args.donne, reason=call.args.reason)
    return _after(call)


def _shorten(call: Call) -> Report:
    _sheet(call).shorten(call.args.donnes, reason=call.args.reason)
    return _after(call)


def _time(call: Call) -> Report:
    _sheet(call).call_time(donne_under_way=call.args.donne_under_way)
    return _after(call)
