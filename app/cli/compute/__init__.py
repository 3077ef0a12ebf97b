"""`compute`: the rules alone, one JSON object a line in, one a line out, in the same order."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module

from app.cli.compute.stream import answer_lines
from app.texts.catalogue import LANGUAGES

# Each module offers answer(request) -> answer and raises Refused with every violation.
SUBJECTS = {
    "marks": "the marks of a donne",
    "ruling": "what becomes of a fault",
    "movement": "who sits where, position by position",
    "draw": "new seats for one position",
    "ranking": "ranks, ties broken or shared",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("what", choices=SUBJECTS, help="; ".join(f"{k}: {v}" for k, v in SUBJECTS.items()))
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the messages (en)")


def run(args: argparse.Namespace) -> int:
    """Answer every line of standard input; 0 when the stream itself was readable."""
    subject = import_module(f"app.cli.compute.{args.what}")
    try:
        answer_lines(sys.stdin.buffer, sys.stdout.buffer, answer=subject.answer, lang=args.lang)
    except BrokenPipeError:
        # Whoever read the answers has had enough: what is still buffered goes nowhere, without a complaint.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"nord compute: the input cannot be read: {error.strerror}", file=sys.stderr)
        return 1
    return 0
