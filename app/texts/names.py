"""Players by their names, wherever the program knows them by an id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import takewhile

from app.domain.errors import Violation
from app.domain.tournoi.identity import Identity

SHOWN = 8  # of an id whose player is not known: enough to look for it


def name_of(player: str, identities: Mapping[str, Identity]) -> str:
    """Return a player's name as boards print it."""
    known = identities.get(player)
    return player[:SHOWN] if known is None else known.full_name


def short_name(name: str, others: Iterable[str] = ()) -> str:
    """Return the family name and an initial, “DURAND C.”, or as much more as tells it from the others at the table.

    Of a first name alone that is double, “Marie-B.”; any other text as it is.
    """
    forms = _short_forms(name)
    rivals = [_short_forms(other) for other in others if other != name]
    for level, form in enumerate(forms):
        if all(form != rival[min(level, len(rival) - 1)] for rival in rivals):
            return form
    return name


def family_name(name: str) -> str:
    """Return the family name, written in capitals before the first name; empty where there is none."""
    words = name.split(" ")
    family = list(takewhile(lambda word: len(word) > 1 and word.isupper(), words))
    return " ".join(family) if len(family) < len(words) else ""


def _short_forms(name: str) -> list[str]:
    """Return shorter forms of a name, the shortest first and the name itself last."""
    family = family_name(name)
    given = name[len(family) :].strip().split(" ")[0]
    first, _, second = given.partition("-")
    if family and given:
        cuts = [given[0], given[:2], given[:3], first, f"{first}-{second[:1]}" if second else given, given]
        return [f"{family} {cut}" if cut == given else f"{family} {cut.rstrip('-')}." for cut in cuts] + [name]
    if second and given == name:
        return [*(f"{first}-{second[:letters]}." for letters in (1, 2, 3) if letters < len(second)), name]
    return [name]


def named(violation: Violation, identities: Mapping[str, Identity]) -> Violation:
    """Return the violation with names where it quotes ids, alone or in a row."""
    return replace(violation, params=tuple((key, _named(value, identities)) for key, value in violation.params))


def _named(value: object, identities: Mapping[str, Identity]) -> object:
    if not isinstance(value, str):
        return value
    parts = value.split(", ")
    return ", ".join(identities[part].full_name if part in identities else part for part in parts)
