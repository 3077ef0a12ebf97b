"""What goes wrong outside the program's own law, in one line: a file that is not there, a hand that stops it, a bug."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from types import TracebackType

from app.texts.catalogue import N_, Texts

log = logging.getLogger(__name__)
SENTENCES: dict[type[OSError], str] = {
    FileNotFoundError: N_("{file}: there is no such file or folder."),
    IsADirectoryError: N_("{file} is a folder: name a file."),
    NotADirectoryError: N_("{file}: a file stands where a folder is meant."),
    FileExistsError: N_("{file}: there is a file of that name already."),
    PermissionError: N_("{file} may not be read or written by you."),
}
INTERRUPTED = 130  # as shells say it


def file_trouble(error: OSError, tr: Texts) -> str:
    """Return why a file could not be read or written."""
    if isinstance(error, FileNotFoundError) and error.filename:
        folder = Path(error.filename).parent
        if not folder.exists():
            return tr("There is no folder {folder}: make it first, or name another.", folder=folder)
    sentence = SENTENCES.get(type(error))
    if sentence is None:
        return tr("{file}: the system says “{why}”.", file=error.filename, why=error.strerror)
    return tr(sentence, file=error.filename)


def mistake(tr: Texts) -> str:
    """Return what a person is told of what nobody foresaw."""
    return tr("Nord stopped on a mistake of its own; nord.log in the data folder says which.")


def tell_bugs(tr: Texts) -> None:
    """Let what nobody foresaw end the program with one line for the person, and everything else in the log."""

    def tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        log.critical("Unforeseen", exc_info=(kind, error, trace))
        print(mistake(tr), file=sys.stderr)

    sys.excepthook = tell
