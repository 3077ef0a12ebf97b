"""Extracts as CSV for spreadsheets: UTF-8 with its mark, no cell ever a formula, and read back to the same values.

A text that a spreadsheet could take for a formula gets an apostrophe before it (`app.services.cells`), and stands in
quotation marks, so that it stays whole whatever separator is expected; numbers stay numbers,
negative ones too. Scores that were divided are decimals where they end (60,5), else fractions (121/3).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from fractions import Fraction

from app.domain.errors import Refused, violation
from app.papers.extract import Column, Extract, Kind, Value
from app.services.cells import shielded, unshielded
from app.texts.catalogue import Texts

ENCODING = "utf-8-sig"
YES = ("oui", "yes")


def write_csv(extract: Extract, texts: Texts, *, separator: str = ";") -> bytes:
    """Return the bytes of a CSV file; decimals are written with a comma beside `;`, with a point beside `,`."""
    decimal = "," if separator == ";" else "."
    lines = [separator.join(texts(column.heading) for column in extract.columns)]
    for row in extract.rows:
        cells = zip(extract.columns, row, strict=True)
        lines.append(separator.join(_cell(column, value, decimal, texts) for column, value in cells))
    return "".join(f"{line}\r\n" for line in lines).encode(ENCODING)


def read_csv(data: bytes, columns: Sequence[Column], *, separator: str = ";") -> Extract:
    """Return the values in a file that `write_csv` wrote, in either language; raise Refused where it is not one."""
    try:
        head, *rows = csv.reader(io.StringIO(data.decode(ENCODING), newline=""), delimiter=separator, strict=True)
        if len(head) != len(columns):
            raise ValueError(head)
        read = tuple(
            tuple(_value(column, cell) for column, cell in zip(columns, row, strict=True)) for row in rows if row
        )
    except (UnicodeDecodeError, csv.Error, ValueError) as error:
        raise Refused(violation("export.unreadable", "file")) from error
    return Extract(tuple(columns), read)


def _cell(column: Column, value: Value, decimal: str, texts: Texts) -> str:
    if value is None:
        return ""
    match column.kind:
        case Kind.TEXT:
            return _quoted(shielded(str(value)))
        case Kind.FLAG:
            return texts("yes") if value else texts("no")
        case Kind.DEMI:
            value = Fraction(value) / 2
        case Kind.CENTS:
            value = Fraction(value) / 100
    return _decimal(Fraction(value), decimal)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _decimal(value: Fraction, mark: str) -> str:
    """Write a number exactly, as a spreadsheet reads it: plain digits, no thousands, an ordinary minus."""
    if value.denominator == 1:
        return str(value.numerator)
    digits = next((n for n in range(1, 13) if 10**n % value.denominator == 0), None)
    if digits is None:
        return f"{value.numerator}/{value.denominator}"
    whole, rest = divmod(abs(value), 1)
    return f"{'-' if value < 0 else ''}{whole}{mark}{int(rest * 10**digits):0{digits}}"


def _value(column: Column, cell: str) -> Value:
    if column.kind is Kind.TEXT:
        return unshielded(cell)
    if not cell:
        return None
    if column.kind is Kind.FLAG:
        return cell in YES
    value = Fraction(cell.replace(",", "."))
    value *= {Kind.DEMI: 2, Kind.CENTS: 100}.get(column.kind, 1)
    return int(value) if value.denominator == 1 else value
