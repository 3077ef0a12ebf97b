"""Whether a fault is told well enough to be judged: every reason why not, at once."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.arbitrage.faute import Faute
from app.domain.arbitrage.regle import By, Regle
from app.domain.donne.contrat import FORMES
from app.domain.errors import Violation, repeated, violation

CAMPS = (By.ATTACK, By.DEFENDER, By.BOTH_CAMPS)
FIVE = max(FORMES)


def check_faute(faute: Faute, lines: tuple[Regle, ...]) -> tuple[Violation, ...]:
    """Return every violation of a fault against the lines of its code; empty when it may be judged."""
    if not lines:
        return (violation("code_unknown", "code", code=faute.code), *_seats(faute))
    return (*_missing(faute, lines), *_seats(faute), *_author(faute, lines), *_figures(faute), *_choice(faute, lines))


def _missing(faute: Faute, lines: tuple[Regle, ...]) -> Iterator[Violation]:
    by_camp = any(line.by in CAMPS for line in lines)
    has_sanction = any(line.has_sanction for line in lines)
    if not faute.players and (by_camp or has_sanction):
        yield violation("missing", "player")
    if faute.preneur is None and (by_camp or lines[0].by is By.PRENEUR):
        yield violation("missing", "preneur")
    if faute.dealer is None and lines[0].by is By.DEALER:
        yield violation("missing", "dealer")
    if faute.minutes_late is None and any(line.amende and line.amende.per_minutes for line in lines):
        yield violation("missing", "minutes_late")


def _seats(faute: Faute) -> Iterator[Violation]:
    if len(faute.seats) not in FORMES:
        yield violation("players_out_of_range", "seats", players=len(faute.seats))
    yield from repeated(faute.seats, "seats")
    if faute.players is not faute.seats:
        yield from repeated(faute.players, "player")
    named = (("preneur", faute.preneur), ("partner", faute.partner), ("dealer", faute.dealer))
    for field, seat in (*(("player", player) for player in faute.players), *named):
        if seat is not None and seat not in faute.seats:
            yield violation("seat_unknown", field, seat=seat)
    if faute.partner is not None and len(faute.seats) != FIVE:
        yield violation("no_partner_here", "partner", seat=faute.partner)
    if faute.partner is not None and faute.partner == faute.preneur:
        yield violation("partner_is_preneur", "partner", seat=faute.partner)


def _author(faute: Faute, lines: tuple[Regle, ...]) -> Iterator[Violation]:
    by = lines[0].by
    if by is By.DEALER and faute.dealer is not None and set(faute.players) != {faute.dealer}:
        yield violation("not_the_dealer", "player", seat=faute.dealer)
    if by is By.PRENEUR and faute.preneur is not None and set(faute.players) != {faute.preneur}:
        yield violation("not_the_preneur", "player", seat=faute.preneur)
    if by in CAMPS and faute.preneur is not None and faute.players:
        camp = camp_of(faute)
        if camp not in {line.by for line in lines}:
            if camp is By.BOTH_CAMPS:
                yield violation("players_of_two_camps", "player")
            else:
                yield violation("not_a_defender", "player", seat=faute.players[0])


def camp_of(faute: Faute) -> By:
    """Return whose camp the players at fault are of."""
    attack = {faute.preneur, faute.partner}
    camps = {By.ATTACK if player in attack else By.DEFENDER for player in faute.players}
    return By.BOTH_CAMPS if len(camps) > 1 else camps.pop()


def _figures(faute: Faute) -> Iterator[Violation]:
    for field, figure in (("minutes_late", faute.minutes_late), ("amount", faute.amount)):
        if figure is not None and figure < 0:
            yield violation("negative", field, value=figure)


def _choice(faute: Faute, lines: tuple[Regle, ...]) -> Iterator[Violation]:
    open_to_preneur = dict.fromkeys(option.choice for line in lines for option in line.options)
    if open_to_preneur and faute.choice is not None and faute.choice not in open_to_preneur:
        yield violation("not_one_of", "choice", choices=", ".join(open_to_preneur))
