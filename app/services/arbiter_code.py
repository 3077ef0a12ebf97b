"""Use cases: the arbiter's code for one decision, given by their own tablet, and checked by the desk later."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.events.arbitre import DecidedAtTable, Proof
from app.domain.events.envelope import Event
from app.domain.events.kinds import read_body
from app.domain.events.tournoi import Role
from app.domain.fold.decided import decided
from app.domain.fold.state import State
from app.domain.typed_code import decision_code, is_same
from app.services.ports import Identity

WRONG = "code_wrong"
LOCKED = "code_locked"
MOST_WRONG = 5  # codes that nobody gave, from one tablet, before somebody at the desk has looked at them


def arbiter_code(identity: Identity, journal: str, *, table: int, position: int, deal: int, words: str) -> str:
    """Return the six digits that the arbiter who holds this tablet types at a table for one decision.

    `deal` is the number of the cards that the table shows; `words` are those of the decision, made by
    `app.domain.fold.decided` from what the arbiter sees at the table.
    """
    return decision_code(identity.key, journal=journal, table=table, position=position, deal=deal, decided=words)


def has_code(event: Event) -> DecidedAtTable | None:
    """Return what was decided at a table, if it is said to be by an arbiter's code."""
    if event.kind != DecidedAtTable.__name__:
        return None
    _, body = read_body(event)
    return body if isinstance(body, DecidedAtTable) and body.proof is Proof.CODE else None


def arbiter_of(state: State, keys: Mapping[str, tuple[bytes, ...]], event: Event) -> str | None:
    """Return the arbiter's device that gave the code of a decision on a sheet as it stands; None where none did."""
    body = has_code(event)
    if body is None or event.table is None:
        return None
    feuille = state.feuille(body.decision.position, event.table)
    words = decided(body.decision, feuille)
    for device, role in state.devices.items():
        for key in keys.get(device, ()) if role is Role.ARBITRE else ():
            code = decision_code(
                key,
                journal=event.journal,
                table=event.table,
                position=body.decision.position,
                deal=feuille.deal,
                decided=words,
            )
            if is_same(code, body.code):
                return device
    return None
