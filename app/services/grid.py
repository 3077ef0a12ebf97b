"""A grid of cells from the bytes of a text file, whatever program saved it: encoding, separator, lines."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from app.domain.errors import Refused, violation

MOST_BYTES = 8 * 1024 * 1024  # far more than the names of a full room
SEPARATORS = (";", "\t", ",", "|")
LOOKED_AT = 30  # lines that tell the separator
ZIP = b"PK\x03\x04"
OLE = b"\xd0\xcf\x11\xe0"
_SEP_LINE = re.compile(r'"?sep=(.)"?\r?\n', re.IGNORECASE)  # Excel's own hint
# What an accented French name is made of: it tells the two old encodings apart.
_FRENCH = frozenset("éèêëàâäçîïôöùûüÿœæñÉÈÊËÀÂÄÇÎÏÔÖÙÛÜŒÆÑ’«»°€\xa0")


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one row, and the line of the file where it begins."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Every row of a file, empty ones left out, and how it was read."""

    rows: tuple[Row, ...]
    encoding: str = ""
    separator: str = ""


def read_grid(data: bytes, *, encoding: str | None = None, separator: str | None = None) -> Grid:
    """Return the cells of a text file; encoding and separator are found out unless they are given.

    Raises Refused where the bytes are no such text: empty, too long, a spreadsheet's own format, or wrongly encoded.
    """
    if len(data) > MOST_BYTES:
        raise Refused(violation("import.too_large", "file", most=MOST_BYTES // 1024**2))
    if data.startswith((ZIP, OLE)):
        raise Refused(violation("import.workbook", "file"))
    encoding = encoding or _encoding(data)
    text = _decoded(data, encoding)
    if not text.strip():
        raise Refused(violation("import.empty", "file"))
    hint = _SEP_LINE.match(text)
    separator = separator or (hint[1] if hint else _separator(text))
    rows = tuple(row for row in _rows(text, separator) if any(cell.strip() for cell in row.cells))
    rows = rows[1:] if hint else rows
    if not rows:
        raise Refused(violation("import.empty", "file"))
    return Grid(rows, encoding, separator)


def _encoding(data: bytes) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    even, odd = data[::2].count(0), data[1::2].count(0)
    if max(even, odd) > len(data) // 8:  # Latin text in two bytes: every other one is empty
        return "utf-16-be" if even > odd else "utf-16-le"
    if even or odd:
        raise Refused(violation("import.binary", "file"))
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return max(("cp1252", "mac_roman"), key=lambda name: _french(data, name))
    return "utf-8"


def _french(data: bytes, encoding: str) -> int:
    """Count how French the accented letters are when read so; on equal terms the first encoding asked wins."""
    seen = Counter(char for char in data.decode(encoding, errors="replace") if not char.isascii())
    return sum(times if char in _FRENCH else -times for char, times in seen.items())


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding).removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    except LookupError:
        raise Refused(violation("import.encoding_unknown", "encoding", encoding=encoding)) from None
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        raise Refused(violation("import.encoding", "file", encoding=encoding, line=line, byte=column)) from None


def _separator(text: str) -> str:
    """Return what cuts the first lines into the same number of cells, and into the most of them."""
    head = "".join(text.splitlines(keepends=True)[:LOOKED_AT])

    def merit(separator: str) -> tuple[int, int]:
        widths = Counter(len(row) for row in csv.reader(io.StringIO(head, newline=""), delimiter=separator) if row)
        width, rows = max(widths.items(), key=lambda item: (item[1], item[0]))
        return (rows if width > 1 else 0, width)

    return max(SEPARATORS, key=merit)


def _rows(text: str, separator: str) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    try:
        for cells in reader:
            yield Row(line, tuple(cells))
            line = reader.line_num + 1
    except csv.Error:
        raise Refused(violation("import.quotes", "file", line=line)) from None
