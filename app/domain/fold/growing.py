"""Mappings that a fold lets grow: copied once for all the events that it takes in, not once for each of them.

An evening begins with hundreds of players and tablets, one event each. While a fold goes on nobody else has its state,
so that what it copied itself it may add to; once the fold has ended nothing is ever added again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from app.domain.fold.state import State

K = TypeVar("K")
V = TypeVar("V")


class _Growing(dict[K, V]):
    """A mapping that belongs to the fold under way, until it is settled."""

    __slots__ = ("is_settled",)
    is_settled: bool


def grown(mapping: Mapping[K, V], key: K, value: V) -> Mapping[K, V]:
    """Return a mapping with one item more, or another one under its key.

    In a fold the mapping given may be the one returned: ask for this last, when nothing can be refused any more.
    """
    if not isinstance(mapping, _Growing) or mapping.is_settled:
        mapping = _Growing(mapping)
        mapping.is_settled = False
    mapping[key] = value
    return mapping


def settle(state: State) -> State:
    """Return a state whose mappings grow no more: those that follow grow copies of them."""
    for mapping in (state.devices, state.assignments, state.identities, state.licences):
        if isinstance(mapping, _Growing):
            mapping.is_settled = True
    return state
