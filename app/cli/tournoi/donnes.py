"""Donnes on the command line: typed, as JSON, or from a file, one a line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from app.cli.compute.fields import Fields
from app.cli.compute.marks import DONNE_FIELDS, donne_fields
from app.cli.compute.stream import read_request
from app.cli.tournoi.call import Call
from app.cli.tournoi.source import read_lines
from app.domain.errors import Refused, Violation, violation
from app.domain.events.table import Entry, NoContract
from app.domain.tournoi.sheet import Scored
from app.texts.catalogue import Texts
from app.texts.fields import with_words
from app.texts.notation import Typed, read_donne
from app.texts.refusals import refusal


def add_donnes(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Let a command take donnes: words with “/” between two donnes, texts in quotation marks, or lines of a file."""
    said = tr('as "E garde 2 49 poignee:E10 petit:attaque"; several: between / or each in quotation marks')
    parser.add_argument("donnes", nargs="*", metavar=tr("DONNE"), help=said)
    from_file = tr("a file with one donne a line; - reads the standard input")
    parser.add_argument("--from", dest="source", metavar=tr("FILE"), help=from_file)


def read_donnes(call: Call) -> list[Typed]:
    """Return the donnes that a command was given, in their order; raise Refused with all that cannot be read."""
    return [donne for _, donne in read_numbered(call)]


def read_numbered(call: Call) -> list[tuple[int | None, Typed]]:
    """Return the donnes that a command was given, as `read_donnes` does, each with its line where a file has them."""
    texts = _given(call)
    read: list[tuple[int | None, Typed]] = []
    wrong: list[Violation] = []
    for line, text in texts:
        try:
            read.append((line, _from_json(text) if text.lstrip().startswith("{") else read_donne(text)))
        except Refused as refused:
            wrong += at_line(line, refused, call.tr).violations
    if not texts:
        wrong.append(violation("notation.none", "donnes"))
    if wrong:
        raise Refused(*wrong)
    return read


def at_line(line: int | None, refused: Refused, tr: Texts) -> Refused:
    """Return a refusal with the line of the file that it is about, where there is one."""
    if line is None:
        return refused
    why = " ".join(refusal(with_words(reason, tr), tr) for reason in refused.violations)
    return Refused(violation("batch.line", "donnes", line=line, why=why))


def played(donnes: Sequence[Typed]) -> list[Entry | NoContract]:
    """Return donnes as a table plays them; refuse marks alone."""
    if any(isinstance(donne, Scored) for donne in donnes):
        raise Refused(violation("notation.no_marks", "donnes"))
    return [donne for donne in donnes if not isinstance(donne, Scored)]


def on_paper(donnes: Sequence[Typed]) -> list[Entry | Scored]:
    """Return donnes as a signed sheet holds them; refuse those that nobody played."""
    wrong = [
        violation("notation.not_played", "donnes", donne=donne) for donne in donnes if isinstance(donne, NoContract)
    ]
    if wrong:
        raise Refused(*wrong)
    return [donne for donne in donnes if not isinstance(donne, NoContract)]


def _given(call: Call) -> list[tuple[int | None, str]]:
    """Return the donnes as they were written, each with its line where they come from a file."""
    if call.args.source is None:
        return [(None, text) for text in _texts(call.args.donnes)]
    lines = read_lines(call.args.source, call.terminal)
    return [(number, line) for number, line in enumerate(lines, 1) if line.strip()]


def _texts(words: Sequence[str]) -> list[str]:
    if any(" " in word.strip() or word.startswith("{") for word in words):
        return list(words)
    return [text for text in (part.strip() for part in f" {' '.join(words)} ".split(" / ")) if text]


def _from_json(text: str) -> Entry:
    fields = Fields(read_request(text.encode()), {*DONNE_FIELDS, "partner"})
    fields.require("preneur", "contract", "bouts", "points")
    given = donne_fields(fields)
    fields.stop_if_refused()
    return Entry(**given)
