"""A donne as somebody types it in one line, and the same line back.

    E garde 2 49 poignee:E10 petit:attaque

Preneur, contract, bouts and points, then what else there was, in any order. Accents, case and the usual short forms do
not matter. Where a paper has marks alone: `marques N-106 S-106 E318 O-106 fait:E/garde`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from app.domain.donne.contrat import Camp, Chelem, Contrat
from app.domain.donne.donne import Poignee
from app.domain.errors import Refused, Violation, violation
from app.domain.events.table import Entry, NoContract
from app.domain.tournoi.sheet import Scored
from app.services.plain import plain

Typed = Entry | Scored | NoContract
Meaning = TypeVar("Meaning")

# The first word for each is the one that is written back.
CONTRATS = {
    Contrat.PRISE: ("prise", "p"),
    Contrat.GARDE: ("garde", "g"),
    Contrat.GARDE_SANS: ("garde_sans", "gs", "sans", "gardesans", "garde-sans"),
    Contrat.GARDE_CONTRE: ("garde_contre", "gc", "contre", "gardecontre", "garde-contre"),
}
CAMPS = {
    Camp.ATTACK: ("attaque", "a", "attack"),
    Camp.DEFENSE: ("defense", "d", "defence"),
}
CHELEMS = {
    Chelem.ANNOUNCED_MADE: ("annonce", "annonce_reussi", "announced_made"),
    Chelem.ANNOUNCED_FAILED: ("chute", "annonce_chute", "announced_failed"),
    Chelem.UNANNOUNCED: ("nonannonce", "non_annonce", "unannounced"),
    Chelem.DEFENSE: ("defense", "d", "defence"),
}
PASSED = {
    NoContract.ALL_PASS: ("passe", "passes", "all_pass"),
    NoContract.PETIT_SEC: ("petit_sec", "petit sec", "petit-sec"),
    NoContract.SUR_CONTRAT_REFUSED: ("refuse", "sur_contrat_refused"),
}
SEAT = r"(?:e2|[nseow])"
_MARK = re.compile(r"(e2(?=[:+-])|[nseow]):?([+-]?\d{1,5})")  # E200 is East's: the second East's is E2+200
_POIGNEE = re.compile(rf"({SEAT})[-/]?(\d{{1,2}})")
_MADE = re.compile(rf"({SEAT})[-/]?(\w+)")
_POINTS = re.compile(r"(\d{1,3})(?:[.,]([05]))?p?")
_BOUTS = re.compile(r"(\d{1,2})b?")


@dataclass(slots=True)
class _Extras:
    """What follows the points, as far as it was read."""

    petit_au_bout: Camp | None = None
    poignees: list[Poignee] = field(default_factory=list)
    chelem: Chelem | None = None
    partner: str | None = None
    mort: str | None = None


def read_donne(text: str) -> Typed:
    """Return what a line says; raise Refused with everything in it that cannot be read.

    Whether such a donne can be played is not judged here.
    """
    said = plain(text)
    if (why := _one_of(PASSED, said)) is not None:
        return why
    first, _, rest = said.partition(" ")
    if first in ("marques", "marks"):
        return _read_marks(rest.split(), text)
    # “garde sans” in two words is the same as in one.
    words = re.sub(r"\bgarde (sans|contre)\b", r"garde_\1", said).split()
    if len(words) < 4:
        raise Refused(violation("notation.short", "donne", donne=text.strip()))
    seat, contrat_word, bouts_word, points_word, *others = words
    found: list[Violation] = []
    contrat = _one_of(CONTRATS, contrat_word)
    bouts, points = _BOUTS.fullmatch(bouts_word), _POINTS.fullmatch(points_word)
    if not re.fullmatch(SEAT, seat):
        found.append(violation("notation.seat", "preneur", word=seat))
    if contrat is None:
        found.append(violation("notation.contract", "contract", word=contrat_word))
    if bouts is None:
        found.append(violation("notation.bouts", "bouts", word=bouts_word))
    if points is None:
        found.append(violation("notation.points", "points", word=points_word))
    extras = _Extras()
    for word in others:
        found += _read_extra(word, extras)
    if found or contrat is None or bouts is None or points is None:
        raise Refused(*found)
    return Entry(
        preneur=_seat(seat),
        contrat=contrat,
        bouts=int(bouts[1]),
        demi_points=2 * int(points[1]) + (points[2] == "5"),
        petit_au_bout=extras.petit_au_bout,
        poignees=tuple(extras.poignees),
        chelem=extras.chelem,
        partner=extras.partner,
        mort=extras.mort,
    )


def write_donne(donne: Typed) -> str:
    """Return the line that `read_donne` reads as this donne."""
    if isinstance(donne, NoContract):
        return PASSED[donne][0]
    if isinstance(donne, Scored):
        marks = [f"{seat}{mark:+d}" for seat, mark in donne.marks.items()]
        made = [f"fait:{donne.made[0]}/{CONTRATS[donne.made[1]][0]}"] if donne.made else []
        return " ".join(["marques", *marks, *made])
    points, half = divmod(donne.demi_points, 2)
    words = [donne.preneur, CONTRATS[donne.contrat][0], str(donne.bouts), f"{points}{',5' * half}"]
    words += [f"poignee:{poignee.by}{poignee.atouts}" for poignee in donne.poignees]
    if donne.petit_au_bout is not None:
        words.append(f"petit:{CAMPS[donne.petit_au_bout][0]}")
    if donne.chelem is not None:
        words.append(f"chelem:{CHELEMS[donne.chelem][0]}")
    if donne.partner is not None:
        words.append(f"avec:{donne.partner}")
    if donne.mort is not None:
        words.append(f"mort:{donne.mort}")
    return " ".join(words)


def _read_extra(word: str, extras: _Extras) -> Iterator[Violation]:
    name, _, value = word.partition(":")
    poignee = _POIGNEE.fullmatch(value)
    if name in ("poignee", "poi") and poignee:
        extras.poignees.append(Poignee(_seat(poignee[1]), int(poignee[2])))
    elif name in ("petit", "pab") and (camp := _one_of(CAMPS, value)) is not None:
        extras.petit_au_bout = camp
    elif name == "chelem" and (chelem := _one_of(CHELEMS, value)) is not None:
        extras.chelem = chelem
    elif name in ("avec", "roi", "partner") and re.fullmatch(SEAT, value):
        extras.partner = _seat(value)
    elif name == "mort" and re.fullmatch(SEAT, value):
        extras.mort = _seat(value)
    else:
        yield violation("notation.extra", "donne", word=word)


def _read_marks(words: list[str], text: str) -> Scored:
    found: list[Violation] = []
    marks: dict[str, int] = {}
    made: tuple[str, Contrat] | None = None
    for word in words:
        name, _, value = word.partition(":")
        told, mark = _MADE.fullmatch(value), _MARK.fullmatch(word)
        contrat = _one_of(CONTRATS, told[2]) if told else None
        if name in ("fait", "made") and told and contrat:
            made = (_seat(told[1]), contrat)
        elif mark and _seat(mark[1]) not in marks:
            marks[_seat(mark[1])] = int(mark[2])
        else:
            found.append(violation("notation.mark", "donne", word=word))
    if found or not marks:
        raise Refused(*(found or [violation("notation.short", "donne", donne=text.strip())]))
    return Scored(marks, made)


def _seat(word: str) -> str:
    return {"w": "O"}.get(word, word.upper())


def _one_of(meanings: Mapping[Meaning, tuple[str, ...]], word: str) -> Meaning | None:
    return next((meaning for meaning, words in meanings.items() if word in words), None)
