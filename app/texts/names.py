"""Players by their names, wherever the program knows them by an id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import takewhile

from app.domain.errors import Violation
from app.domain.tournoi.identity import Identity

SHOWN = 8  # of an id whose player is not known: enough to look for it


def name_of(player: str, identities: Mapping[str, Identity]) -> str:
    """Return a player's name as boards print it."""
    known = identities.get(player)
    return player[:SHOWN] if known is None else known.full_name


def short_name(name: str) -> str:
    """Return the family name and an initial, “DURAND C.”; any other text as it is."""
    words = name.split(" ")
    family = list(takewhile(lambda word: len(word) > 1 and word.isupper(), words))
    given = words[len(family) : len(family) + 1]
    return f"{' '.join(family)} {given[0][0]}." if family and given and given[0] else name


def named(violation: Violation, identities: Mapping[str, Identity]) -> Violation:
    """Return the violation with names where it quotes ids, alone or in a row."""
    return replace(violation, params=tuple((key, _named(value, identities)) for key, value in violation.params))


def _named(value: object, identities: Mapping[str, Identity]) -> object:
    if not isinstance(value, str):
        return value
    parts = value.split(", ")
    return ", ".join(identities[part].full_name if part in identities else part for part in parts)
