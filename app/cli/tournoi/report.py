"""What a command answers: lines for a person, or one JSON object for a script."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

GAP = "  "
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Report:
    """The same answer twice: said, and as data; `failed` says in one line that nothing was done, and why."""

    lines: Sequence[str]
    data: Mapping[str, object] = field(default_factory=dict)
    failed: str = ""

    def written(self, *, as_json: bool) -> str:
        """Return what is printed."""
        if as_json:
            return json.dumps(self.data, ensure_ascii=False, default=_exactly)
        return "\n".join(map(one_line, self.lines))


def one_line(text: str) -> str:
    """Return a text as it may be shown: what would move the cursor or colour the screen is a mark in its place."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)


def columns(rows: Iterable[Sequence[object]], right: frozenset[int] = frozenset()) -> list[str]:
    """Return rows as lines with their columns in line; those in `right` end together."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        GAP.join(
            cell.rjust(width) if n in right else cell.ljust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]


def _exactly(value: object) -> str:
    """Write a divided score as a fraction: no figure is rounded."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    raise TypeError(f"no JSON for {value!r}")
