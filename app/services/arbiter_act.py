"""What the arbiter may do at a table beside judging a fault: each a few questions that end in a decision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from app.domain.arbitrage.faute import Fate, Faute, PoigneeFate, Ruling
from app.domain.events.arbitre import (
    Decision,
    DonneStruck,
    FauteRuled,
    SheetShortened,
    SurContratGranted,
    TimeCalled,
)
from app.domain.events.table import DonneReplaced, Entry
from app.domain.fold.feuille import OPEN_STATES, Feuille
from app.services.question import NOTHING_YET, Answer, Answers, Asks, Question

SLOW_PLAY = "slow_play"
STRIKE_REASONS = ("irregular", SLOW_PLAY, "marked_twice")
CORRECT_REASONS = ("wrong_points", "wrong_preneur", "wrong_contract", "bonus_forgotten", "other")


class Act(StrEnum):
    """What the arbiter came for."""

    FAULT = "fault"
    GRANT = "grant"
    CORRECT = "correct"
    STRIKE = "strike"
    SHORTEN = "shorten"
    TIME = "time"


def acts_open(feuille: Feuille) -> tuple[Act, ...]:
    """Return what can be done on a sheet as it stands."""
    return tuple(_open_acts(feuille))


def _open_acts(feuille: Feuille) -> Iterator[Act]:
    in_play = feuille.sheet.state in OPEN_STATES and not feuille.course.is_over
    if not feuille.sheet.is_sent:
        yield Act.FAULT
        if feuille.unvisaed():
            yield Act.GRANT
    if feuille.donnes:
        yield Act.CORRECT
        if not feuille.sheet.is_sent:
            yield Act.STRIKE
    if in_play:
        yield Act.SHORTEN
        if not feuille.course.time_called:
            yield Act.TIME


@dataclass(frozen=True, slots=True, kw_only=True)
class ActInquiry:
    """An act of the arbiter other than a fault, as far as its questions have been answered."""

    act: Act
    feuille: Feuille
    answers: Answers = NOTHING_YET

    @property
    def question(self) -> Question | None:
        """What to ask next, None when the decision is known."""
        return next((asked for asked in self._questions() if asked.asks not in self.answers), None)

    @property
    def donne(self) -> int | None:
        """The donne concerned, once it is named."""
        return self.answers.figure(Asks.DONNE)

    @property
    def reason(self) -> str:
        """Why it is done; an act that asks for no reason has slow play for one."""
        return self.answers.text(Asks.REASON) or SLOW_PLAY

    def answering(self, answer: Answer) -> ActInquiry:
        """Return the inquiry after the answer to its question."""
        asked = self.question
        return self if asked is None else replace(self, answers=self.answers.plus(asked.asks, answer))

    def back(self) -> ActInquiry:
        """Return the inquiry before its last answer."""
        return replace(self, answers=self.answers.back())

    def decision(self, entry: Entry | None = None) -> Decision:
        """Return what is decided, once nothing is left to ask; a correction needs the donne as it was played."""
        sheet, said = self.feuille.sheet, self.answers
        donne = "" if self.donne is None else self.feuille.donnes[self.donne - 1].id
        reason = self.reason
        match self.act:
            case Act.GRANT:
                return SurContratGranted(position=sheet.position, grants=donne)
            case Act.STRIKE:
                return DonneStruck(position=sheet.position, strikes=donne, reason=reason)
            case Act.SHORTEN:
                count = said.figure(Asks.COUNT) or 1
                return SheetShortened(position=sheet.position, donnes=count, reason=reason)
            case Act.TIME:
                return TimeCalled(position=sheet.position, donne_under_way=bool(said.truth(Asks.UNDER_WAY)))
            case Act.CORRECT if entry is not None:
                return DonneReplaced(position=sheet.position, replaces=donne, entry=entry, reason=reason)
            case _:
                raise ValueError(f"{self.act} is not decided by its questions alone")

    def _questions(self) -> Iterator[Question]:
        feuille = self.feuille
        recorded = tuple(range(len(feuille.donnes), 0, -1))
        match self.act:
            case Act.GRANT:
                yield Question(Asks.DONNE, feuille.unvisaed())
            case Act.STRIKE:
                yield Question(Asks.DONNE, recorded)
                yield Question(Asks.REASON, STRIKE_REASONS)
            case Act.CORRECT:
                entered = tuple(n for n in recorded if isinstance(feuille.donnes[n - 1].donne, Entry))
                yield Question(Asks.DONNE, entered)
                yield Question(Asks.REASON, CORRECT_REASONS)
            case Act.SHORTEN:
                yield Question(Asks.COUNT, tuple(range(1, min(feuille.course.owed, 9) + 1)))
            case Act.TIME if feuille.course.dealer is not None:
                yield Question(Asks.UNDER_WAY, (True, False))


def ruling_decisions(feuille: Feuille, faute: Faute, ruling: Ruling, *, donne: int | None) -> tuple[Decision, ...]:
    """Return what a ruling writes: the ruling itself and, where it voids a recorded poignée, the donne without it."""
    position = feuille.sheet.position
    line = None if donne is None else feuille.donnes[donne - 1]
    ruled = FauteRuled(position=position, faute=faute, ruling=ruling, concerns=line.id if line else None)
    if line is None or not isinstance(line.donne, Entry) or ruling.poignee is not PoigneeFate.VOID:
        return (ruled,)
    if ruling.donne in (Fate.ANNULLED, Fate.REDEAL):
        return (ruled,)
    kept = tuple(poignee for poignee in line.donne.poignees if poignee.by not in faute.players)
    if kept == line.donne.poignees:
        return (ruled,)
    entry = replace(line.donne, poignees=kept)
    return (ruled, DonneReplaced(position=position, replaces=line.id, entry=entry, reason=faute.code))
