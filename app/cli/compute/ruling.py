"""`compute ruling`: what the code of arbitration says of a fault."""

from __future__ import annotations

from app.cli.compute.fields import Fields, string
from app.cli.compute.stream import Answer, Request
from app.domain.arbitrage.faute import Faute, Miscount
from app.domain.arbitrage.jugement import RULESETS, judge
from app.domain.errors import Refused

WHO_FIELDS = {"code", "player", "players", "seats", "preneur", "partner", "dealer", "ruleset"}
WHAT_FIELDS = {"made", "warned", "choice", "distorting", "preneur_count_wrong", "miscount"}
FIGURE_FIELDS = {"minutes_late", "amount", "repeat"}
FIELDS = WHO_FIELDS | WHAT_FIELDS | FIGURE_FIELDS

DEFAULT_SEATS = ("N", "S", "E", "O")


def answer(request: Request) -> Answer:
    """Return the ruling asked for; raise Refused with every violation."""
    fields = Fields(request, FIELDS)
    faute, ruleset = _faute(fields), RULESETS[fields.ruleset()]
    try:
        ruling = judge(faute, ruleset)
    except Refused as refused:
        unread = {noted.field for noted in fields.violations}
        raise Refused(*fields.violations, *(v for v in refused.violations if v.field not in unread)) from None
    fields.stop_if_refused()
    return {
        "donne": ruling.donne,
        "poignee": ruling.poignee,
        "warnings": list(ruling.warnings),
        "penalties": [{"player": penalty.player, "points": penalty.points} for penalty in ruling.penalties],
        "barred": [{"player": barred.player, "when": barred.when} for barred in ruling.barred],
        "dealer": ruling.dealer,
        "source": ruling.source,
    }


def _faute(fields: Fields) -> Faute:
    fields.require("code")
    player, players = fields.text("player"), fields.listed("players", string, of="strings")
    if player is not None and players is not None and (player,) != players:
        fields.refuse("said_twice", "players", other="player")
    return Faute(
        code=fields.text("code") or "",
        players=players or (() if player is None else (player,)),
        seats=fields.listed("seats", string, of="strings") or DEFAULT_SEATS,
        preneur=fields.text("preneur"),
        partner=fields.text("partner"),
        dealer=fields.text("dealer"),
        made=fields.flag("made"),
        warned=fields.flag("warned") or False,
        choice=fields.text("choice"),
        distorting=fields.flag("distorting"),
        preneur_count_wrong=fields.flag("preneur_count_wrong"),
        miscount=fields.kind("miscount", Miscount),
        minutes_late=fields.whole("minutes_late", least=0, most=1440),
        amount=fields.whole("amount", least=0, most=100_000),
        repeat=fields.flag("repeat"),
    )
