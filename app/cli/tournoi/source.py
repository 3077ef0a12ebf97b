"""Files of lines that a command reads."""

from __future__ import annotations

from app.cli.terminal import Terminal
from app.domain.errors import Refused, violation


def read_lines(source: str, terminal: Terminal) -> list[str]:
    """Return the lines of a text in UTF-8; raise Refused naming the line where it is not."""
    data = terminal.read(source)
    try:
        return data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refused(violation("text.not_utf8", "file", line=line)) from None
