"""Reads the Markdown tables of this folder: their rows, each with the heading that it stands under."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
NONE = "–"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: where it is printed, the heading above it, and its cells by column name."""

    line: int
    heading: str
    cells: dict[str, str]


def rows(page: str) -> Iterator[Row]:
    """Yield every row of every table of a page, in order; a row that does not fit its table is an error."""
    heading = ""
    columns: list[str] = []
    for line, text in enumerate((FOLDER / page).read_text(encoding="utf-8").splitlines(), start=1):
        if text.startswith("## "):
            heading = text.removeprefix("## ")
        if not text.startswith("|"):
            columns = []
            continue
        cells = [cell.strip() for cell in text.strip("|").split("|")]
        if not columns:
            columns = cells
        elif set(text) - set("|- "):
            yield Row(line, heading, dict(zip(columns, cells, strict=True)))
