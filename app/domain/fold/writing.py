"""Who writes an event, and whether they may: role, journal, table and epoch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.domain.errors import Refused, violation
from app.domain.events.envelope import Event
from app.domain.events.kinds import Kind
from app.domain.events.tournoi import LoneSheetStarted, PartieStarted, Role, TournamentCreated
from app.domain.fold.feuille import Feuille
from app.domain.fold.state import State
from app.domain.tournoi.note import Note
from app.domain.tournoi.position import check_writer
from app.domain.tournoi.sheet import Hand
from app.domain.values import quick

# What begins a journal, and the poste of the device that writes it.
BEGINNINGS = {TournamentCreated: Role.DESK, PartieStarted: Role.TABLE, LoneSheetStarted: Role.TABLE}
HANDS = {role: Hand.TABLE if role is Role.TABLE else Hand.ARBITRE for role in Role}


@quick
@dataclass(frozen=True, slots=True)
class Writing:
    """An event under its id, the role of its device, and with whose hand it is written."""

    id: str
    event: Event
    role: Role
    hand: Hand

    def note(self, reason: str) -> Note:
        """Return the mark of authority that this event leaves."""
        return Note(author=self.event.device, reason=reason, at=self.event.at)

    @property
    def table(self) -> int:
        """The table that the event names; only for kinds on a sheet, which name one."""
        return self.event.table or 0


# What an event does: to one sheet, or to the whole state; the last argument is the body of its kind.
ToSheet = Callable[[Feuille, Writing, Any], Feuille]
ToState = Callable[[State, Writing, Any], State]


def writing_of(state: State, event_id: str, event: Event, kind: Kind) -> Writing:
    """Return who writes an event; refuse a device unknown or of another role, another journal, a closed one."""
    if state.created is None:
        beginner = BEGINNINGS.get(kind.body)
        if beginner is None:
            raise Refused(violation("event.not_begun", "kind", kind=kind.name))
        return Writing(event_id, event, beginner, HANDS[beginner])
    if event.journal != state.journal:
        raise Refused(violation("event.other_journal", "journal"))
    role = state.devices.get(event.device)
    if role is None:
        raise Refused(violation("event.unknown_device", "device"))
    if role not in kind.writers:
        raise Refused(violation("event.not_your_role", "kind", kind=kind.name, role=role))
    if state.is_closed:
        raise Refused(violation("event.closed", "kind"))
    return Writing(event_id, event, role, HANDS[role])


def check_sheet(state: State, by: Writing, position: int) -> None:
    """Refuse a sheet that is no longer this tablet's, that is not there, or that is not open to this hand."""
    event, table = by.event, by.event.table
    if table is None:
        raise Refused(violation("event.no_table", "table"))
    if by.role is Role.TABLE:
        assigned = state.assignments.get(table)
        if assigned is None or assigned.device != event.device:
            raise Refused(violation("event.not_your_table", "table", table=table))
        if assigned.epoch != event.table_epoch:
            raise Refused(violation("event.stale_epoch", "table_epoch", table=table))
    if table not in state.feuilles.get(position, ()):
        raise Refused(violation("sheet_unknown", "table", table=table, position=position))
    found = check_writer(state.positions[position], by.hand)
    if found:
        raise Refused(*found)
