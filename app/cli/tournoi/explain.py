"""`tournoi explain`: a player's total, down to each donne, decision and penalty."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from app.cli.tournoi.call import Call
from app.cli.tournoi.report import Report
from app.cli.tournoi.words import acts
from app.domain.events.kinds import read_body
from app.services.explanation import DonneExplained, Explanation, PositionExplained, explain
from app.services.history import Fact, identities_ever
from app.texts.catalogue import Texts
from app.texts.facts import Telling, fact
from app.texts.fautes import faute_name, undone
from app.texts.figures import number, signed
from app.texts.game import donne
from app.texts.notation import write_donne
from app.texts.ranking import score
from app.texts.reckoning import reckoning


def add_explain(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `explain`."""
    parser.add_argument("player", metavar=tr("PLAYER"), help=tr("name, licence, starting place or id"))
    acts(parser, tr, _explain, "explain DURAND", "explain S4")


def _explain(call: Call) -> Report:
    told = explain(call.book, call.player(call.args.player))
    telling = Telling(call.tr, identities_ever(call.book))
    return Report([*_told(told, call, telling)], _data(told, telling))


def _told(told: Explanation, call: Call, telling: Telling) -> Iterator[str]:
    tr = call.tr
    cuts = {cut.after: cut.divide for cut in told.cuts}
    for position in told.positions:
        if position.table is None:
            yield tr("Position {position}, not played", position=position.position)
        else:
            yield tr(
                "Position {position}, table {table}, {seat}: {marks}",
                position=position.position,
                table=position.table,
                seat=position.seat,
                marks=signed(position.marks),
            )
        yield from (f"  {line}" for line in _donnes(position, tr))
        yield from (f"  {_decided(one, telling)}" for one in position.decisions)
        for _, penalty in position.penalties:
            reason = faute_name(penalty.given.reason, tr)
            if penalty.cancelled is None:
                yield "  " + tr("penalty {points}: {reason}", points=number(-penalty.points), reason=reason)
            else:
                yield "  " + tr(
                    "penalty of {points} cancelled ({given}): {reason}",
                    points=number(penalty.points),
                    given=reason,
                    reason=undone(penalty.cancelled.reason, tr),
                )
        if cuts.get(position.position, 1) != 1:
            yield tr("The score is divided by {divide}.", divide=score(cuts[position.position], tr))
    yield tr(
        "{player}: {total}, rank {rank}", player=call.name(told.player), total=score(told.total, tr), rank=told.rank
    )


def _donnes(position: PositionExplained, tr: Texts) -> Iterator[str]:
    for one in position.donnes:
        yield f"{one.number}. {signed(one.mark)}  {_reckoned(one, tr)}"


def _reckoned(one: DonneExplained, tr: Texts) -> str:
    if one.entry is None or one.marque is None:
        return tr("marks alone")
    played = donne(one.entry, tr)
    if one.is_unvisaed:
        played = tr("{donne} (without the arbiter's visa)", donne=played)
    return tr("{what}: {more}", what=played, more=reckoning(one.marque, tr))


def _decided(one: Fact, telling: Telling) -> str:
    return fact(read_body(one.event)[1], telling.met(one.before, one.event.table))


def _data(told: Explanation, telling: Telling) -> dict[str, object]:
    return {
        "player": told.player,
        "rank": told.rank,
        "total": told.total,
        "positions": [
            {
                "position": position.position,
                "table": position.table,
                "seat": position.seat,
                "marks": position.marks,
                "donnes": [
                    {
                        "number": one.number,
                        "mark": one.mark,
                        "typed": None if one.entry is None else write_donne(one.entry),
                        "total": None if one.marque is None else one.marque.total,
                    }
                    for one in position.donnes
                ],
                "decisions": [
                    {"n": one.n, "kind": one.event.kind, "said": _decided(one, telling)} for one in position.decisions
                ],
                "penalties": [
                    {"points": penalty.points, "reason": penalty.given.reason, "stands": penalty.stands}
                    for _, penalty in position.penalties
                ],
            }
            for position in told.positions
        ],
    }
