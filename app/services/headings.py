"""The headings of a list of players, in French and in English, and the field of a card that each means."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from app.domain.errors import Refused, Violation, violation
from app.services.plain import plain

# Compared without accents, case or punctuation. The first of each is how the field is called by hand.
HEADINGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "name": ("nom", "nom de famille", "nom du joueur", "name", "last name", "lastname", "surname", "family name"),
        "first_name": ("prenom", "prenoms", "first name", "firstname", "given name", "forename"),
        "full_name": ("nom prenom", "nom et prenom", "nom complet", "joueur", "joueurs", "player", "full name"),
        "licence": (
            "licence",
            "n licence",
            "no licence",
            "num licence",
            "numero licence",
            "numero de licence",
            "n de licence",
            "licence fft",
            "n fft",
            "no fft",
            "numero fft",
            "fft",
            "license",
            "license number",
            "licence number",
        ),
        "club": ("club", "association", "nom du club"),
        "comite": ("comite", "comite regional", "ligue", "region", "committee"),
        "serie": ("serie", "categorie", "series", "category"),
        "born": (
            "ne",
            "ne le",
            "nee le",
            "ne e le",
            "date de naissance",
            "naissance",
            "born",
            "birth date",
            "birthdate",
            "date of birth",
        ),
        "fee": (
            "engagement",
            "paye",
            "montant",
            "droit d engagement",
            "droits d engagement",
            "droits",
            "frais",
            "reglement",
            "fee",
            "paid",
            "amount",
        ),
    }
)
_FIELD_OF = {heading: field for field, headings in HEADINGS.items() for heading in (*headings, field.replace("_", " "))}


def field_of(heading: str) -> str | None:
    """Return the field that a heading means, None where it means none of them."""
    return _FIELD_OF.get(re.sub(r"[^a-z0-9]+", " ", plain(heading)).strip())


def columns_of(headings: Sequence[str], by_hand: Mapping[str, int]) -> dict[str, int]:
    """Return the column of each field, counted from 0: those said by hand, then those that a heading names.

    Raises Refused where two headings name one field.
    """
    found = dict(by_hand)
    twice: list[Violation] = []
    for column, heading in enumerate(headings):
        field = field_of(heading)
        if field in by_hand or column in by_hand.values():
            continue
        if field in found:
            first = headings[found[field]]
            twice.append(violation("import.column_twice", field, heading=heading, other=first, column=column + 1))
        elif field is not None:
            found[field] = column
    if twice:
        raise Refused(*twice)
    return found


def column_by_hand(said: str, headings: Sequence[str]) -> tuple[str, int]:
    """Return the field and the column that `nom=3` or `nom=Participant` means; raise Refused where it means none."""
    name, _, place = said.partition("=")
    field = field_of(name)
    if field is None:
        known = ", ".join(names[0] for names in HEADINGS.values())
        raise Refused(violation("import.field_unknown", "column", said=said, known=known))
    if place.strip().isdecimal():
        column = int(place) - 1
    else:
        wanted = [number for number, heading in enumerate(headings) if plain(heading) == plain(place)]
        column = wanted[0] if wanted else -1
    if not 0 <= column < len(headings):
        raise Refused(violation("import.column_unknown", "column", said=said, columns=len(headings)))
    return field, column
