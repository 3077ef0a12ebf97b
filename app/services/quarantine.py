"""Use cases: what was kept without effect is given its effect by the desk, or is declared void."""

from __future__ import annotations

from collections.abc import Iterable

from app.domain.errors import Refused, violation
from app.domain.events.arbitre import DecidedAtTable, HeldSettled
from app.domain.events.kinds import Kind, read_body
from app.domain.events.tournoi import Role
from app.domain.fold.state import State
from app.services.book import Book
from app.services.ports import Held, Quarantine

ALTERED = "sync.altered"
NOT_YOUR_ROLE = "event.not_your_role"


def release_held(book: Book, quarantine: Quarantine, number: int, *, reason: str) -> Held:
    """Write what a held event says, by the desk's own hand, and that it is settled; refused where it has no effect.

    Refused too where its author's poste may not write such a thing, for whatever reason it was held: the desk's hand
    would lend a tablet what only the desk may do. And where it was written in another tournament: it means other
    players and positions, by the same names. Both are one entry in the journal, so that no desk that takes over, or is
    restored, gives it effect once more.
    """
    held = _held(book, quarantine, number)
    _must_say(reason)
    if ALTERED in held.reason:
        raise Refused(violation("quarantine.altered", "number", number=number))
    event = held.sealed.event
    if event.journal != book.journal:
        raise Refused(violation("quarantine.foreign", "number", number=number))
    kind, body = read_body(event)
    if NOT_YOUR_ROLE in held.reason or not _may_write(book.state.devices.get(event.device), kind):
        raise Refused(violation("quarantine.not_its_role", "number", number=number))
    said = body.decision if isinstance(body, DecidedAtTable) else body
    book.write(said, _settled(held, released=True, reason=reason), table=event.table)
    return quarantine.release(number, reason=reason)


def dismiss_held(book: Book, quarantine: Quarantine, number: int, *, reason: str) -> Held:
    """Declare a held event void; it stays on record."""
    held = _held(book, quarantine, number)
    _must_say(reason)
    book.write(_settled(held, released=False, reason=reason))
    return quarantine.dismiss(number, reason=reason)


def undecided(state: State, quarantine: Quarantine) -> tuple[Held, ...]:
    """Return what nobody has decided yet, at this desk or at one before it, oldest first."""
    return _unsettled(state, quarantine.held())


def undecided_of(state: State, quarantine: Quarantine, device: str, *, reason: str) -> tuple[Held, ...]:
    """Return the same of one device, held for this reason."""
    return _unsettled(state, quarantine.held_of(device, reason=reason))


def _unsettled(state: State, held: Iterable[Held]) -> tuple[Held, ...]:
    return tuple(one for one in held if one.place not in state.settled.get(one.sealed.id, ()))


def _settled(held: Held, *, released: bool, reason: str) -> HeldSettled:
    return HeldSettled(settles=held.sealed.id, place=held.place, released=released, reason=reason)


def _held(book: Book, quarantine: Quarantine, number: int) -> Held:
    for held in undecided(book.state, quarantine):
        if held.number == number:
            return held
    raise Refused(violation("quarantine.settled", "number", number=number))


def _may_write(role: Role | None, kind: Kind) -> bool:
    """Tell whether a poste writes events of this kind; a device that is known no more was not the desk."""
    return bool(kind.writers - {Role.DESK}) if role is None else role in kind.writers


def _must_say(reason: str) -> None:
    if not reason.strip():
        raise Refused(violation("note_missing", "reason", what="reason"))
