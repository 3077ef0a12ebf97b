"""`tournoi players import`: a list from a spreadsheet, shown first, entered when it is accepted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from app.cli.tournoi.call import Call
from app.cli.tournoi.report import Report, columns
from app.cli.tournoi.words import Actions, cents
from app.services.grid import Grid, read_grid
from app.services.import_players import Import, Options, accept_players, read_players
from app.texts.catalogue import Texts
from app.texts.imports import problem

SHOWN = 5  # players of the preview
LETTERS = 30  # of each cell
MOST_TOLD = 50  # problems told one by one; a script gets them all


def add_import(actions: Actions, tr: Texts) -> None:
    """Declare `players import`."""
    parser = actions.add(
        "import",
        tr("enter the players of a list (CSV, or Excel's .xlsx); shown first, entered with --accept"),
        _import,
        "players import inscrits.csv",
        "players import inscrits.csv --accept",
        'players import liste.csv --column nom=2 --column "licence=N° adhérent"',
    )
    parser.add_argument("file", metavar=tr("FILE"), help=tr("- reads the standard input"))
    parser.add_argument("--accept", action="store_true", help=tr("enter them, if nothing is wrong"))
    by_hand = tr("nom, prenom, licence, club, comite, serie, ne or engagement = number or heading of its column")
    parser.add_argument("--column", action="append", default=[], metavar=tr("FIELD=COLUMN"), help=by_hand)
    parser.add_argument("--no-header", action="store_true", help=tr("the first row is a player"))
    parser.add_argument("--encoding", metavar=tr("NAME"), help=tr("else it is found out"))
    parser.add_argument("--separator", metavar=tr("SIGN"), help=tr("else it is found out"))
    parser.add_argument("--fee", type=cents, metavar=tr("EUROS"), help=tr("what “yes” means in the column of the fee"))


def _import(call: Call) -> Report:
    args = call.args
    options = Options(columns=tuple(args.column), has_header=not args.no_header, fee_cents=args.fee)
    grid = _grid(call.terminal.read(args.file), encoding=args.encoding, separator=args.separator)
    read = read_players(grid, call.state, options, today=call.book.today())
    accepted = args.accept and not read.problems
    players = accept_players(call.book, read) if accepted else ()
    failed = ""
    if read.problems:
        failed = call.tr.plural(
            "{n} problem: nobody was entered.", "{n} problems: nobody was entered.", len(read.problems)
        )
    return Report([*_told(read, grid, accepted=accepted, tr=call.tr)], _data(read, grid, players, call.tr), failed)


def _grid(data: bytes, *, encoding: str | None, separator: str | None) -> Grid:
    # Imported only where it is needed: openpyxl weighs.
    if data.startswith(b"PK"):
        from app.papers.workbook import read_workbook

        return read_workbook(data)
    return read_grid(data, encoding=encoding, separator=separator and separator.replace("\\t", "\t"))


def _told(read: Import, grid: Grid, *, accepted: bool, tr: Texts) -> Iterator[str]:
    found = ", ".join(f"{name} = {heading[:LETTERS]}" for name, heading in read.columns.items())
    separator = {"\t": "tab"}.get(grid.separator, grid.separator)
    if not separator:  # a workbook
        yield tr("Read as {encoding}: {columns}", encoding=grid.encoding, columns=found)
    else:
        yield tr(
            "Read as {encoding}, “{separator}”: {columns}", encoding=grid.encoding, separator=separator, columns=found
        )
    if read.ignored:
        yield tr("Columns left unread: {columns}", columns=", ".join(heading[:LETTERS] for heading in read.ignored))
    rows = [(who.full_name, who.licence, who.club, who.comite, who.serie or "", who.born) for who in read.identities]
    yield from (f"  {line}" for line in columns([[str(cell)[:LETTERS] for cell in row] for row in rows[:SHOWN]]))
    if len(rows) > SHOWN:
        yield tr.plural("  … and {n} other", "  … and {n} others", len(rows) - SHOWN)
    yield from (problem(found, tr) for found in read.problems[:MOST_TOLD])
    if len(read.problems) > MOST_TOLD:
        more = len(read.problems) - MOST_TOLD
        yield tr.plural("… and {n} other problem.", "… and {n} other problems.", more)
    if accepted:
        yield tr.plural("{n} player entered.", "{n} players entered.", len(rows))
    elif not read.problems:
        yield tr.plural(
            "{n} player, no problem. Nobody is entered yet: add --accept.",
            "{n} players, no problem. Nobody is entered yet: add --accept.",
            len(rows),
        )


def _data(read: Import, grid: Grid, players: tuple[str, ...], tr: Texts) -> dict[str, object]:
    return {
        "entered": list(players),
        "encoding": grid.encoding,
        "separator": grid.separator,
        "columns": dict(read.columns),
        "ignored": list(read.ignored),
        "players": [asdict(identity) for identity in read.identities],
        "problems": [
            {"line": one.line, "column": one.column or None, "code": one.why.key, "message": problem(one, tr)}
            for one in read.problems
        ],
    }
