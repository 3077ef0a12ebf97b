"""What is said and asked over the screen about the control desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.domain.events.envelope import Event
from app.domain.events.kinds import read_body
from app.texts.facts import Telling, fact
from app.texts.link import link_details, link_words
from app.ui.widgets.dialog import Answer

if TYPE_CHECKING:
    from app.ui.table.desk_side import DeskSide
    from app.ui.table.navigator import Navigator


def leave(nav: Navigator, desk: DeskSide) -> None:
    """Ask whether to belong to no desk any more, once people know what did not arrive there."""
    tr, waiting = nav.words.tr, desk.state.waiting
    unsent = tr.plural(
        "{n} entry has not reached the control desk and stays on this tablet alone.",
        "{n} entries have not reached the control desk and stay on this tablet alone.",
        waiting,
    )
    code = tr("To come back, this tablet needs a new code.")
    nav.ask(
        tr("Leave this tournament?"),
        f"{unsent}\n{code}" if waiting else code,
        Answer(tr("Leave this tournament"), desk.leave, aid="leave_desk.yes"),
        Answer(tr("Stay"), aid="leave_desk.no", main=True),
    )


def details(nav: Navigator, desk: DeskSide) -> None:
    """Say what stands behind the words of the link."""
    tr = nav.words.tr
    by_file = (
        Answer(tr("Carry to the control desk"), lambda: nav.go("carry"), aid="carry"),
        Answer(tr("Read the file of the control desk"), lambda: nav.go("bring"), aid="bring"),
    )
    is_offered = desk.is_cut_off or bool(desk.state.owed_earlier)
    nav.ask(
        link_words(desk.state, tr).text,
        link_details(desk.state, desk.seconds_so, tr),
        *(by_file if is_offered else ()),
        Answer(tr("Change the address"), lambda: nav.go("join", moves=True), aid="change_address"),
        Answer(tr("Understood"), aid="understood", main=True),
        paired=is_offered,
    )


def table_lost(nav: Navigator, desk: DeskSide, table: int, unsent: tuple[Event, ...]) -> None:
    """Say that another tablet has the table now, and what was written here in vain."""
    tr = nav.words.tr
    said = tr("Everything written here had reached the control desk.")
    if unsent:
        telling = Telling(tr, desk.identities)
        lines = [f"· {fact(read_body(one)[1], telling)}" for one in unsent]
        said = "\n".join([tr("Written here, but not taken over. Tell the control desk:"), *lines])
    title = tr("Table {table} is now on another tablet", table=table)
    nav.ask(title, said, Answer(tr("Understood"), aid="understood", main=True))
