"""The log: a few small files in the poste's folder, for whoever repairs; never a name, a code or a key."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

FILE = "nord.log"
FILE_BYTES = 1_000_000
OLDER_FILES = 3
TALKATIVE = ("httpx", "httpcore")  # a line for each request: a poll every 20 seconds would fill the files


class _Log(RotatingFileHandler):
    """A log that keeps to itself what it cannot write: a disk that is full is told to people in a sentence."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - as the library calls it
        """Lose the line."""


def log_into(folder: Path, *, level: int = logging.INFO) -> None:
    """Send what the program and its libraries log into the folder, and nothing of it to the terminal."""
    handler = _Log(folder / FILE, maxBytes=FILE_BYTES, backupCount=OLDER_FILES, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.basicConfig(level=level, handlers=[handler])
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(max(level, logging.WARNING))
