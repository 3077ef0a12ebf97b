"""`tournoi quarantine`: what tablets wrote and the journal could not take, for the desk to decide."""

from __future__ import annotations

import argparse
from collections import defaultdict

from app.cli.tournoi.call import Call
from app.cli.tournoi.report import Report, columns
from app.cli.tournoi.words import Actions, add_reason, count
from app.domain.errors import Refused
from app.domain.events.kinds import read_body
from app.services.history import identities_ever
from app.services.ports import Held
from app.services.quarantine import dismiss_held, release_held, undecided
from app.texts.catalogue import Texts
from app.texts.facts import Telling, fact
from app.texts.refusals import SENTENCES


def add_quarantine(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `quarantine` and its actions."""
    actions = Actions(parser, tr)
    actions.add("list", tr("what waits for a decision"), _list)
    release = actions.add(
        "release", tr("it is right after all: the desk writes it"), _release, 'quarantine release 3 --reason "vu"'
    )
    dismiss = actions.add("dismiss", tr("it is void; it stays on record"), _dismiss)
    for settle in (release, dismiss):
        settle.add_argument("number", type=count, metavar="N", help=tr("as the list shows it"))
        add_reason(settle, tr)
    actions.otherwise(_list)


def _list(call: Call) -> Report:
    held = undecided(call.state, call.quarantine)
    telling = Telling(call.tr, identities_ever(call.book))
    rows, data = [], []
    for one in held:
        table, said = _said(one, telling)
        rows.append(
            (one.number, call.tr("table {table}", table=table) if table else "", said, reasons(one.reason, call.tr))
        )
        data.append(
            {"number": one.number, "device": one.place.device, "table": table, "said": said, "reason": one.reason}
        )
    return Report(columns(rows, frozenset({0})) or [call.tr("Nothing waits.")], {"held": data})


def _release(call: Call) -> Report:
    held = release_held(call.book, call.quarantine, call.args.number, reason=call.args.reason)
    return Report([call.tr("Record {number} has its effect.", number=held.number)], {"number": held.number})


def _dismiss(call: Call) -> Report:
    held = dismiss_held(call.book, call.quarantine, call.args.number, reason=call.args.reason)
    return Report([call.tr("Record {number} is void.", number=held.number)], {"number": held.number})


def _said(held: Held, telling: Telling) -> tuple[int | None, str]:
    try:
        event = held.sealed.event
        return event.table, fact(read_body(event)[1], telling)
    except Refused:
        return None, telling.texts("unreadable")


def reasons(kept: str, tr: Texts) -> str:
    """Return in words why an event is in quarantine; figures that were not kept with the reasons are left out."""
    blanks: defaultdict[str, str] = defaultdict(lambda: "…")
    return " ".join(tr(SENTENCES.get(key, key)).format_map(blanks) for key in kept.split(", "))
