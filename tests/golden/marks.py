"""The golden marks: each row of the table as a request, its total, its result and every seat's mark."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.golden.tables import FOLDER, NONE, Row, rows

PAGE = "marks.md"
SEATS = ("N", "S", "E", "O", "E2")


@dataclass(frozen=True, slots=True)
class Case:
    """One donne as asked, and what it must be answered: total, made and marks (the steps are not told)."""

    id: str
    heading: str
    request: dict[str, Any]
    answer: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The donnes of one sheet and the bilan that they must add up to."""

    donnes: tuple[Case, ...]
    bilan: dict[str, int]


def cases() -> Iterator[Case]:
    """Yield every donne of the page, in order."""
    rulesets = _rulesets()
    for row in rows(PAGE):
        if row.cells["preneur"] != "bilan":
            yield _case(row, rulesets.get(row.heading))


def sheet() -> Sheet:
    """Return the sheet that the rulebook works out."""
    bilan = next(row for row in rows(PAGE) if row.cells["preneur"] == "bilan")
    return Sheet(tuple(case for case in cases() if case.heading == bilan.heading), _marks(bilan))


def _rulesets() -> dict[str, str]:
    """Return the ruleset of each heading that names one."""
    found, heading = {}, ""
    for text in (FOLDER / PAGE).read_text(encoding="utf-8").splitlines():
        if text.startswith("## "):
            heading = text.removeprefix("## ")
        elif text.startswith("Ruleset: "):
            found[heading] = text.removeprefix("Ruleset: ")
    return found


def _case(row: Row, ruleset: str | None) -> Case:
    said = {column: None if cell == NONE else cell for column, cell in row.cells.items()}
    marks = _marks(row)
    request: dict[str, Any] = {
        "players": len(marks),
        "seats": list(marks),
        "preneur": said["preneur"],
        "contract": said["contract"],
        "bouts": int(row.cells["bouts"]),
        "points": _points(row.cells["points"]),
        "petit_au_bout": said["petit au bout"],
        "poignees": _poignees(row.cells["poignées"]),
        "chelem": said["chelem"],
        "partner": said["partner"],
        "mort": said["mort"],
    }
    if ruleset:
        request["ruleset"] = ruleset
    return Case(
        id=f"marks:{row.line} {request['contract']} {row.cells['result']} at {len(marks)}",
        heading=row.heading,
        request=request,
        answer={
            "total": int(row.cells["total"]),
            "made": {"made": True, "down": False}[row.cells["result"]],
            "marks": marks,
        },
    )


def _marks(row: Row) -> dict[str, int]:
    return {seat: int(row.cells[seat]) for seat in SEATS if row.cells[seat] != NONE}


def _points(cell: str) -> int | float:
    """Return the points as JSON writes them: whole, or with their half."""
    return float(cell) if "." in cell else int(cell)


def _poignees(cell: str) -> list[dict[str, Any]]:
    if cell == NONE:
        return []
    shown = (each.split() for each in cell.split(" + "))
    return [{"by": seat, "atouts": int(atouts)} for atouts, seat in shown]
