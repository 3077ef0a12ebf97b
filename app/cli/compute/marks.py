"""`compute marks`: the marks of a donne, with the reckoning step by step."""

from __future__ import annotations

from typing import Any

from app.cli.compute.fields import Fields, string, whole_number
from app.cli.compute.stream import Answer, Request
from app.domain.donne.checks import check_donne
from app.domain.donne.contrat import Camp, Chelem, Contrat
from app.domain.donne.donne import Donne, Poignee, Saisie
from app.domain.donne.marque import score_donne
from app.domain.errors import Refused

TABLE_FIELDS = {"ruleset", "players", "seats", "partner", "mort"}
DONNE_FIELDS = {"preneur", "contract", "bouts", "points", "petit_au_bout", "poignees", "chelem"}
FIELDS = TABLE_FIELDS | DONNE_FIELDS

MAX_SEATS = 100  # far more than a table has, so that each of a few too many is named


def answer(request: Request) -> Answer:
    """Return the marks of the donne asked for; raise Refused with every violation."""
    fields = Fields(request, FIELDS)
    fields.ruleset()  # every ruleset marks alike: ASCE art. 18 reckons as Fascicule 2, ch. 1
    said: dict[str, Any] = {
        "players": fields.whole("players"),
        "seats": fields.listed("seats", string, of="strings", most=MAX_SEATS),
        **donne_fields(fields),
        "mort": fields.text("mort"),
    }
    unread = {noted.field for noted in fields.violations}
    # A field that could not be read was said, if badly: it is not missing, and nothing is concluded from its absence.
    unsure = {"poignee_size", "half_point"} if "mort" in unread else set()
    missed = {("missing", field) for field in unread}
    found = [v for v in check_donne(Saisie(**said)) if (v.key, v.field) not in missed and v.key not in unsure]
    if fields.violations or found:
        raise Refused(*fields.violations, *found)
    marque = score_donne(Donne(**said))
    return {
        "total": marque.total,
        "made": marque.made,
        "marks": dict(marque.marks),
        "steps": [{"what": step.what, "value": step.value, **dict(step.details)} for step in marque.steps],
    }


def donne_fields(fields: Fields) -> dict[str, Any]:
    """Return what a request says of the donne itself, wherever it was played, by the names of the law."""
    return {
        "preneur": fields.text("preneur"),
        "contrat": fields.kind("contract", Contrat),
        "bouts": fields.whole("bouts"),
        "demi_points": fields.demi("points"),
        "petit_au_bout": fields.kind("petit_au_bout", Camp),
        "poignees": fields.listed("poignees", _poignee, of='{"by", "atouts"}', most=MAX_SEATS) or (),
        "chelem": fields.kind("chelem", Chelem),
        "partner": fields.text("partner"),
    }


def _poignee(item: object) -> Poignee | None:
    if not isinstance(item, dict) or item.keys() != {"by", "atouts"}:
        return None
    by, atouts = string(item["by"]), whole_number(item["atouts"])
    return None if by is None or atouts is None else Poignee(by, atouts)
