"""`compute ruling`: what the code of arbitration says of a fault."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.cli.compute.fields import Fields, string
from app.cli.compute.marks import MAX_SEATS
from app.cli.compute.stream import Answer, Request
from app.domain.arbitrage.faute import Faute, Miscount
from app.domain.arbitrage.jugement import RULESETS, judge
from app.domain.errors import Refused, Violation

WHO_FIELDS = {"code", "player", "players", "seats", "preneur", "partner", "dealer", "ruleset"}
WHAT_FIELDS = {"made", "warned", "choice", "distorting", "preneur_count_wrong", "miscount"}
FIGURE_FIELDS = {"minutes_late", "amount", "repeat"}
FIELDS = WHO_FIELDS | WHAT_FIELDS | FIGURE_FIELDS

DEFAULT_SEATS = ("N", "S", "E", "O")
# What a preneur may ever choose; of these, each fault leaves some or none.
CHOICES = tuple(
    dict.fromkeys(
        option.choice for ruleset in RULESETS.values() for regle in ruleset.regles for option in regle.options
    )
)


def answer(request: Request) -> Answer:
    """Return the ruling asked for; raise Refused with every violation."""
    fields = Fields(request, FIELDS)
    faute, ruleset = _faute(fields), RULESETS[fields.ruleset()]
    try:
        ruling = judge(faute, ruleset)
    except Refused as refused:
        raise Refused(*fields.violations, *_beside(fields.violations, refused.violations)) from None
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


def _beside(unread: Iterable[Violation], found: Iterable[Violation]) -> Iterator[Violation]:
    """Yield what is wrong with the fault, but for what only follows from a field that could not be read."""
    fields = {noted.field for noted in unread}
    fields |= {"player"} if "players" in fields else set()
    for each in found:
        if each.field not in fields and not (each.key == "seat_unknown" and "seats" in fields):
            yield each


def _faute(fields: Fields) -> Faute:
    fields.require("code")
    player, players = fields.text("player"), fields.listed("players", string, of="strings", most=MAX_SEATS)
    seats = fields.listed("seats", string, of="strings", most=MAX_SEATS)
    if player is not None and players is not None and (player,) != players:
        fields.refuse("said_twice", "players", other="player")
    return Faute(
        code=fields.text("code") or "",
        players=players or (() if player is None else (player,)),
        seats=DEFAULT_SEATS if seats is None else seats,
        preneur=fields.text("preneur"),
        partner=fields.text("partner"),
        dealer=fields.text("dealer"),
        made=fields.flag("made"),
        warned=fields.flag("warned") or False,
        choice=fields.word("choice", CHOICES),
        distorting=fields.flag("distorting"),
        preneur_count_wrong=fields.flag("preneur_count_wrong"),
        miscount=fields.kind("miscount", Miscount),
        minutes_late=fields.whole("minutes_late", least=0, most=1440),
        amount=fields.whole("amount", least=0, most=100_000),
        repeat=fields.flag("repeat"),
    )
