"""Lists that were saved as a spreadsheet's own file (.xlsx), as the same grid that a text file gives."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from datetime import date, datetime

from openpyxl import load_workbook
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula

from app.domain.errors import Refused, violation
from app.services.grid import MOST_BYTES, ZIP, Grid, Row

MOST_UNPACKED = 16 * MOST_BYTES  # a file that unpacks to more is no list of players

EXACT = 10**15  # a spreadsheet keeps fifteen digits of a number: of a longer one, the last are not those typed


def is_workbook(data: bytes) -> bool:
    """Whether bytes look like a spreadsheet's own file of today."""
    return data.startswith(ZIP)


def read_workbook(data: bytes) -> Grid:
    """Return the first sheet of a workbook, formulas as they are written; raise Refused where it cannot be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if len(data) > MOST_BYTES or sum(part.file_size for part in packed.infolist()) > MOST_UNPACKED:
                raise Refused(violation("import.too_large", "file", most=MOST_BYTES // 1024**2))
        book = load_workbook(io.BytesIO(data), read_only=True)
        rows = tuple(_rows(book.worksheets[0].iter_rows(values_only=True)))
    except Refused:
        raise
    except Exception as error:  # whatever its unpacking, its XML and its styles meet in a file that is damaged
        raise Refused(violation("import.workbook", "file")) from error
    if not rows:
        raise Refused(violation("import.empty", "file"))
    return Grid(rows, "xlsx")


def _rows(values: Iterator[tuple[object, ...]]) -> Iterator[Row]:
    for line, row in enumerate(values, 1):
        cells = tuple(map(_text, row))
        if any(cell.strip() for cell in cells):
            yield Row(line, cells)


def _text(value: object) -> str:
    """Return a cell as somebody would have typed it."""
    if value is None:
        return ""
    if isinstance(value, datetime | date):
        return value.isoformat()[:10]
    if isinstance(value, ArrayFormula | DataTableFormula):
        return getattr(value, "text", None) or "="
    if isinstance(value, float) and value.is_integer() and abs(value) < EXACT:
        return str(int(value))
    return str(value)
