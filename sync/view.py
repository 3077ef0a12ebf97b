"""What a device may see of the desk's order: a table no birth date, no licence, no money, no other table's marks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from app.domain.events.envelope import Event, write_payload
from app.domain.events.kinds import KINDS
from app.domain.events.order import Entry, Seen
from app.domain.events.tournoi import Role
from app.domain.fold.state import State

EVERYTHING = "everything"
_TABLES = "tables"
EACH = 0  # no table's number

Body = Mapping[str, Any]

# Kinds that a table sees as they are: they say what is played, by whom, on which device, and nobody's marks.
PLAIN = frozenset(
    {
        "TournamentCreated",
        "DeviceAdmitted",
        "DeviceRevoked",
        "TabletAssigned",
        "TeamFormed",
        "SeatsDrawn",
        "MovementChosen",
        "PositionClosed",
        "PositionReopened",
        "CutMade",
        "TournamentClosed",
        "DecisionConfirmed",
    }
)


def view_of(device: str, state: State) -> str:
    """Return the name of what a device may see now: everything, or what concerns its tables."""
    if state.devices[device] is not Role.TABLE:
        return EVERYTHING
    own = sorted(
        table for table, assigned in state.assignments.items() if device in (assigned.device, assigned.instead_of)
    )
    return " ".join((_TABLES, *map(str, own)))


class Views:
    """What each device may see, told again as long as nobody is let in or given a table: a room asks all the time."""

    def __init__(self) -> None:
        self._devices: object = None
        self._assignments: object = None
        self._known: dict[str, str] = {}

    def of(self, device: str, state: State) -> str:
        """Return `view_of` a device in the present state."""
        if state.devices is not self._devices or state.assignments is not self._assignments:
            self._devices, self._assignments, self._known = state.devices, state.assignments, {}
        if device not in self._known:
            self._known[device] = view_of(device, state)
        return self._known[device]


@lru_cache(maxsize=4096)
def tables_of(view: str) -> frozenset[int]:
    """Return the tables whose sheets are seen in a view that is not of everything."""
    return frozenset(map(int, view.split()[1:]))


def see(entry: Entry, *, view: str, device: str) -> Seen:
    """Return an event as the device may see it; its own events always whole."""
    sealed, event = entry.sealed, entry.sealed.event
    payload = sealed.payload
    if view != EVERYTHING and event.device != device:
        shown = _for_table(event, tables_of(view))
        payload = b"" if shown is None else payload if shown is event else write_payload(shown)
    return Seen(entry.tip, sealed.id, sealed.mac, payload)


def without_tables(entry: Entry) -> Seen:
    """Return an event as every tablet may see it, whichever its table."""
    return see(entry, view=_TABLES, device="")


def table_of(event: Event) -> int | None:
    """Return whose tablet may see more of an event than every tablet does: a table's, each one's (0), or nobody's.

    Beside these, a device sees its own events, and an arbiter all.
    """
    kind = KINDS.get(event.kind)
    if kind is not None and kind.on_sheet:
        return event.table
    return EACH if event.kind in _BY_TABLE else None


def _for_table(event: Event, tables: frozenset[int]) -> Event | None:
    """Return what a device at these tables may see of an event, None where it may see nothing of it."""
    kind = KINDS.get(event.kind)
    if kind is None:
        return None
    if kind.on_sheet:
        return event if event.table in tables else None
    if event.kind in PLAIN:
        return event
    cover = _COVERS.get(event.kind)
    # Without its salt, or what is covered could be guessed until the event has its id.
    return None if cover is None else replace(event, body=cover(event.body, tables), salt="")


def _covered_identity(body: Body, _tables: frozenset[int]) -> Body:
    """The name on the card, and the club that sets two of the same name apart."""
    shown = {name: value for name, value in body["identity"].items() if name in ("name", "first_name", "club")}
    reason = {"reason": "—"} if "reason" in body else {}
    return {**body, "identity": shown, **reason}


def _without_reason(body: Body, _tables: frozenset[int]) -> Body:
    """Why somebody leaves is no other table's business; the law only asks that there be a reason."""
    return {**body, "reason": "—"}


def _own_seats(body: Body, tables: frozenset[int]) -> Body:
    """A position as one table plays it: the sheets of the others are not expected there."""
    return {**body, "seating": [seated for seated in body["seating"] if seated["table"] in tables]}


_COVERS: Mapping[str, Callable[[Body, frozenset[int]], Body]] = {
    "PlayerRegistered": _covered_identity,
    "PlayerAmended": _covered_identity,
    "PlayerSubstituted": _covered_identity,
    "PlayerWithdrawn": _without_reason,
    "PositionOpened": _own_seats,
}
_BY_TABLE = frozenset({"PositionOpened"})  # of what is on no sheet
