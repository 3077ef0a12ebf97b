"""What others wrote on a sheet between two looks at it: the arbiter from afar, the desk, an earlier tablet."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from enum import StrEnum

from app.domain.events.table import EventId
from app.domain.fold.feuille import Feuille, Ligne, Request


class What(StrEnum):
    """What happened to a sheet."""

    CORRECTED = "corrected"  # a donne was entered otherwise
    WRITTEN = "written"  # a donne was added
    STRUCK = "struck"  # a donne counts no more
    RULED = "ruled"  # anything else that the arbiter writes on a sheet
    GRANTED = "granted"
    REFUSED = "refused"
    TO_SIGN = "to_sign"  # visas fell
    SENT = "sent"


@dataclass(frozen=True, slots=True)
class News:
    """One thing that happened: to which donne, or on whose request, where there is one."""

    what: What
    donne: int | None = None
    request: Request | None = None


def sheet_news(before: Feuille, after: Feuille, *, own: Container[EventId], is_ours: bool) -> tuple[News, ...]:
    """Return what changed on a sheet by other hands than this tablet's.

    `own` are the events that were written here, `is_ours` whether any of them came in between: then what leaves no
    event of its own on the sheet is taken to be ours.
    """
    found = [*_lines(before, after, own)]
    if not is_ours:
        found += _answers(before, after)
        if after.sheet.is_sent and not before.sheet.is_sent:
            found.append(News(What.SENT))
    if set(before.sheet.visas) - set(after.sheet.visas) and found:
        found.append(News(What.TO_SIGN))
    return tuple(found)


def _lines(before: Feuille, after: Feuille, own: Container[EventId]) -> Iterator[News]:
    known = {line.id for line in before.lines}
    for index, line in enumerate(after.lines):
        if line.id in known or line.id in own:
            continue
        old = before.lines[index] if index < len(before.lines) else None
        yield _line(line, old, before, after)


def _line(line: Ligne, old: Ligne | None, before: Feuille, after: Feuille) -> News:
    was = old is not None and old.scored is not None
    if line.scored is not None:
        return News(What.CORRECTED if was else What.WRITTEN, after.number_of(line.id))
    if line.donne is not None and old is not None and was:
        return News(What.STRUCK, before.number_of(old.id))
    return News(What.RULED)


def _answers(before: Feuille, after: Feuille) -> Iterator[News]:
    waited = {asked.id for asked in before.requests if asked.granted is None}
    for asked in after.requests:
        if asked.id in waited and asked.granted is not None:
            yield News(What.GRANTED if asked.granted else What.REFUSED, request=asked)
