"""`tournoi export`: the tournament for spreadsheets and other programs; and whether a file still says the same."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from app.cli.terminal import STDOUT
from app.cli.tournoi.call import Call
from app.cli.tournoi.report import Report
from app.cli.tournoi.words import acts
from app.domain.errors import Refused, violation
from app.domain.events.codec import to_json
from app.domain.events.tournoi import TournamentCreated
from app.papers.csv_file import read_csv, write_csv
from app.papers.extract import Extract, spoken
from app.papers.extracts import EXTRACTS
from app.papers.json_file import read_json, write_json
from app.storage.durable import write_whole
from app.texts.catalogue import Texts

ALL = "all"


def add_export(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `export`."""
    parser.add_argument("--format", choices=("csv", "json"), default="csv")
    parser.add_argument("--what", choices=(*EXTRACTS, ALL), default="ranking")
    where = tr("where to write; - for the standard output; a folder for “all” in CSV")
    parser.add_argument("-o", "--output", default=STDOUT, metavar=tr("FILE"), help=where)
    parser.add_argument("--separator", choices=(";", ","), default=";", help=tr("of a CSV; ; is French"))
    check = tr("write nothing: tell whether this export says what the journal says")
    parser.add_argument("--check", metavar=tr("FILE"), help=check)
    acts(
        parser,
        tr,
        _export,
        "export --what ranking -o classement.csv",
        "export --what all -o export",
        "export --format json --what all -o soiree.json",
        "export --format json --what all --check soiree.json",
    )


def _export(call: Call) -> Report:
    args = call.args
    names = tuple(EXTRACTS) if args.what == ALL else (args.what,)
    extracts = {name: EXTRACTS[name](call.book, call.tr) for name in names}
    if args.format == "csv":  # for people; a program reads the codes in JSON
        extracts = {name: spoken(one, call.tr) for name, one in extracts.items()}
    if args.check is not None:
        return _checked(call, extracts)
    if args.format == "json":
        return _written(call, args.output, write_json(extracts, tournament=_about(call)))
    if args.what != ALL:
        return _written(call, args.output, _csv(call, extracts[args.what]))
    if args.output == STDOUT:
        raise Refused(violation("export.folder", "output"))
    folder = call.terminal.path(args.output)
    folder.mkdir(exist_ok=True)
    reports = [_written(call, str(folder / f"{name}.csv"), _csv(call, one)) for name, one in extracts.items()]
    return Report([line for one in reports for line in one.lines], {"files": [one.data["file"] for one in reports]})


def _csv(call: Call, extract: Extract) -> bytes:
    return write_csv(extract, call.tr, separator=call.args.separator)


def _written(call: Call, output: str, data: bytes) -> Report:
    if output == STDOUT:
        call.terminal.write(data)
        return Report([])
    write_whole(call.terminal.path(output), data)
    return Report([call.tr("Written: {file}", file=output)], {"file": output})


def _about(call: Call) -> dict[str, object]:
    created: dict[str, object] = to_json(TournamentCreated, call.created)
    return {"id": call.state.journal, "closed": call.state.is_closed, **created}


def _checked(call: Call, extracts: dict[str, Extract]) -> Report:
    data = call.terminal.path(call.args.check).read_bytes()
    columns = {name: extract.columns for name, extract in extracts.items()}
    if call.args.format == "json":
        found = read_json(data, columns)
    elif call.args.what == ALL:
        raise Refused(violation("export.one_table", "what"))
    else:
        found = {call.args.what: read_csv(data, columns[call.args.what], separator=call.args.separator)}
    differences = [line for name, one in extracts.items() for line in _differences(name, one, found.get(name), call.tr)]
    failed = call.tr("{file} does not say what the journal says.", file=call.args.check) if differences else ""
    lines = differences or [call.tr("{file} says what the journal says.", file=call.args.check)]
    return Report(lines, {"equal": not differences, "differences": differences}, failed)


def _differences(name: str, now: Extract, found: Extract | None, tr: Texts) -> Iterator[str]:
    if found is None:
        yield tr("{table}: missing in the file", table=name)
        return
    if len(now.rows) != len(found.rows):
        yield tr(
            "{table}: {found} rows in the file, {now} in the journal",
            table=name,
            found=len(found.rows),
            now=len(now.rows),
        )
    for number, (ours, theirs) in enumerate(zip(now.rows, found.rows, strict=False), 1):
        for column, mine, other in zip(now.columns, ours, theirs, strict=True):
            if mine != other:
                yield tr(
                    "{table}, row {row}, {column}: {found} in the file, {now} in the journal",
                    table=name,
                    row=number,
                    column=column.name,
                    found=other,
                    now=mine,
                )
