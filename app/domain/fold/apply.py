"""The fold itself: the state that follows an event, or why the event is set aside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.domain.errors import Refused
from app.domain.events.arbitre import DecidedAtTable
from app.domain.events.envelope import Event
from app.domain.events.kinds import read_body
from app.domain.fold import on_arbitre, on_devices, on_players, on_positions, on_sheet, on_start
from app.domain.fold.feuille import Feuille
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
    folding = _Folding(start or State())
    for event_id, event in events:
        folding.add(event_id, event)
    return folding.state()


class _Folding:
    """A state under way. Most events change one sheet of a whole room: changed sheets wait here and go in together."""

    __slots__ = ("_aside", "_sheets", "_state")

    def __init__(self, state: State) -> None:
        self._state = state
        self._sheets: dict[int, dict[int, Feuille]] = {}
        self._aside: dict[str, tuple[Reason, ...]] = {}

    def add(self, event_id: str, event: Event) -> None:
        """Take one more event in, or set it aside."""
        try:
            self._allow(event_id, event)
        except Refused as refused:
            self._aside[event_id] = tuple(map(Reason.of, refused.violations))

    def state(self) -> State:
        """Return the state as it is now."""
        if self._sheets:
            before = self._state.feuilles
            changed = {number: {**before[number], **tables} for number, tables in self._sheets.items()}
            self._state = replace(self._state, feuilles={**before, **changed})
            self._sheets = {}
        if self._aside:
            self._state = replace(self._state, set_aside={**self._state.set_aside, **self._aside})
            self._aside = {}
        return self._state

    def _allow(self, event_id: str, event: Event) -> None:
        kind, body = read_body(event)
        by = writing_of(self._state, event_id, event, kind)
        if not kind.on_sheet:
            self._state = TO_STATE[kind.body](self.state(), by, body)
            return
        check_sheet(self._state, by, on_arbitre.decision_of(body).position)
        if isinstance(body, DecidedAtTable):
            # The arbiter's own hand, on the table's tablet: of effect at once, provisional until confirmed.
            position = body.decision.position
            on_arbitre.check_proof(self._feuille(position, by.table), body)
            self._write(replace(by, hand=Hand.ARBITRE), body.decision)
            spent = on_arbitre.spend_code(self._feuille(position, by.table), body)
            self._sheets.setdefault(position, {})[by.table] = spent
            self._state = replace(self._state, unconfirmed=self._state.unconfirmed | {event_id})
        else:
            self._write(by, body)

    def _write(self, by: Writing, body: Any) -> None:
        write = TO_SHEET.get(type(body))
        if write is None:
            self._state = TO_STATE[type(body)](self.state(), by, body)
            return
        feuille = write(self._feuille(body.position, by.table), by, body)
        self._sheets.setdefault(body.position, {})[by.table] = feuille

    def _feuille(self, position: int, table: int) -> Feuille:
        """Return a sheet as it is now, which check_sheet has found there."""
        return self._sheets.get(position, {}).get(table) or self._state.feuilles[position][table]
