"""Extracts as one JSON file: everything under its name, exact, and read back to the same values."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction

from app.domain.errors import Refused, violation
from app.papers.extract import Column, Extract, Kind, Value

FORMAT = "nord-export"
VERSION = 1


def write_json(extracts: Mapping[str, Extract], *, tournament: Mapping[str, object]) -> bytes:
    """Return the bytes of an export; a score that is no whole number is a fraction in a string."""
    tables = {
        name: [
            {column.name: _written(value) for column, value in zip(extract.columns, row, strict=True)}
            for row in extract.rows
        ]
        for name, extract in extracts.items()
    }
    whole = {"format": FORMAT, "version": VERSION, "tournament": dict(tournament), "tables": tables}
    return json.dumps(whole, ensure_ascii=False, indent=1).encode() + b"\n"


def read_json(data: bytes, columns: Mapping[str, Sequence[Column]]) -> dict[str, Extract]:
    """Return the tables of an export by their names, each under its columns; raise Refused where it is not one."""
    try:
        whole = json.loads(data)
        if whole["format"] != FORMAT or whole["version"] != VERSION:
            raise ValueError(whole["format"])
        return {
            name: Extract(
                tuple(columns[name]),
                tuple(tuple(_value(column, row[column.name]) for column in columns[name]) for row in rows),
            )
            for name, rows in whole["tables"].items()
        }
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise Refused(violation("export.unreadable", "file")) from error


def _written(value: Value) -> str | int | bool | None:
    return f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else value


def _value(column: Column, written: object) -> Value:
    if column.kind is Kind.SCORE and isinstance(written, str):
        return Fraction(written)
    if written is None or isinstance(written, str | int | bool):
        return written
    raise ValueError(written)
