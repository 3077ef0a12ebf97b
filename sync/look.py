"""One look at how a poste stands with its desk."""

from __future__ import annotations

from app.domain.errors import Violation
from app.services.desk_link import LinkState, seat_of, stage_of
from sync.carried import last_written
from sync.followed import Followed
from sync.joined import Joined


def look(
    joined: Joined | None,
    followed: Followed | None,
    *,
    owed_earlier: int,
    is_table: bool,
    is_reached: bool,
    is_mirrored: bool,
    trouble: Violation | None,
    until: float | None,
) -> LinkState:
    """Return what there is to show of a desk that was joined, and of the tournament that is followed."""
    if joined is None:
        return LinkState(trouble=trouble)
    known = None if followed is None else followed.keeper.state
    table, position = (None, None) if known is None else seat_of(known, joined.device)
    outbox = None if followed is None else followed.store.outbox
    return LinkState(
        stage=stage_of(known, (table, position), trouble, is_table=is_table),
        device=joined.device,
        address=f"{joined.desk.host}:{joined.desk.port}",
        is_reached=is_reached,
        waiting=0 if outbox is None else outbox.waiting(),
        aside=0 if outbox is None else len(outbox.aside()),
        owed_earlier=owed_earlier,
        trouble=trouble,
        tournament=getattr(known.created, "name", "") if known is not None else "",
        table=table,
        position=position,
        until=until,
        is_mirrored=is_mirrored,
        written=(0, 0) if followed is None else last_written(followed.store.journal, followed.store.meta),
    )
