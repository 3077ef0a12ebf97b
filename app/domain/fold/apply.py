"""One more event: the state that follows, or why the event is set aside."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from app.domain.errors import Refused, violation
from app.domain.events.arbitre import DecidedAtTable
from app.domain.events.envelope import Event
from app.domain.events.kinds import Kind, read_body
from app.domain.events.tournoi import LoneSheetStarted, PartieStarted, Role, TournamentCreated
from app.domain.fold.state import Reason, State
from app.domain.tournoi.note import Note
from app.domain.tournoi.position import check_writer
from app.domain.tournoi.sheet import Hand


@dataclass(frozen=True, slots=True)
class Writing:
    """Who writes what: the event, its id, and with whose hand."""

    id: str
    event: Event
    role: Role
    hand: Hand

    def note(self, reason: str) -> Note:
        """Return the mark of authority that this event leaves."""
        return Note(author=self.event.device, reason=reason, at=self.event.at)

    @property
    def table(self) -> int:
        """The table that the event names; only for kinds on a sheet."""
        return self.event.table or 0


Handler = Callable[[State, Writing, Any], State]
HANDLERS: dict[type, Handler] = {}


def handles(body: type) -> Callable[[Handler], Handler]:
    """Register the function that says what an event of this body does."""

    def register(handler: Handler) -> Handler:
        HANDLERS[body] = handler
        return handler

    return register


def apply(state: State, event_id: str, event: Event) -> State:
    """Return the state after an event; one that is not allowed changes nothing but `set_aside`."""
    try:
        return _allowed(state, event_id, event)
    except Refused as refused:
        reasons = tuple(Reason.of(found) for found in refused.violations)
        return replace(state, set_aside={**state.set_aside, event_id: reasons})


def fold(events: Iterable[tuple[str, Event]], start: State | None = None) -> State:
    """Return the state of a journal: its events, each with its id, in the order of the journal."""
    state = start or State()
    for event_id, event in events:
        state = apply(state, event_id, event)
    return state


def _allowed(state: State, event_id: str, event: Event) -> State:
    kind, body = read_body(event)
    role = _writer(state, event, kind, body)
    hand = Hand.TABLE if role is Role.TABLE else Hand.ARBITRE
    writing = Writing(event_id, event, role, hand)
    if kind.on_sheet:
        _check_sheet(state, writing, body)
    if isinstance(body, DecidedAtTable):
        # The arbiter's own hand, on the table's tablet: applied at once, provisional until confirmed.
        decided = HANDLERS[type(body.decision)](state, replace(writing, hand=Hand.ARBITRE), body.decision)
        return replace(decided, unconfirmed=decided.unconfirmed | {event_id})
    return HANDLERS[kind.body](state, writing, body)


def _writer(state: State, event: Event, kind: Kind, body: object) -> Role:
    """Return the role of the device that writes; refuse one unknown, or of another role."""
    if state.created is None:
        if not isinstance(body, TournamentCreated | PartieStarted | LoneSheetStarted):
            raise Refused(violation("event.not_begun", "kind", kind=kind.name))
        return Role.DESK if isinstance(body, TournamentCreated) else Role.TABLE
    if event.journal != state.journal:
        raise Refused(violation("event.other_journal", "journal"))
    role = state.devices.get(event.device)
    if role is None:
        raise Refused(violation("event.unknown_device", "device"))
    if role not in kind.writers:
        raise Refused(violation("event.not_your_role", "kind", kind=kind.name, role=role))
    if state.is_closed:
        raise Refused(violation("event.closed", "kind"))
    return role


def _check_sheet(state: State, writing: Writing, body: Any) -> None:
    """Refuse a sheet that is not there, not open to this hand, or no longer this tablet's."""
    event = writing.event
    if event.table is None:
        raise Refused(violation("event.no_table", "table"))
    if writing.role is Role.TABLE:
        assigned = state.assignments.get(event.table)
        if assigned is None or assigned.device != event.device:
            raise Refused(violation("event.not_your_table", "table", table=event.table))
        if assigned.epoch != event.table_epoch:
            raise Refused(violation("event.stale_epoch", "table_epoch", table=event.table))
    number = (body.decision if isinstance(body, DecidedAtTable) else body).position
    state.feuille(number, event.table)
    if refused := check_writer(state.positions[number], writing.hand):
        raise Refused(*refused)
