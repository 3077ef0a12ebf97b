"""What the desk calls the fields that refusals name: words, or the option that gives them.

Requests of `compute` name their fields as they are written there, and do not go through here.
"""

from __future__ import annotations

from dataclasses import replace

from app.domain.errors import Violation
from app.texts.catalogue import N_, Texts

FIELDS = {
    "name": N_("name"),
    "first_name": N_("first name"),
    "licence": N_("licence"),
    "club": N_("club"),
    "comite": N_("comité"),
    "reason": N_("reason"),
    "author": N_("author"),
    "date": N_("date"),
    "preneur": N_("preneur"),
    "partner": N_("partner"),
    "mort": N_("mort"),
    "dealer": N_("dealer"),
    "player": N_("player"),
    "players": N_("players"),
    "contract": N_("contract"),
    "bouts": N_("bouts"),
    "points": N_("points"),
    "position": N_("position"),
    "table": "--table",
    "choice": "--choice",
    "made": "--made, --down",
    "distorting": "--distorting",
    "miscount": "--miscount",
    "minutes": "--minutes",
    "minutes_late": "--minutes-late",
    "amount": "--amount",
    "repeat": "--repeat",
}


def with_words(violation: Violation, texts: Texts) -> Violation:
    """Return the violation with its field, and those that it compares, as people at the desk call them."""
    params = tuple((key, _said(value, texts) if key == "other" else value) for key, value in violation.params)
    return replace(violation, field=str(_said(violation.field, texts)), params=params)


def _said(field: object, texts: Texts) -> object:
    """Say a field; of one inside another (`donnes.2.mort`), the last word and the number before it."""
    if not isinstance(field, str):
        return field
    *path, last = field.split(".")
    said = texts(FIELDS[last]) if last in FIELDS else last
    number = next((part for part in path if part.isdecimal()), None)
    if number is None or "donnes" not in path:
        return said
    return texts("donne {number}, {field}", number=number, field=said)
