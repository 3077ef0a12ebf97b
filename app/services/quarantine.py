"""Use cases: what was kept without effect is given its effect by the desk, or is declared void."""

from __future__ import annotations

from app.domain.errors import Refused, violation
from app.domain.events.arbitre import DecidedAtTable
from app.domain.events.kinds import read_body
from app.services.book import Book
from app.services.ports import Held, Quarantine

ALTERED = "sync.altered"


def release_held(book: Book, quarantine: Quarantine, number: int, *, reason: str) -> Held:
    """Write what a held event says, by the desk's own hand, and settle it; refused where it would have no effect.

    The fact is written before the event is settled: cut off between the two, it is still there to be looked at.
    """
    held = _held(quarantine, number)
    _must_say(reason)
    if ALTERED in held.reason:
        raise Refused(violation("quarantine.altered", "number", number=number))
    event = held.sealed.event
    _, body = read_body(event)
    book.write(body.decision if isinstance(body, DecidedAtTable) else body, table=event.table)
    return quarantine.release(number, reason=reason)


def dismiss_held(quarantine: Quarantine, number: int, *, reason: str) -> Held:
    """Declare a held event void; it stays on record."""
    _held(quarantine, number)
    _must_say(reason)
    return quarantine.dismiss(number, reason=reason)


def _held(quarantine: Quarantine, number: int) -> Held:
    for held in quarantine.held():
        if held.number == number:
            return held
    raise Refused(violation("quarantine.settled", "number", number=number))


def _must_say(reason: str) -> None:
    if not reason.strip():
        raise Refused(violation("note_missing", "reason", what="reason"))
