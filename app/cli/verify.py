"""`verify`: whether everything in a data folder is as it was written."""

from __future__ import annotations

import argparse
import json
import logging
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from app.domain.errors import Refused
from app.storage.check import Report
from app.storage.folder import COMMAND_PATIENCE_SECONDS, LOCK, data_root, open_folder
from app.storage.verify import verify
from app.storage.walk import Problem
from app.texts.catalogue import LANGUAGES, Texts, texts
from app.texts.refusals import refusal


def add_arguments(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare what `verify` understands."""
    what = tr("data folders, or files of tournaments and backups; else the usual folder")
    parser.add_argument("paths", type=Path, nargs="*", metavar=tr("DIR"), help=what)
    parser.add_argument("--json", action="store_true", help=tr("answer one JSON object, for scripts"))
    parser.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help=tr("language of what is printed"))


def run(args: argparse.Namespace) -> int:
    """Check everything; 0 where all is as it was written."""
    tr = texts(args.lang)
    logging.getLogger().addHandler(logging.NullHandler())  # no log is open: what is found is told here alone
    found = Report(0, ())
    try:
        for path in args.paths or [data_root(args.data)]:
            with _held(path):
                one = verify(path)
            if args.paths[1:] or path.is_file():
                one = _within(path, one)
            found = Report(found.events + one.events, found.problems + one.problems, found.kept + one.kept)
    except Refused as refused:
        print(" ".join(refusal(reason, tr) for reason in refused.violations), file=sys.stderr)
        return 1
    if args.json:
        print(json.dumps(found.as_json(lambda what: refusal(what, tr)), ensure_ascii=False))
    else:
        for problem in found.problems:
            print(_told(problem, tr))
        for file in found.kept:
            print(tr("{file} was found damaged earlier and put aside: a backup may hold more.", file=file))
        if found.ok:
            print(tr.plural("{n} record, all is well.", "{n} records, all is well.", found.events))
    if not found.ok:
        count = len(found.problems)
        print(tr.plural("{n} problem found.", "{n} problems found.", count), file=sys.stderr)
    return 0 if found.ok else 1


def _within(path: Path, found: Report) -> Report:
    """Say for each file where it was found, among several folders."""

    def placed(file: str) -> str:
        return str(path / file) if path.is_dir() else str(path)

    problems = (replace(problem, file=placed(problem.file)) for problem in found.problems)
    return replace(found, problems=tuple(problems), kept=tuple(map(placed, found.kept)))


def _told(problem: Problem, tr: Texts) -> str:
    said = refusal(problem.what, tr)
    for before in (problem.where and refusal(problem.where, tr), problem.file):
        said = tr("{what}: {more}", what=before, more=said) if before else said
    return said


def _held(path: Path) -> ExitStack:
    """Hold the postes' folders in a data folder: what a program is writing cannot be judged."""
    with ExitStack() as held:
        for poste in (path, *path.glob("*/")):
            if (poste / LOCK).exists():
                held.enter_context(open_folder(poste.name, poste.parent, patience_seconds=COMMAND_PATIENCE_SECONDS))
        return held.pop_all()
