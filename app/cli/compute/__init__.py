"""`compute`: the rules alone, one JSON object a line in, one a line out, in the same order."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

from app.cli.compute.stream import answer_lines
from app.texts.catalogue import LANGUAGES, Texts

# Each module offers answer(request) -> answer and raises Refused with every violation.
SUBJECTS = {
    "marks": "the marks of a donne",
    "ruling": "what becomes of a fault",
    "movement": "who sits where, position by position",
    "draw": "new seats for one position",
    "ranking": "ranks, ties broken or shared",
}


# By number: sys.stdin and sys.stdout are None where a script has closed them.
STDIN, STDOUT = 0, 1


def add_arguments(parser: argparse.ArgumentParser, _tr: Texts) -> None:
    """Declare the command's arguments."""
    parser.add_argument("what", choices=SUBJECTS, help="; ".join(f"{k}: {v}" for k, v in SUBJECTS.items()))
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the messages (en)")


def run(args: argparse.Namespace) -> int:
    """Answer every line of standard input; 0 when the stream itself was readable."""
    subject = import_module(f"app.cli.compute.{args.what}")
    try:
        with open(STDIN, "rb", buffering=0, closefd=False) as source, open(STDOUT, "wb", closefd=False) as sink:
            answer_lines(source, sink, answer=subject.answer, lang=args.lang)
    except BrokenPipeError:
        pass  # whoever read the answers has had enough
    except OSError as error:
        print(f"nord compute: the lines cannot be read, or the answers written: {error.strerror}", file=sys.stderr)
        return 1
    return 0
