"""Use case: who did what, when and why, as the journal has it; writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from app.domain.events.envelope import Event
from app.domain.events.kinds import read_body
from app.domain.events.tournoi import DeviceAdmitted, PlayerAmended, PlayerId, PlayerRegistered, PlayerSubstituted, Role
from app.domain.fold import fold
from app.domain.fold.state import Reason, State
from app.domain.fold.writing import BEGINNINGS
from app.domain.tournoi.identity import Identity
from app.services.book import Book

_NAMING = ("PlayerRegistered", "PlayerAmended", "PlayerSubstituted")
_ROLE_GIVING = frozenset(kind.__name__ for kind in (DeviceAdmitted, *BEGINNINGS))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One line of the history; `reasons` say why it had no effect, where it had none.

    `n` is None while it is on a tablet alone. `before` is the state that it met, where the history was asked for it.
    """

    n: int | None
    id: str
    event: Event
    reasons: tuple[Reason, ...]
    before: State | None = None


def history(book: Book, *, table: int | None = None, kind: str | None = None) -> Iterator[Fact]:
    """Yield every fact in order, or those of one table or one kind."""
    for one in book.facts():
        if table in (None, one.event.table) and kind in (None, one.event.kind):
            reasons = book.state.set_aside.get(one.id, ())
            yield Fact(n=one.n, id=one.id, event=one.event, reasons=reasons)


def _any(_fact: Fact) -> bool:
    return True


def history_met(book: Book, is_told: Callable[[Fact], bool] = _any) -> Iterator[Fact]:
    """Yield every fact in order, those that are told with the state that they met: what they changed can be named."""
    state, since = State(), list[tuple[str, Event]]()
    for one in history(book):
        if is_told(one):
            state, since = fold(since, state), []
            yield replace(one, before=state)
        else:
            yield one
        since.append((one.id, one.event))


def identities_ever(book: Book) -> dict[PlayerId, Identity]:
    """Return everybody who was ever entered, those who withdrew before the first card too."""
    known: dict[PlayerId, Identity] = {}
    for one in history(book):
        if one.event.kind in _NAMING:
            body = read_body(one.event)[1]
            if isinstance(body, PlayerRegistered | PlayerAmended):
                known[body.player] = body.identity
            elif isinstance(body, PlayerSubstituted):
                known[body.newcomer] = body.identity
    return known


def roles_ever(book: Book) -> dict[str, Role]:
    """Return in which role every device wrote, those that were revoked since too."""
    roles: dict[str, Role] = {}
    for one in history(book):
        if not one.reasons and one.event.kind in _ROLE_GIVING:
            body = read_body(one.event)[1]
            if isinstance(body, DeviceAdmitted):
                roles[body.device] = body.role
            else:
                roles[one.event.device] = BEGINNINGS[type(body)]
    return roles
