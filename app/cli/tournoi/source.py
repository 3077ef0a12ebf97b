"""Files that a command reads: bytes or lines, of a file or of the standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from app.domain.errors import Refused, violation


def read_bytes(source: str) -> bytes:
    """Return what a file holds; `-` is the standard input."""
    return sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()


def read_lines(source: str) -> list[str]:
    """Return the lines of a text in UTF-8; raise Refused naming the line where it is not."""
    data = read_bytes(source)
    try:
        return data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refused(violation("text.not_utf8", "file", line=line)) from None
