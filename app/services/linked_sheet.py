"""A sheet of the tournament that a tablet follows, open as any sheet is."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime

from app.domain.errors import Refused, violation
from app.services.book import Book
from app.services.desk_link import DeskLink
from app.services.donne_entry import DonneEntry
from app.services.parties import OpenTable
from app.services.table_session import TableSession


def open_sheet(
    link: DeskLink, *, position: int, table: int, now: datetime, on_change: Callable[[], None]
) -> Future[OpenTable]:
    """Open the sheet of a table at a position, with what was half entered on this tablet.

    Answers at once; the link keeps the file, so that nothing is let go of when the sheet is closed. Raises Refused
    where no tournament is followed.
    """
    keeper, drafts = link.keeper, link.drafts
    if keeper is None or drafts is None:
        raise Refused(violation("tournament.none", "tournament"))

    def opened(book: Book) -> OpenTable:
        session = TableSession(keeper, position=position, table=table, on_change=on_change)
        session.feuille  # noqa: B018 - refused where there is no such sheet
        entry = DonneEntry(session, drafts, name=f"entry.{position}.{table}")
        entry.load()
        return OpenTable(
            id=f"{book.journal}.{position}.{table}", session=session, entry=entry, began=now, close=lambda: None
        )

    return keeper.read(opened)
