"""A question to the arbiter, and the answers given so far: what every inquiry at a table is made of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Answer = str | int | bool | None


class Asks(StrEnum):
    """What is asked."""

    FAMILY = "family"
    CODE = "code"
    DONNE = "donne"
    PRENEUR = "preneur"
    PARTNER = "partner"
    DEALER = "dealer"
    PLAYER = "player"
    MINUTES = "minutes"
    DISTORTING = "distorting"
    PRENEUR_COUNT = "preneur_count"
    MISCOUNT = "miscount"
    CHOICE = "choice"
    MADE = "made"
    REPEAT = "repeat"
    AMOUNT = "amount"
    REASON = "reason"
    COUNT = "count"
    UNDER_WAY = "under_way"


@dataclass(frozen=True, slots=True)
class Question:
    """One question: its possible answers, or a figure to type where there are none, beginning with `proposed`."""

    asks: Asks
    options: tuple[Answer, ...] = ()
    proposed: int | None = None

    @property
    def is_typed(self) -> bool:
        """Whether a figure is to be typed."""
        return not self.options


@dataclass(frozen=True, slots=True)
class Answers:
    """What was answered, in order; the last answer can be taken back."""

    given: tuple[tuple[Asks, Answer], ...] = ()

    def __contains__(self, asks: Asks) -> bool:
        return any(asks is asked for asked, _ in self.given)

    def of(self, asks: Asks) -> Answer:
        """Return the answer to a question, None where it was not asked."""
        return next((answer for asked, answer in self.given if asked is asks), None)

    def text(self, asks: Asks) -> str | None:
        """Return an answer that is a word."""
        answer = self.of(asks)
        return answer if isinstance(answer, str) else None

    def figure(self, asks: Asks) -> int | None:
        """Return an answer that is a figure."""
        answer = self.of(asks)
        return answer if isinstance(answer, int) and not isinstance(answer, bool) else None

    def truth(self, asks: Asks) -> bool | None:
        """Return an answer that is yes or no."""
        answer = self.of(asks)
        return answer if isinstance(answer, bool) else None

    def plus(self, asks: Asks, answer: Answer) -> Answers:
        """Return the answers with one more."""
        return Answers((*self.given, (asks, answer)))

    def without(self, *asks: Asks) -> Answers:
        """Return the answers to other questions."""
        return Answers(tuple(pair for pair in self.given if pair[0] not in asks))

    def back(self) -> Answers:
        """Return the answers without the last one."""
        return Answers(self.given[:-1])


NOTHING_YET = Answers()
