"""The fold itself: the state that follows an event, or why the event is set aside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.domain.errors import Refused
from app.domain.events.arbitre import DecidedAtTable
from app.domain.events.envelope import Event
from app.domain.events.kinds import Kind, read_body
from app.domain.events.order import Key
from app.domain.fold import on_arbitre, on_devices, on_players, on_positions, on_sheet, on_start
from app.domain.fold.feuille import Feuille
from app.domain.fold.growing import settle
from app.domain.fold.state import Reason, State
from app.domain.fold.writing import ToSheet, ToState, Writing, check_sheet, writing_of
from app.domain.tournoi.sheet import Hand
from app.domain.values import replace

# What each kind does: to one sheet alone, or to more than that.
TO_SHEET: Mapping[type, ToSheet] = {**on_sheet.TO_SHEET, **on_arbitre.TO_SHEET}
TO_STATE: Mapping[type, ToState] = {
    **on_start.TO_STATE,
    **on_devices.TO_STATE,
    **on_players.TO_STATE,
    **on_positions.TO_STATE,
    **on_arbitre.TO_STATE,
}


def apply(state: State, event_id: str, event: Event) -> State:
    """Return the state after an event; one that is not allowed changes nothing but `set_aside`."""
    return fold(((event_id, event),), state)


def fold(events: Iterable[tuple[str, Event]], start: State | None = None) -> State:
    """Return the state of a journal: its events, each with its id, in the order of the journal."""
    folding = Folding(start or State())
    for event_id, event in events:
        folding.add(event_id, event)
    return folding.state()


class Folding:
    """A state under way. Most events change one sheet of a whole room: a position's sheets are copied once for all."""

    __slots__ = ("_aside", "_sheets", "_state")

    def __init__(self, start: State) -> None:
        self._state = start
        self._sheets: dict[int, dict[int, Feuille]] = {}
        self._aside: dict[str, tuple[Reason, ...]] = {}

    @property
    def settled(self) -> Mapping[str, tuple[Key, ...]]:
        """What is decided about events in quarantine, as it is now."""
        return self._state.settled

    def take(self, event_id: str, event: Event) -> None:
        """Take one more event in; raise Refused, with all as it was, where it is not allowed."""
        kind: Kind
        body: Any  # of its kind
        kind, body = read_body(event)
        by = writing_of(self._state, event_id, event, kind)
        if not kind.on_sheet:
            self._state = TO_STATE[kind.body](self._whole(), by, body)
            return
        if isinstance(body, DecidedAtTable):
            self._decide(by, body)
        else:
            check_sheet(self._state, by, body.position)
            self._write(by, body)

    def add(self, event_id: str, event: Event) -> None:
        """Take one more event in, or set it aside."""
        try:
            self.take(event_id, event)
        except Refused as refused:
            self._aside[event_id] = tuple(map(Reason.of, refused.violations))

    def state(self) -> State:
        """Return the state as it is now, which never changes again."""
        return settle(self._whole())

    def _whole(self) -> State:
        """Return the state as it is now, for the fold to go on with."""
        if self._sheets:
            self._state = replace(self._state, feuilles={**self._state.feuilles, **self._sheets})
            self._sheets = {}
        if self._aside:
            self._state = replace(self._state, set_aside={**self._state.set_aside, **self._aside})
            self._aside = {}
        return self._state

    def _decide(self, by: Writing, body: DecidedAtTable) -> None:
        """Write by the arbiter's own hand, on the table's tablet: of effect at once, provisional until confirmed."""
        position = body.decision.position
        check_sheet(self._state, by, position)
        on_arbitre.check_proof(self._sheets_of(position)[by.table], body)
        self._write(replace(by, hand=Hand.ARBITRE), body.decision)
        sheets = self._sheets_of(position)
        sheets[by.table] = on_arbitre.spend_code(sheets[by.table], body)
        self._state = replace(self._state, unconfirmed=self._state.unconfirmed | {by.id})

    def _write(self, by: Writing, body: Any) -> None:
        write = TO_SHEET.get(type(body))
        if write is None:
            self._state = TO_STATE[type(body)](self._whole(), by, body)
            return
        sheets, table = self._sheets_of(body.position), by.table
        sheets[table] = write(sheets[table], by, body)

    def _sheets_of(self, position: int) -> dict[int, Feuille]:
        """Return a position's sheets as they are now, to be written on; check_sheet has found them there."""
        sheets = self._sheets.get(position)
        if sheets is None:
            sheets = self._sheets[position] = dict(self._state.feuilles[position])
        return sheets
