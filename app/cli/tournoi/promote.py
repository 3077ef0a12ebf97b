"""`tournoi promote`: a standby takes over from a control desk that is lost."""

from __future__ import annotations

import argparse

from app.cli.tournoi.call import Call
from app.cli.tournoi.report import Report
from app.cli.tournoi.words import acts
from app.texts.catalogue import Texts


def add_promote(parser: argparse.ArgumentParser, tr: Texts) -> None:
    """Declare `promote`."""
    parser.description = tr(
        "Where “nord desk --standby” has copied a tournament, this machine becomes its control desk. Switch the old one"
        " off first: whatever it writes from now on counts no more."
    )
    acts(parser, tr, _promote, "promote")


def _promote(call: Call) -> Report:
    promoted = call.desk.tournaments.promote()
    said = call.tr.plural(
        "This machine is the control desk now, with {n} record copied. Next: nord desk --headless",
        "This machine is the control desk now, with {n} records copied. Next: nord desk --headless",
        promoted.events,
    )
    return Report([said], {"id": promoted.tournament, "events": promoted.events, "term": promoted.term})
