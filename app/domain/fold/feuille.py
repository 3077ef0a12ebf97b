"""One sheet as its events made it: what was written, who deals, what the arbiter answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from app.domain.arbitrage.faute import Fate
from app.domain.donne import deroulement
from app.domain.donne.deroulement import (
    Deroulement,
    DonneAnnulled,
    DonnePassed,
    DonnePlayed,
    DonnesStruck,
    FauteRuled,
    Happening,
    TimeCalled,
)
from app.domain.donne.donne import Seat
from app.domain.errors import Refused, violation
from app.domain.events.table import Announce, Entry, EventId, NoContract
from app.domain.tournoi.sheet import Scored, Sheet, SheetState
from app.domain.values import quick

# While nobody has signed, the table writes and rewrites its own sheet.
OPEN_STATES = (SheetState.BLANK, SheetState.PLAYING)
CARDS_ENDED = (DonnePlayed, DonnePassed, DonneAnnulled)
ARBITERS = (FauteRuled, DonneAnnulled, DonnesStruck, TimeCalled)
NOTHING: frozenset[Announce] = frozenset()


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Ligne:
    """One thing that happened at the table, under the event that says it now.

    A donne has what was entered and what it scored; annulled, it keeps the entry, to be read, and scores nothing.
    `mort` and `barred` are those of its own cards, `granted` what the arbiter allowed on the donne itself.
    """

    id: EventId
    happening: Happening
    donne: Entry | Scored | None = None
    scored: Scored | None = None
    mort: Seat | None = None
    barred: frozenset[Seat] = frozenset()
    granted: frozenset[Announce] = NOTHING
    passed: NoContract | None = None

    @property
    def ends_cards(self) -> bool:
        """Whether other cards are dealt after it."""
        if isinstance(self.happening, FauteRuled):
            return ends_cards(self.happening.ruling.donne)
        return isinstance(self.happening, CARDS_ENDED)

    @property
    def is_arbiters(self) -> bool:
        """Whether only the arbiter may take it back."""
        return isinstance(self.happening, ARBITERS)

    @property
    def announces(self) -> frozenset[Announce]:
        """What the arbiter must have granted for it."""
        return self.donne.announces if isinstance(self.donne, Entry) else NOTHING


def ends_cards(fate: Fate | None) -> bool:
    """Whether a ruling takes the cards away."""
    return fate is Fate.ANNULLED or fate is Fate.REDEAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a player asked of the arbiter on the cards of a number, and the answer, once given."""

    id: EventId
    seat: Seat
    announce: Announce
    deal: int
    granted: bool | None = None


@quick
@dataclass(frozen=True, kw_only=True)  # without slots: what is counted once of a sheet is kept with it
class Feuille:
    """A sheet, the course of its position, and all that was written on it in order.

    `call` is why the table calls the arbiter, None while it does not; `disputes` are the donnes that players do not
    agree with, None for the whole sheet; `codes` those of the arbiter that were used here, each good once; `played` how
    many donnes the lines are, where somebody said so because marks alone are the bilans of several.
    """

    sheet: Sheet
    start: Deroulement
    course: Deroulement
    lines: tuple[Ligne, ...] = ()
    requests: tuple[Request, ...] = ()
    call: str | None = None
    disputes: Mapping[Seat, int | None] = field(default_factory=dict)
    signatures: Mapping[Seat, str] = field(default_factory=dict)
    code_chosen: bool = False
    """Whether somebody chose the tablet's code without giving one before: the visas given here are to be confirmed."""
    codes: frozenset[str] = frozenset()
    played: int | None = None

    @classmethod
    def blank(cls, sheet: Sheet, *, has_mort: bool) -> Feuille:
        """Return the sheet of a position that has just opened."""
        start = deroulement.start_position(sheet.seats, donnes=sheet.due, has_mort=has_mort)
        return cls(sheet=sheet, start=start, course=start)

    @cached_property
    def donnes(self) -> tuple[Ligne, ...]:
        """The lines that are donnes, in the order of the sheet."""
        return tuple(line for line in self.lines if line.scored is not None)

    @property
    def donnes_played(self) -> int:
        """How many donnes the sheet stands for."""
        return len(self.sheet.donnes) if self.played is None else self.played

    @property
    def is_open(self) -> bool:
        """Whether nobody has signed yet."""
        return self.sheet.state in OPEN_STATES

    @cached_property
    def deal(self) -> int:
        """The number of the cards in play or next to be dealt at this table, redeals counted, from 1."""
        return 1 + sum(line.ends_cards for line in self.lines)

    @property
    def waiting(self) -> tuple[Request, ...]:
        """The requests that the arbiter still has to answer; cards thrown in or played otherwise ask nothing more."""
        played = {deal for deal, line in self._dealt() if line.scored is not None and self._lacks(deal, line)}
        return tuple(
            asked
            for asked in self.requests
            if asked.granted is None and (asked.deal == self.deal or asked.deal in played)
        )

    @property
    def awaits_arbiter(self) -> bool:
        """Whether the arbiter is wanted: called, asked for something, or because somebody does not agree."""
        return self.call is not None or bool(self.disputes) or bool(self.waiting)

    def number_of(self, event: EventId) -> int:
        """Return the number of the donne that stands under an event; refuse where none does."""
        for number, line in enumerate(self.donnes, 1):
            if line.id == event:
                return number
        raise Refused(violation("event.stale_replacement", "event"))

    def dealer_of(self, number: int) -> Seat | None:
        """Return who dealt a recorded donne; None where the sheet does not tell, as a typed paper."""
        course, wanted = self.start, self.donnes[number - 1]
        for line in self.lines:
            if line is wanted:
                break
            course = deroulement.after(course, line.happening)
        return course.dealer

    def unvisaed(self) -> tuple[int, ...]:
        """Return the numbers of the donnes whose sur-contrat or chelem the arbiter has not granted."""
        donnes = [(deal, line) for deal, line in self._dealt() if line.scored is not None]
        return tuple(number for number, (deal, line) in enumerate(donnes, 1) if self._lacks(deal, line))

    def turned_down(self) -> tuple[int, ...]:
        """Return those of them that were played although the arbiter had refused."""
        donnes = [(deal, line) for deal, line in self._dealt() if line.scored is not None]
        refused = {(asked.deal, asked.seat, asked.announce) for asked in self.requests if asked.granted is False}
        return tuple(
            number
            for number, (deal, line) in enumerate(donnes, 1)
            if isinstance(line.donne, Entry)
            and refused & {(deal, line.donne.preneur, announce) for announce in line.announces - line.granted}
        )

    def _dealt(self) -> Iterator[tuple[int, Ligne]]:
        """Yield each line with the number of the cards that it is about."""
        deal = 1
        for line in self.lines:
            yield deal, line
            deal += line.ends_cards

    def _lacks(self, deal: int, line: Ligne) -> bool:
        lacking = line.announces - line.granted
        if not lacking or not isinstance(line.donne, Entry):
            return False
        asked = [request for request in self.requests if request.granted and request.deal == deal]
        return not lacking <= {request.announce for request in asked if request.seat == line.donne.preneur}
