"""The inquiry into a fault: asks only what the code of arbitration needs, and ends in a Faute to be judged.

Nothing here knows the codes one by one. A question is asked where the law would refuse the fault without it, or
where its answers could lead to different rulings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from types import MappingProxyType
from typing import Any

from app.domain.arbitrage.faute import Fate, Faute, Miscount
from app.domain.arbitrage.jugement import judge, told_whole
from app.domain.arbitrage.recevabilite import CAMPS, check_faute
from app.domain.arbitrage.regle import NO_DONNE, By, Fact, Regle, Ruleset
from app.domain.donne.donne import Seat
from app.domain.errors import Refused
from app.domain.events.table import Entry
from app.domain.fold.feuille import Feuille
from app.domain.fold.lines import follow
from app.services.fault_families import Family, codes_of
from app.services.question import NOTHING_YET, Answer, Answers, Asks, Question

UNDER_WAY = 0  # among the numbers of donnes: the one that is being played
EVERYONE = "everyone"
# The one ruling that lets the turn go on from another seat: it does not name that seat.
WRONG_DEALER_KEPT = "erreur_donneur.after_end"

# What the arbiter may have to say beyond who it was: the field of a Faute and all that it may hold.
FACTS: Mapping[Asks, tuple[str, tuple[Answer, ...]]] = MappingProxyType(
    {
        Asks.DISTORTING: ("distorting", (False, True)),
        Asks.PRENEUR_COUNT: ("preneur_count_wrong", (False, True)),
        Asks.MISCOUNT: ("miscount", tuple(Miscount)),
        Asks.CHOICE: ("choice", (None,)),  # and those that the code leaves open
        Asks.MADE: ("made", (True, False)),
        Asks.REPEAT: ("repeat", (False, True)),
        Asks.AMOUNT: ("amount", (0, 1)),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultInquiry:
    """The inquiry at one table, as far as it has come."""

    feuille: Feuille
    ruleset: Ruleset
    answers: Answers = NOTHING_YET

    @property
    def code(self) -> str | None:
        """The fault, once it is chosen."""
        return self.answers.text(Asks.CODE)

    @property
    def lines(self) -> tuple[Regle, ...]:
        """What the code of arbitration says of it."""
        return self.ruleset.of(self.code or "")

    @property
    def donne(self) -> int | None:
        """The number of the recorded donne that is concerned, None for the one under way or for none."""
        options = self._donnes()
        number = options[0] if len(options) == 1 else self.answers.figure(Asks.DONNE)
        return number or None

    @property
    def leaves_dealer_open(self) -> bool:
        """Whether the turn goes on from whoever dealt these cards, which only the table can say."""
        return self.code == WRONG_DEALER_KEPT and self.donne is None and not self.feuille.course.is_over

    @property
    def is_pending(self) -> bool:
        """Whether the ruling waits for the end of the donne."""
        return Asks.MADE in self.answers and self.answers.of(Asks.MADE) is None

    @property
    def question(self) -> Question | None:
        """What to ask next, None when the fault can be judged."""
        return next(self._questions(), None)

    @property
    def faute(self) -> Faute:
        """The fault as it is told so far, with what the sheet knows."""
        entry, made = self._recorded()
        said = self.answers
        players = {EVERYONE: self.feuille.sheet.seats}.get(said.text(Asks.PLAYER) or "", _one(said.text(Asks.PLAYER)))
        miscount = said.text(Asks.MISCOUNT)
        told = Faute(
            code=self.code or "",
            players=players,
            seats=self.feuille.sheet.seats,
            preneur=entry.preneur if entry else said.text(Asks.PRENEUR),
            partner=entry.partner if entry else said.text(Asks.PARTNER),
            dealer=self._dealer() or said.text(Asks.DEALER),
            made=said.truth(Asks.MADE) if made is None else made,
            choice=said.text(Asks.CHOICE),
            distorting=said.truth(Asks.DISTORTING),
            preneur_count_wrong=said.truth(Asks.PRENEUR_COUNT),
            miscount=Miscount(miscount) if miscount else None,
            minutes_late=said.figure(Asks.MINUTES),
            amount=said.figure(Asks.AMOUNT),
            repeat=said.truth(Asks.REPEAT),
        )
        return told_whole(told, self.lines)

    def answering(self, answer: Answer) -> FaultInquiry:
        """Return the inquiry after the answer to its question."""
        asked = self.question
        return self if asked is None else replace(self, answers=self.answers.plus(asked.asks, answer))

    def back(self) -> FaultInquiry:
        """Return the inquiry before its last answer."""
        return replace(self, answers=self.answers.back())

    def resumed(self, feuille: Feuille) -> FaultInquiry:
        """Return the inquiry once the donne that it waited for is on the sheet, as its last one."""
        kept = self.answers.without(Asks.DONNE, Asks.MADE, Asks.PRENEUR, Asks.PARTNER)
        return replace(self, feuille=feuille, answers=kept.plus(Asks.DONNE, len(feuille.donnes)))

    def _questions(self) -> Iterator[Question]:
        family = self.answers.text(Asks.FAMILY)
        if self.code is None:
            if family is None:
                yield Question(Asks.FAMILY, tuple(Family))
                return
            yield Question(Asks.CODE, codes_of(Family(family), self.ruleset))
            return
        donnes = self._donnes()
        if len(donnes) > 1 and Asks.DONNE not in self.answers:
            yield Question(Asks.DONNE, donnes)
        yield from self._who()
        yield from self._facts()

    def _donnes(self) -> tuple[int, ...]:
        """Return the donnes that the fault may concern, the latest first; none for a fault outside of play."""
        if all(line.issue == NO_DONNE for line in self.lines):
            return ()
        under_way = () if self.feuille.course.is_over else (UNDER_WAY,)
        # What can only be dealt again is found before anything is marked.
        is_marked = any(Fate.COUNTED in (line.issue.made, line.issue.down) for line in self.lines)
        recorded = range(len(self.feuille.donnes), 0, -1) if is_marked or not under_way else ()
        return (*under_way, *recorded)

    def _recorded(self) -> tuple[Entry | None, bool | None]:
        """Return the entry and the result of the donne concerned, as far as the sheet holds them."""
        if self.donne is None:
            return None, None
        line = self.feuille.donnes[self.donne - 1]
        made = None if line.scored is None else line.scored.made is not None
        return line.donne if isinstance(line.donne, Entry) else None, made

    def _dealer(self) -> Seat | None:
        return dealer_of(self.feuille, self.donne)

    def _mort(self) -> Seat | None:
        return self.feuille.course.mort if self.donne is None else self.feuille.donnes[self.donne - 1].mort

    def _who(self) -> Iterator[Question]:
        missing = {found.field for found in check_faute(self.faute, self.lines) if found.key == "missing"}
        # Asked before any other fact: nearly all of these rulings turn on whether the preneur dealt.
        if any(Fact.DEALER_IS_PRENEUR in line.when for line in self.lines):
            missing |= {name for name in ("preneur", "dealer") if getattr(self.faute, name) is None}
        playing = tuple(seat for seat in self.feuille.sheet.seats if seat != self._mort())
        if "preneur" in missing:
            yield Question(Asks.PRENEUR, playing)
        if self._calls_king() and Asks.PARTNER not in self.answers:
            others = tuple(seat for seat in playing if seat != self.faute.preneur)
            yield Question(Asks.PARTNER, (None, *others))
        if "dealer" in missing:
            yield Question(Asks.DEALER, self.feuille.sheet.seats)
        if "player" in missing:
            yield Question(Asks.PLAYER, tuple(self._authors(playing)))
        if "minutes_late" in missing:
            yield Question(Asks.MINUTES, proposed=None)

    def _calls_king(self) -> bool:
        """Whether it matters who the partner is, and the sheet does not say it."""
        called = len(self.feuille.sheet.seats) == 5 and not self.feuille.course.has_mort
        return called and self._recorded()[0] is None and any(line.by in CAMPS for line in self.lines)

    def _authors(self, playing: tuple[Seat, ...]) -> Iterator[str]:
        bys = {line.by for line in self.lines}
        attack = {self.faute.preneur, self.faute.partner} if By.ATTACK not in bys and By.DEFENDER in bys else set()
        yield from (seat for seat in (playing if self._donnes() else self.feuille.sheet.seats) if seat not in attack)
        # Slow play has a price for each of the players concerned, who may be the whole table.
        if any(line.amende and line.amende.again is not None for line in self.lines):
            yield EVERYONE

    def _facts(self) -> Iterator[Question]:
        for asks in FACTS:
            if asks in self.answers or not self._matters(asks):
                continue
            if asks is Asks.AMOUNT:
                penalties = judge(self.faute, self.ruleset).penalties
                yield Question(asks, proposed=penalties[0].points if penalties else 0)
            elif asks is Asks.MADE:
                yield Question(asks, (True, False) if self.feuille.course.is_over else (True, False, None))
            else:
                yield Question(asks, tuple(value for value in self._values(asks) if value is not None))

    def _matters(self, asks: Asks) -> bool:
        """Whether, for some answers to the other open questions, this one's answers lead to different rulings."""
        field, _ = FACTS[asks]
        known = self.faute
        if asks is Asks.MADE and known.made is not None:
            return False
        others = [other for other in FACTS if other is not asks and other not in self.answers]
        others = [other for other in others if other is not Asks.MADE or known.made is None]
        for values in product(*(self._values(other) for other in others)):
            said: dict[str, Any] = {FACTS[other][0]: value for other, value in zip(others, values, strict=True)}
            cases = (replace(known, **{**said, field: value}) for value in self._values(asks))
            rulings = {judge(case, self.ruleset) for case in cases}
            if len(rulings) > 1:
                return True
        return False

    def _values(self, asks: Asks) -> tuple[Answer, ...]:
        """Return all that may be answered; one value, not known, where the code never looks at it."""
        values = FACTS[asks][1]
        if asks is Asks.CHOICE:
            return (*values, *dict.fromkeys(option.choice for line in self.lines for option in line.options))
        return values if any(_looks_at(line, asks) for line in self.lines) else (None,)


