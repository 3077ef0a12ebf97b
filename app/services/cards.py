"""A player's card as somebody gives it, typed at the desk or in a list: the same rules for both."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace

from app.domain.errors import Violation, violation
from app.domain.tournoi.identity import Identity
from app.services.plain import plain

TEXTS = ("name", "first_name", "licence", "club", "comite")
OLDEST_YEARS = 120
NOTHING = ("", "-", "–", "—")  # what people write where there is nothing to write
_SHORTENED = re.compile(r"\d([.,]\d+)?E[+-]\d+", re.IGNORECASE)
# What no text holds: line breaks and tabs are the only controls that are let through, as spaces.
CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")


def tidy(identity: Identity) -> Identity:
    """Return a card with its words as they are seen, and no space in its licence."""
    return replace(
        identity,
        name=words(identity.name),
        first_name=words(identity.first_name),
        licence=words(identity.licence).replace(" ", ""),
        club=words(identity.club),
        comite=words(identity.comite),
    )


def words(text: str) -> str:
    """Return the words of a text as they are seen, with single spaces between them; none for a dash alone."""
    said = " ".join(visible(text).split())
    return "" if said in NOTHING else said


def visible(text: str) -> str:
    """Return a text without the signs that show nothing, or turn round what others show (Unicode's class Cf).

    They come with what is copied from pages and messages: two names that look the same would not be the same.
    """
    return "".join(char for char in text if unicodedata.category(char) != "Cf")


def check_given(identity: Identity, today: str) -> Iterator[Violation]:
    """Yield what nobody's card says.

    A control character, a licence that a spreadsheet has shortened, a day of birth to come or of another century.
    """
    for name in TEXTS:
        if found := CONTROLS.search(getattr(identity, name)):
            yield violation("control_character", name, code=f"U+{ord(found[0]):04X}")
    if _SHORTENED.fullmatch(identity.licence):
        yield violation("licence_spoilt", "licence", licence=identity.licence)
    if identity.born and not can_be_born(identity.born, today):
        yield violation("born_out_of_range", "born", given=identity.born)


def can_be_born(day: str, today: str) -> bool:
    """Whether somebody who plays today can be born on a day, both as year-month-day."""
    return f"{int(today[:4]) - OLDEST_YEARS:04}{today[4:]}" <= day <= today


def may_be(one: Identity, other: Identity) -> bool:
    """Whether two cards of one name may be the same person's: two licences tell them apart, else two clubs."""
    if one.licence and other.licence:
        return one.licence == other.licence
    return plain(one.club) == plain(other.club) or not (one.club and other.club)


class Cards:
    """The cards of those who are entered, which a new one is held against."""

    def __init__(self, identities: Iterable[Identity]) -> None:
        self._holders: dict[str, Identity] = {}
        self._namesakes: dict[str, list[Identity]] = {}
        for known in identities:
            if known.licence:
                self._holders[known.licence] = known
            self._namesakes.setdefault(plain(known.full_name), []).append(known)

    def clashes(self, identity: Identity) -> Iterator[Violation]:
        """Yield why a card is that of somebody who is entered, or may be; or whose licence it has."""
        if not identity.name:
            return
        namesakes = self._namesakes.get(plain(identity.full_name), [])
        holder = self._holders.get(identity.licence)
        if holder is not None and holder not in namesakes:
            yield violation("licence_taken", "licence", licence=identity.licence, name=holder.full_name)
        elif holder is not None:
            yield violation("import.entered", "licence", name=identity.full_name)
        elif any(may_be(identity, known) for known in namesakes):
            yield violation("namesake_entered", "name", name=identity.full_name)
