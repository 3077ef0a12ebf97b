"""A decision in a few words, the same on the table's tablet and on the arbiter's: a code vouches for them.

The arbiter's own tablet may have heard nothing of the table for an hour: it knows no event by its id, but the arbiter
sees who asks for what, and which donne it is. So these words are made of what is seen at the table, and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from app.domain.arbitrage.faute import Ruling
from app.domain.donne.donne import Seat
from app.domain.events.arbitre import (
    Decision,
    DonneStruck,
    FauteRuled,
    SheetCorrected,
    SheetShortened,
    SurContratGranted,
    SurContratRefused,
    TimeCalled,
)
from app.domain.events.codec import to_json
from app.domain.events.table import Announce, DonneReplaced, Entry, EventId
from app.domain.fold.feuille import Feuille
from app.domain.fold.on_sheet import unanswered
from app.domain.tournoi.sheet import Scored


def granted(announce: Announce, seat: Seat) -> str:
    """What a player asks for is granted."""
    return f"grant {announce} {seat}"


def refused(announce: Announce, seat: Seat) -> str:
    """What a player asks for is refused."""
    return f"refuse {announce} {seat}"


def visaed(donne: int, entry: Entry) -> str:
    """A donne that was recorded without a visa gets it, for what its preneur announced."""
    return f"visa {donne} {_listed(entry.announces)} {entry.preneur}"


def ruled(code: str, players: Iterable[Seat], ruling: Ruling, *, donne: int | None = None) -> str:
    """A fault is judged: whose, on which donne of the sheet (none: on the cards in play), and all that follows."""
    fines = _listed(f"{fine.player}={fine.points}" for fine in ruling.penalties)
    bars = _listed(f"{barred.player}={barred.when}" for barred in ruling.barred)
    fates = [fate or "-" for fate in (ruling.donne, ruling.poignee, ruling.dealer)]
    return " ".join(["rule", code, _listed(players), str(donne or "-"), *fates, _listed(ruling.warnings), fines, bars])


def struck(donne: int) -> str:
    """A donne is annulled."""
    return f"strike {donne}"


def replaced(donne: int, entry: Entry) -> str:
    """A donne is entered otherwise."""
    return f"replace {donne} {_written([entry])}"


def shortened(donnes: int) -> str:
    """So many donnes are owed no more."""
    return f"shorten {donnes}"


def timed(*, under_way: bool) -> str:
    """Time is called, with a donne under way or without."""
    return f"time {'under_way' if under_way else 'now'}"


def corrected(donnes: Sequence[Entry | Scored], played: int | None = None) -> str:
    """A signed sheet is written anew; `played` is how many donnes that is, where it is said."""
    return f"correct {_written(donnes)}" if played is None else f"correct {played} {_written(donnes)}"


def decided(decision: Decision, feuille: Feuille) -> str:
    """Return the words of a decision on a sheet; raises Refused where it is about nothing that stands there."""
    match decision:
        case SurContratGranted(grants=event):
            number = _number(feuille, event)
            line = None if number is None else feuille.donnes[number - 1]
            if number is not None and line is not None and isinstance(line.donne, Entry):
                return visaed(number, line.donne)
            asked = unanswered(feuille, event)
            return granted(asked.announce, asked.seat)
        case SurContratRefused(refuses=event):
            asked = unanswered(feuille, event)
            return refused(asked.announce, asked.seat)
        case FauteRuled(faute=faute, ruling=ruling, concerns=event):
            donne = None if event is None else feuille.number_of(event)
            return ruled(faute.code, faute.players, ruling, donne=donne)
        case DonneStruck(strikes=event):
            return struck(feuille.number_of(event))
        case DonneReplaced(replaces=event, entry=entry):
            return replaced(feuille.number_of(event), entry)
        case SheetShortened(donnes=count):
            return shortened(count)
        case TimeCalled(donne_under_way=under_way):
            return timed(under_way=under_way)
        case SheetCorrected(donnes=donnes, played=played):
            return corrected(donnes, played)


def _number(feuille: Feuille, event: EventId) -> int | None:
    return next((number for number, line in enumerate(feuille.donnes, 1) if line.id == event), None)


def _listed(said: Iterable[str]) -> str:
    return ",".join(sorted(said)) or "-"


def _written(donnes: Sequence[Entry | Scored]) -> str:
    """Return donnes as events have them, in one line."""
    json_ = to_json(tuple[Entry | Scored, ...], tuple(donnes))
    return json.dumps(json_, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