def dealer_of(feuille: Feuille, donne: int | None) -> Seat | None:
    """Return who dealt a recorded donne, or deals the one under way; None where the sheet cannot tell."""
    if donne is None:
        return feuille.course.dealer
    course = feuille.start
    try:
        for line in feuille.lines:
            if line is feuille.donnes[donne - 1]:
                break
            course = follow(course, line.happening)
    except Refused:  # a sheet written anew by the arbiter does not say who dealt
        return None
    return course.dealer


def _one(seat: Seat | None) -> tuple[Seat, ...]:
    return () if seat is None else (seat,)


def _looks_at(line: Regle, asks: Asks) -> bool:
    """Whether a line of the code could read otherwise for another answer."""
    match asks:
        case Asks.DISTORTING:
            return Fact.DISTORTING in line.when
        case Asks.PRENEUR_COUNT:
            return Fact.PRENEUR_COUNT_WRONG in line.when
        case Asks.MISCOUNT:
            return Fact.MISCOUNT_DEALER_CHIEN in line.when
        case Asks.REPEAT:
            return line.amende is not None and line.amende.again is not None
        case Asks.AMOUNT:
            return line.amende is not None and line.amende.is_arbiters
        case _:
            return line.issue.made is not line.issue.down or line.poignee.made is not line.poignee.down
