"""What undoing takes back on a sheet: the donne that was entered otherwise last, else the last line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.domain.events.kinds import Body, read_body
from app.domain.events.table import DonneRecorded, DonneReplaced, Entry, EventId
from app.domain.fold.feuille import Feuille, Ligne
from app.domain.fold.state import State
from app.services.book import Placed


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """The line that is taken back; its number where it is a donne, and what that donne is again, unless it goes."""

    line: Ligne
    number: int | None
    again: Entry | None = None


@dataclass(frozen=True, slots=True)
class _Replacement:
    was: EventId
    became: EventId
    before: Entry


def to_take_back(feuille: Feuille, facts: Iterable[Placed], state: State) -> TakenBack | None:
    """Return what was written last on a sheet; None where nothing is.

    A donne that was entered otherwise is written again as it was; where that was done already, by whichever hand, the
    replacement counts no more.
    """
    if not feuille.lines:
        return None
    donnes = {line.id: number for number, line in enumerate(feuille.donnes, 1)}
    # On a signed sheet nothing is taken back: the fold says so of its last line.
    if feuille.is_open and (found := _replaced_last(_on_sheet(feuille, facts, state))) is not None:
        now, before = found
        number = donnes[now]
        return TakenBack(line=feuille.donnes[number - 1], number=number, again=before)
    last = feuille.lines[-1]
    return TakenBack(line=last, number=donnes.get(last.id))


def _on_sheet(feuille: Feuille, facts: Iterable[Placed], state: State) -> Iterator[tuple[EventId, Body]]:
    """Yield what was written on a sheet and counts."""
    sheet = feuille.sheet
    for fact in facts:
        if fact.event.table == sheet.table and fact.id not in state.set_aside:
            _kind, body = read_body(fact.event)
            if getattr(body, "position", None) == sheet.position:
                yield fact.id, body


def _replaced_last(written: Iterable[tuple[EventId, Body]]) -> tuple[EventId, Entry] | None:
    """Return the donne whose replacement is the last thing that was written, and what it was before."""
    entries: dict[EventId, Entry] = {}
    # A donne that is again what it was stands under a new event: by that one the old, by the old that one.
    same: dict[EventId, EventId] = {}
    now: dict[EventId, EventId] = {}
    standing: list[_Replacement] = []
    for event, body in written:
        if not isinstance(body, DonneReplaced):
            standing = []
            if isinstance(body, DonneRecorded):
                entries[event] = body.entry
            continue
        entries[event] = body.entry
        was = same.get(body.replaces, body.replaces)
        if standing and standing[-1].became == was and standing[-1].before == body.entry:
            same[event] = standing.pop().was
            now[same[event]] = event
        elif (before := entries.get(body.replaces)) is not None:
            standing.append(_Replacement(was, event, before))
    if not standing:
        return None
    last = standing[-1]
    return now.get(last.became, last.became), last.before
