"""`tournoi batch`: many commands in one run, one a line; the first that fails ends it."""

from __future__ import annotations

import argparse
import shlex

from app.cli.parser import Misused
from app.cli.progress import Progress
from app.cli.tournoi.call import Call
from app.cli.tournoi.report import Report
from app.cli.tournoi.source import read_lines
from app.cli.tournoi.words import acts
from app.domain.errors import Refused, violation
from app.texts.catalogue import Texts


def add_batch(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `batch`."""
    parser.add_argument("file", metavar=tr("FILE"), help=tr("commands, one a line; # begins a remark; - reads stdin"))
    acts(parser, tr, _batch, "batch soiree.txt", "batch -")


def _batch(call: Call) -> Report:
    """Run every line as if it were typed after `tournoi`; answers are printed as they come."""
    from app.cli.tournoi import line_parser, told

    tr, parser = call.tr, line_parser(call.tr)
    lines = read_lines(call.args.file, call.terminal)
    progress = Progress(tr("lines"))
    # What was said of the batch is said of its lines, unless one of them says otherwise.
    defaults = ["--lang", tr.lang, *(["--json"] if call.args.json else [])]
    defaults += [] if call.args.tournament is None else ["--tournament", call.args.tournament]
    done = 0
    for number, text in enumerate(lines, 1):
        progress.at(number, len(lines))
        try:
            words = _words(text)
            if not words:
                continue
            args = parser.parse_args([*defaults, *words])
            if args.verb == "batch":
                raise Refused(violation("batch.nested", "batch"))
            report = args.do(Call(call.desk, args, tr, call.terminal))
        except Misused as misused:
            raise _stopped(number, f"{misused}.", done) from None
        except Refused as refused:
            why = told(refused, tr, call.desk.opened())
            raise _stopped(number, why, done) from None
        done += 1
        if written := report.written(as_json=args.json):
            progress.clear()
            call.terminal.say(written)
        if report.failed:
            raise _stopped(number, report.failed, done)
    progress.clear()
    return Report([tr.plural("{n} command done.", "{n} commands done.", done)], {"done": done})


def _words(line: str) -> list[str]:
    """Return the words of a line as a shell would; refuse one that does not end."""
    try:
        return shlex.split(line, comments=True)
    except ValueError:
        key = "batch.backslash" if line.rstrip().endswith("\\") else "batch.quote"
        raise Refused(violation(key, "file")) from None


def _stopped(number: int, why: str, done: int) -> Refused:
    """Say which line stopped it: whoever mends the file must not have the lines before it done twice."""
    key = "batch.line_after" if done else "batch.line"
    return Refused(violation(key, "file", line=number, why=why))
