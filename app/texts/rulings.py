"""What a ruling does, in sentences that the arbiter can read out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from app.domain.arbitrage.faute import Bar, Dealer, Fate, Faute, PoigneeFate, Ruling
from app.domain.donne.donne import Seat
from app.texts.catalogue import N_, Texts
from app.texts.figures import number

FATES: dict[Fate, str] = {
    Fate.COUNTED: N_("The donne counts as it was played."),
    Fate.ANNULLED: N_("The donne is annulled. It does not count as played: the table still owes it."),
    Fate.REDEAL: N_("The cards are dealt again."),
    Fate.PLAYS_ON: N_("Play goes on."),
    Fate.CHOICE: N_("The preneur chooses."),
}
# A sheet that is signed is not played on: nothing is owed, dealt or barred there any more.
ANNULLED_SIGNED = N_("The donne is annulled: it counts no more. The sheet is signed, so it is not played again.")
POIGNEES: dict[PoigneeFate, str] = {
    PoigneeFate.COUNTS: N_("The poignée counts."),
    PoigneeFate.VOID: N_("The poignée does not count: the donne is marked without it."),
}
DEALERS: dict[Dealer, str] = {
    Dealer.SAME: N_("The same player deals."),
    Dealer.NEXT: N_("The next dealer deals."),
}
BARS: dict[Bar, str] = {
    Bar.REDEAL: N_("{player} may not bid on the cards dealt again."),
    Bar.NEXT: N_("{player} may not bid on the next cards dealt."),
}
ABANDON = "abandon"


def effects(
    faute: Faute, ruling: Ruling, *, named: Callable[[Seat], str], texts: Texts, is_signed: bool = False
) -> tuple[str, ...]:
    """Return a sentence for each effect of a ruling, the donne's first; `is_signed` where the sheet is."""
    return tuple(_effects(faute, ruling, named=named, texts=texts, is_signed=is_signed))


def said_source(ruling: Ruling) -> str:
    """Return where the rule stands, in the typography of the screens."""
    return ruling.source.replace("'", "’")


def _effects(
    faute: Faute, ruling: Ruling, *, named: Callable[[Seat], str], texts: Texts, is_signed: bool
) -> Iterator[str]:
    if is_signed and ruling.donne in (Fate.ANNULLED, Fate.REDEAL):
        yield texts(ANNULLED_SIGNED)
    elif ruling.donne is not None:
        yield texts(FATES[ruling.donne])
    if ruling.poignee is not None and ruling.donne is not Fate.ANNULLED:
        yield texts(POIGNEES[ruling.poignee])
    if not is_signed and ruling.dealer is not None and ruling.donne in (Fate.ANNULLED, Fate.REDEAL):
        yield texts(DEALERS[ruling.dealer])
    for seat in ruling.warnings:
        yield texts("{player} is warned: the next fault of this kind costs 100 points.", player=named(seat))
    for penalty in ruling.penalties:
        yield texts(
            "{points} points of penalty for {player}, taken from their own total.",
            points=number(penalty.points),
            player=named(penalty.player),
        )
    for barred in () if is_signed else ruling.barred:
        yield texts(BARS[barred.when], player=named(barred.player))
    if faute.code == ABANDON:
        for seat in faute.players:
            yield texts("{player} will be ranked after everybody else.", player=named(seat))
    if ruling.donne is None and not ruling.penalties and faute.code != ABANDON:
        yield texts("Nothing changes on the sheet.")
