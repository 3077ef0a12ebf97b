"""The words of the table: seats, contracts and bonuses, as its screens say them."""

from __future__ import annotations

from dataclasses import replace

from app.domain.donne.contrat import Camp, Chelem, Contrat
from app.domain.donne.donne import Seat
from app.domain.errors import Violation
from app.domain.events.table import Announce
from app.texts.catalogue import N_, Texts
from app.texts.refusals import refusal

SEATS: dict[Seat, str] = {"N": N_("North"), "S": N_("South"), "E": N_("East"), "O": N_("West"), "E2": N_("East 2")}
# Where six of them stand in a row.
SEAT_LETTERS: dict[Seat, str] = {"N": N_("N"), "S": N_("S"), "E": N_("E"), "O": N_("W"), "E2": N_("E2")}
# Whose contract it is: in French “d’Est”, but “de Nord”.
BY_SEAT: dict[Seat, str] = {
    "N": N_("by North"),
    "S": N_("by South"),
    "E": N_("by East"),
    "O": N_("by West"),
    "E2": N_("by East 2"),
}
CONTRATS = {
    Contrat.PRISE: N_("Prise"),
    Contrat.GARDE: N_("Garde"),
    Contrat.GARDE_SANS: N_("Garde sans"),
    Contrat.GARDE_CONTRE: N_("Garde contre"),
}
CAMPS = {Camp.ATTACK: N_("Attack"), Camp.DEFENSE: N_("Defence")}
CHELEMS = {
    Chelem.ANNOUNCED_MADE: N_("Announced and made"),
    Chelem.ANNOUNCED_FAILED: N_("Announced, not made"),
    Chelem.UNANNOUNCED: N_("Made, not announced"),
    Chelem.DEFENSE: N_("Made by the defence"),
}
REFUSED = {
    Announce.GARDE_SANS: N_("The arbiter refused this garde sans"),
    Announce.GARDE_CONTRE: N_("The arbiter refused this garde contre"),
    Announce.CHELEM: N_("The arbiter refused this chelem"),
}
# What a form asks for, by the field that a violation names.
FIELDS = {
    "preneur": N_("preneur"),
    "contract": N_("contract"),
    "bouts": N_("bouts"),
    "points": N_("points"),
    "petit_au_bout": N_("petit au bout"),
    "poignees": N_("poignée"),
    "chelem": N_("chelem"),
    "partner": N_("called king"),
}


def seat_letter(seat: Seat, texts: Texts) -> str:
    """Return a seat as short as can be: “N”, and for the fifth seat “E2”."""
    return texts(SEAT_LETTERS[seat])


def seat_name(seat: Seat, texts: Texts) -> str:
    """Return a seat as people say it: “Nord”."""
    return texts(SEATS[seat])


def said_refusal(announce: Announce, texts: Texts) -> str:
    """Return that the arbiter has refused it."""
    return texts(REFUSED[announce])


def said_at_table(violation: Violation, texts: Texts) -> str:
    """Return the sentence of a refusal with seats as people say them."""
    params = tuple(
        (key, texts(SEATS[str(value)]) if key == "seat" and value in SEATS else value)
        for key, value in violation.params
    )
    return refusal(replace(violation, params=params), texts)


def missing_fields(fields: tuple[str, ...], texts: Texts) -> str:
    """Return what a form still asks for, in a row: “preneur, points”."""
    return ", ".join(texts(FIELDS.get(field, field)) for field in fields)
