"""Use case: what the arbiter of a championship should know before it begins; refuses nothing, writes nothing."""

from __future__ import annotations

from app.domain.errors import Violation
from app.domain.events.tournoi import TournamentCreated
from app.domain.fold.state import State
from app.domain.tournoi.championship import championship_warnings
from app.services.parts import entered


def warnings_of(state: State) -> tuple[Violation, ...]:
    """Return what the rules of championships say against this one, of its shape and of how many are entered."""
    created = state.created
    if not isinstance(created, TournamentCreated) or not created.championship:
        return ()
    competitors = len(entered(state)) // created.shape.event.members
    return championship_warnings(created.shape, competitors or None)
