"""How a table's seats are written in an answer."""

from __future__ import annotations

from app.domain.mouvement.rotation import LINES
from app.domain.mouvement.seats import Seat, Table, Who


def table_row(table: Table[Who]) -> dict[str, int | str | None]:
    """Return the table's number and who sits where: null where the chair is empty, E2 only where it is taken."""
    row: dict[str, int | str | None] = {"table": table.number}
    row.update((seat.value, table.at(seat)) for seat in LINES)
    fifth = table.at(Seat.E2)
    if fifth is not None:
        row[Seat.E2.value] = fifth
    return row
