"""A grid of cells from the bytes of a text file, whatever program saved it: encoding, separator, lines."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from app.domain.errors import Refused, violation
from app.services.cards import CONTROLS

MOST_BYTES = 8 * 1024 * 1024  # far more than the names of a full room
SEPARATORS = (";", "\t", ",", "|")
LOOKED_AT = 30  # lines that tell the separator
ZIP = b"PK\x03\x04"
OLE = b"\xd0\xcf\x11\xe0"
_SEP_LINE = re.compile(r'"?sep=(.)"?\r?\n', re.IGNORECASE)  # Excel's own hint
# Windows, Macintosh, and what Excel calls “CSV (MS-DOS)”; where nothing tells them apart, the first.
OLD_ENCODINGS = ("cp1252", "mac_roman", "cp850")
# What an accented French name is made of, and how often: it tells the old encodings apart.
_FRENCH = {
    **dict.fromkeys("ëäïöùüÿœæñÉÈÊËÀÂÄÇÎÏÔÖÙÛÜŒÆÑ’«»°€\xa0", 1),
    **dict.fromkeys("èêàâçîôû", 2),
    "é": 3,
}
_FOREIGN = -2
CONTROLS_OF_NOISE = 8  # one in so many letters: this was never a text
_DOS_END = "\x1a"


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one row, and the line of the file where it begins."""

    line: int
    cells: tuple[str, ...]

    def padded(self, width: int) -> Row:
        """Return the row with empty cells up to a width."""
        return Row(self.line, self.cells + ("",) * (width - len(self.cells)))


@dataclass(frozen=True, slots=True)
class Grid:
    """Every row of a file, empty ones left out, and how it was read; a workbook has no separator."""

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
    if separator and len(separator) > 1:
        raise Refused(violation("import.separator", "separator", separator=separator))
    encoding = encoding or _encoding(data)
    text = _decoded(data, encoding)
    if not text.strip():
        raise Refused(violation("import.empty", "file"))
    hint = _SEP_LINE.match(text)
    separator = separator or (hint[1] if hint else _separator(text))
    rows = tuple(row for row in _rows(text, separator) if any(cell.strip() for cell in row.cells))
    rows = rows[1:] if hint else rows
    _refuse_controls(rows)
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
    seen = Counter(char for char in data.decode("utf-8", errors="replace") if not char.isascii())
    broken = seen.pop("\N{REPLACEMENT CHARACTER}", 0)
    if broken <= seen.total():  # old encodings hardly ever look like UTF-8: this is UTF-8, broken letters or not
        return "utf-8"
    return max(OLD_ENCODINGS, key=lambda name: _french(data.decode(name, errors="replace")))


def _french(text: str) -> int:
    """Weigh how French the accented letters of a text are; a capital behind a small letter is none."""
    return sum(
        _FOREIGN if char.isupper() and before.islower() else _FRENCH.get(char, _FOREIGN)
        for before, char in pairwise(text)
        if not char.isascii()
    )


def _decoded(data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding).removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").removesuffix(_DOS_END)
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        raise Refused(violation("import.encoding", "file", encoding=encoding, line=line, byte=column)) from None
    except (LookupError, UnicodeError):
        raise Refused(violation("import.encoding_unknown", "encoding", encoding=encoding)) from None
    if _is_noise(text, encoding):
        raise Refused(violation("import.binary", "file"))
    return text


def _is_noise(text: str, encoding: str) -> bool:
    """Whether this was never a text: full of controls, or with several of them where any byte is some letter."""
    controls = CONTROLS.findall(text)
    several = encoding in OLD_ENCODINGS and len(set(controls)) > 1
    return several or len(controls) * CONTROLS_OF_NOISE > len(text)


def _refuse_controls(rows: tuple[Row, ...]) -> None:
    """Refuse a text with a stray control character in it, and say in which cell the first one is."""
    for row in rows:
        for column, cell in enumerate(row.cells, 1):
            if found := CONTROLS.search(cell):
                code = f"U+{ord(found[0]):04X}"
                raise Refused(violation("import.control", "file", line=row.line, column=column, code=code))


def _separator(text: str) -> str:
    """Return what cuts the first lines into the same number of cells, and into the most of them."""
    head = "".join(text.splitlines(keepends=True)[:LOOKED_AT])

    def merit(separator: str) -> tuple[int, int]:
        reader = csv.reader(io.StringIO(head, newline=""), delimiter=separator)
        try:
            widths = Counter(len(row) for row in reader if row)
        except csv.Error:  # a cell without an end, if so cut
            return 0, 0
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
    except csv.Error as error:
        key = "import.cell_too_long" if "limit" in str(error) else "import.quotes"
        raise Refused(violation(key, "file", line=line)) from None
