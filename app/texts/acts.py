"""What an act of the arbiter does, in sentences read before it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from app.domain.donne.donne import Seat
from app.domain.events.table import Entry
from app.services.arbiter_act import Act, ActInquiry
from app.services.question import Asks
from app.texts.catalogue import Texts
from app.texts.questions import REASONS


def act_effects(inquiry: ActInquiry, *, named: Callable[[Seat], str], texts: Texts) -> tuple[str, ...]:
    """Return a sentence for each effect."""
    return tuple(_effects(inquiry, named=named, texts=texts))


def _effects(inquiry: ActInquiry, *, named: Callable[[Seat], str], texts: Texts) -> Iterator[str]:
    said = inquiry.answers
    match inquiry.act:
        case Act.GRANT:
            entry = inquiry.feuille.donnes[(inquiry.donne or 1) - 1].donne
            player = named(entry.preneur) if isinstance(entry, Entry) else ""
            yield texts(
                "Donne {number} has its visa: what {player} announced is granted.", number=inquiry.donne, player=player
            )
        case Act.STRIKE:
            yield texts("Donne {number} is annulled and taken off the sheet.", number=inquiry.donne)
            yield texts("The table still owes a donne in its place, while nobody has signed.")
            reason = REASONS[inquiry.reason]
            yield texts("Reason: {reason}.", reason=texts(reason))
        case Act.SHORTEN:
            count = said.figure(Asks.COUNT) or 1
            left = inquiry.feuille.course.owed - count
            yield texts.plural("{n} donne is struck for slow play.", "{n} donnes are struck for slow play.", count)
            yield texts.plural("{n} donne is left to play.", "{n} donnes are left to play.", left)
        case Act.TIME if said.truth(Asks.UNDER_WAY):
            yield texts("Time is called. The donne under way is played to its end, then everyone signs.")
        case _:
            yield texts("Time is called. Nothing more is dealt: everyone checks their bilan and signs.")
