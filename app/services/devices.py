"""Use cases: which tablet writes for which table; what needs no network."""

from __future__ import annotations

from app.domain.events.tournoi import DeviceRevoked, TabletAssigned
from app.domain.fold.state import State
from app.services.book import Book


def assign_table(book: Book, table: int, device: str) -> int:
    """Give a table to a tablet and return the table's new epoch: what another one still writes is set aside."""
    epoch = next_epoch(book.state, table)
    book.write(TabletAssigned(table=table, device=device, epoch=epoch))
    return epoch


def revoke_device(book: Book, device: str) -> None:
    """Let a device write no more."""
    book.write(DeviceRevoked(device=device))


def next_epoch(state: State, table: int) -> int:
    """Return the epoch that fences off whoever wrote for a table until now."""
    assigned = state.assignments.get(table)
    return 1 if assigned is None else assigned.epoch + 1
