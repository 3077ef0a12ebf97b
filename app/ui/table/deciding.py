"""What the arbiter decides at a table, vouched for by the tablet's own code or by one of the arbiter's tablet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from app.domain.events.arbitre import Decision

if TYPE_CHECKING:
    from app.ui.table.navigator import Navigator


def decide(nav: Navigator, decisions: Sequence[Decision], then: Callable[[], None]) -> None:
    """Write decisions and call `then` once they are safe; where the arbiter has their tablet, ask a code for each."""
    if nav.saving:
        return
    if not nav.is_by_device:
        nav.write(nav.session.decide(*decisions), lambda _ids: then())
        return
    first, rest = decisions[0], decisions[1:]

    def typed(code: str) -> None:
        nav.resume_screen()
        nav.write(nav.session.decide_by_code(first, code), lambda _ids: decide(nav, rest, then) if rest else then())

    nav.go("code", decision=first, then=typed)
