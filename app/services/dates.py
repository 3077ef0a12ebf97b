"""Dates as people write them, as the year-month-day that is kept."""

from __future__ import annotations

import re
from datetime import date

_FRENCH = re.compile(r"(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?")


def read_date(text: str) -> str | None:
    """Return the day that a text means, 21/03/1956 or 1956-03-21, as 1956-03-21; None where it means none."""
    iso, french = _ISO.fullmatch(text.strip()), _FRENCH.fullmatch(text.strip())
    figures = iso.groups() if iso else french.groups()[::-1] if french else ()
    try:
        return date(*map(int, figures)).isoformat() if figures else None
    except ValueError:
        return None
