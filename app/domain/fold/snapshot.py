"""A state in bytes, so that a start need not fold the whole journal: with the events since, it is the whole."""

from __future__ import annotations

import json

from app.domain.errors import Refused
from app.domain.events.codec import from_json, to_json
from app.domain.fold.state import State

# Raised whenever the fold makes another state of the same events, or writes it otherwise.
FOLD_VERSION = 7


def write_state(state: State) -> bytes:
    """Return a state as bytes; what it lists stays in its order, on which reasons and rankings depend."""
    return json.dumps(to_json(State, state), ensure_ascii=False, separators=(",", ":")).encode()


def read_state(written: bytes) -> State | None:
    """Return the state in some bytes, None where they are not one: the journal is then folded from its beginning."""
    try:
        return from_json(State, json.loads(written))
    except (ValueError, RecursionError, Refused):
        return None
