"""`tournoi history`: every fact of the journal, in its order and in words."""

from __future__ import annotations

import argparse
from datetime import datetime

from app.cli.tournoi.call import Call
from app.cli.tournoi.report import Report, columns
from app.cli.tournoi.words import acts, count
from app.domain.errors import Refused
from app.domain.events.kinds import KINDS, read_body
from app.services.history import Fact, history_met, identities_ever, roles_ever
from app.texts.catalogue import Texts
from app.texts.dates import day
from app.texts.facts import ROLES, Telling, fact


def add_history(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `history`."""
    parser.add_argument("--table", type=count, metavar="N", help=tr("of one table alone"))
    parser.add_argument("--kind", choices=tuple(KINDS), metavar="KIND", help=tr("of one kind, such as PenaltyGiven"))
    parser.add_argument("--last", type=count, metavar="N", help=tr("only the last ones"))
    acts(parser, tr, _history, "history --last 20", "history --table 3")


def _history(call: Call) -> Report:
    args = call.args
    facts = [
        one
        for one in history_met(call.book)
        if args.table in (None, one.event.table) and args.kind in (None, one.event.kind)
    ]
    facts = facts[-args.last :] if args.last else facts
    telling, roles = Telling(call.tr, identities_ever(call.book)), roles_ever(call.book)
    rows, data = [], []
    for one in facts:
        said = _said(one, telling)
        table = "" if one.event.table is None else call.tr("table {table}", table=one.event.table)
        by = roles.get(one.event.device)
        rows.append((one.n, _clock(one.event.at), call.tr(ROLES[by]) if by else one.event.device, table, said))
        data.append(
            {
                "n": one.n,
                "id": one.id,
                "at": one.event.at,
                "by": by,
                "device": one.event.device,
                "table": one.event.table,
                "kind": one.event.kind,
                "body": one.event.body,
                "said": said,
                "effect": not one.reasons,
            }
        )
    return Report(_dated(columns(rows, frozenset({0})), facts, call.tr), {"history": data})


def _dated(lines: list[str], facts: list[Fact], tr: Texts) -> list[str]:
    """Return the lines with the day above the first one of each: an evening may end on the next."""
    dated: list[str] = []
    before = ""
    for line, one in zip(lines, facts, strict=True):
        today = day(datetime.fromisoformat(one.event.at), tr)
        dated += [line] if today == before else [today, line]
        before = today
    return dated


def _said(one: Fact, telling: Telling) -> str:
    try:
        said = fact(read_body(one.event)[1], telling.met(one.before, one.event.table))
    except Refused:
        said = one.event.kind
    return telling.texts("{said} (set aside: no effect)", said=said) if one.reasons else said


def _clock(at: str) -> str:
    """Return the time of day here; the device's clock may have been wrong."""
    return datetime.fromisoformat(at).astimezone().strftime("%H:%M:%S")
