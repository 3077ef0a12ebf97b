"""The golden rankings, as requests of `compute ranking` and what they must answer."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from tests.golden.tables import Row, rows

CONTRACTS = ("prise", "garde", "garde_sans", "garde_contre")


@dataclass(frozen=True, slots=True)
class Case:
    """One ranking: what is asked, and each competitor's rank and total in the order of the answer."""

    id: str
    request: dict[str, object]
    answer: list[dict[str, object]]


def cases() -> Iterator[Case]:
    """Yield one case for each heading of the page."""
    for heading, found in groupby(rows("ranking.md"), key=lambda row: row.heading):
        table = list(found)
        players = [player(row) for row in table]
        ranked = sorted(table, key=lambda row: int(row.cells["rank"]))
        yield Case(
            id=heading,
            request={"tie_break": "ties" in heading and "broken" in heading, "players": players},
            answer=[
                {"rank": int(row.cells["rank"]), "id": row.cells["id"], "total": number(row.cells["total"])}
                for row in ranked
            ],
        )


def player(row: Row) -> dict[str, object]:
    """Return one entry of the request."""
    made = zip(CONTRACTS, map(int, row.cells["made"].split("+")), strict=True)
    return {
        "id": row.cells["id"],
        "positions": [number(score) for score in row.cells["positions"].split()],
        "penalties": number(row.cells["penalties"]),
        "made": dict(made),
        "abandoned": row.cells["abandoned"] == "yes",
    }


def number(text: str) -> int | Decimal:
    """Return a figure as the JSON reader gives it: fractions as exact decimals."""
    return Decimal(text) if "." in text else int(text)
