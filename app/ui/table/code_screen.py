"""The arbiter's code, typed on the table's own tablet; chosen there at first use."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import Future
from enum import StrEnum
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, OptionProperty, StringProperty

from app.domain.events.arbitre import Decision
from app.services.arbiter_pin import LEAST_DIGITS, MOST_DIGITS, ArbiterPin, Verdict
from app.texts.catalogue import N_
from app.texts.facts import Telling, fact
from app.ui.table.remade_code import remake_code
from app.ui.table.screen import TableScreen
from app.ui.widgets.dialog import Answer
from app.ui.widgets.keypad import CLEAR, ERASE


class Step(StrEnum):
    """What is being typed."""

    ENTER = "enter"
    CHOOSE = "choose"
    REPEAT = "repeat"
    DECISION = "decision"


TITLES = {
    Step.ENTER: N_("The arbiter is here: code"),
    Step.CHOOSE: N_("Arbiter, choose your code"),
    Step.REPEAT: N_("The same code once more"),
    Step.DECISION: N_("Code of the arbiter’s tablet"),
}
HELP = {
    Step.ENTER: N_("The arbiter types their code; the others look away."),
    Step.CHOOSE: N_("Six digits or more, for this tablet. Without it, nobody decides in your place."),
    Step.REPEAT: N_("So that no slip of a finger keeps you out."),
    Step.DECISION: N_("The arbiter’s tablet shows six digits for this decision. The control desk checks them later."),
}


class CodeScreen(TableScreen):
    """A keypad and dots. `arrive(then)` calls `then` once the code is right; `change=True` sets a new one after it."""

    step = OptionProperty(Step.ENTER, options=list(Step))
    digits = StringProperty()
    message = StringProperty()
    is_busy = BooleanProperty(False)
    wait = NumericProperty(0)
    """Whole seconds for which no code is taken."""
    tries_left = NumericProperty(0)
    then = ObjectProperty(None, allownone=True)
    may_have_device = BooleanProperty(False)
    """Whether the arbiter may decide by codes of their own tablet: this sheet is a desk's."""
    about = StringProperty()
    """What the arbiter's tablet has to be told, for its six digits."""
    _visit = 0

    @property
    def pin(self) -> ArbiterPin:
        """The code of this tablet."""
        pin: ArbiterPin = self.nav.pin
        return pin

    def arrive(
        self, then: Callable[..., None] | None = None, *, change: bool = False, decision: Decision | None = None
    ) -> None:
        """Ask for the code; whoever comes back here has to type it anew.

        With `decision`, ask for the digits that the arbiter's own tablet gives for it, and call `then` with them.
        """
        self._visit += 1
        self.then, self._change = then, change
        self.may_have_device = then is not None and self.nav.table is not None and self.nav.session.has_desk
        self._old = self._chosen = ""
        self._is_forgotten = False
        self.digits = self.message = ""
        if decision is not None:
            self.step, self.is_busy, self.wait, self.about = Step.DECISION, False, 0, self._told(decision)
            return
        self.step, self.about = Step.ENTER, ""
        self.is_busy = True
        self.nav.answer(self.pin.ready, self._in_this_visit(self._begin))

    def _told(self, decision: Decision) -> str:
        session, feuille, tr = self.nav.session, self.nav.feuille, self.nav.words.tr
        where = tr(
            "Table {table} · Position {position} · Donne {deal}",
            table=session.table,
            position=session.position,
            deal=feuille.deal,
        )
        said = fact(decision, Telling(tr, session.state.identities))
        return f"{where}\n{said[:1].upper()}{said[1:]}"

    def by_device(self) -> None:
        """The arbiter has their tablet with them: each decision will ask for its own code."""
        self._visit += 1
        self.nav.is_by_device = True
        self.then()

    def on_leave(self, *_: object) -> None:
        """Keep no digit on a screen that nobody looks at, and follow no answer that was asked for on it."""
        self._visit += 1
        self.digits = self._old = self._chosen = ""

    def _begin(self, _ready: None) -> None:
        self.is_busy = False
        self.step = Step.ENTER if self.pin.is_set else Step.CHOOSE
        self._watch()

    def key(self, key: str) -> None:
        """Type a key."""
        if self.is_busy or self.wait:
            return
        self.message = ""
        if key == ERASE:
            self.digits = self.digits[:-1]
        elif key == CLEAR:
            self.digits = ""
        elif len(self.digits) < (LEAST_DIGITS if self.step == Step.DECISION else MOST_DIGITS):
            self.digits += key

    @property
    def is_long_enough(self) -> bool:
        """Whether what is typed can be a code."""
        return len(self.digits) >= LEAST_DIGITS

    def submit(self) -> None:
        """Take what is typed."""
        if self.is_busy or self.wait or not self.is_long_enough:
            return
        typed, self.digits = self.digits, ""
        if self.step == Step.DECISION:
            self.then(typed)
        elif self.step == Step.CHOOSE:
            self._chosen, self.step = typed, Step.REPEAT
        elif self.step == Step.REPEAT and typed != self._chosen:
            self.step, self.message = Step.CHOOSE, self.nav.words.tr("The two codes differ: choose again.")
        elif self.step == Step.REPEAT:
            is_known = self.pin.is_set and not self._is_forgotten
            self._ask(self.pin.choose(typed, old=self._old) if is_known else remake_code(self.nav, typed))
        else:
            self._old = typed
            self._ask(self.pin.try_code(typed))

    def forget(self) -> None:
        """Ask whether the code is to be chosen anew, and say what that costs."""
        tr = self.nav.words.tr
        text = tr(
            "A new code is chosen here, and the sheets say so: on those not closed yet and on those begun within a"
            " day, the arbiter’s visas are shown as to be confirmed. Everyone who signs sees it."
        )
        again = Answer(tr("Choose a new code"), self._choose_again, aid="remake")
        self.nav.ask(tr("Code forgotten?"), text, again, Answer(tr("Cancel"), aid="cancel", main=True))

    def _choose_again(self) -> None:
        self._is_forgotten, self.wait, self.digits, self.message = True, 0, "", ""
        self.step = Step.CHOOSE

    def _ask(self, asked: Future[Verdict]) -> None:
        self.is_busy = True
        begin_again = self._in_this_visit(self._begin)
        self.nav.answer(asked, self._in_this_visit(self._answered), otherwise=lambda: begin_again(None))

    def _in_this_visit(self, then: Callable[[Any], None]) -> Callable[[Any], None]:
        """Return what follows an answer, unless somebody has left meanwhile: hashing a code takes its time."""
        visit = self._visit
        return lambda answer: then(answer) if visit == self._visit else None

    def _answered(self, verdict: Verdict) -> None:
        self.is_busy = False
        if verdict is not Verdict.RIGHT:
            self.step = Step.ENTER
            self._watch()
            if not self.wait:
                self.message = self.nav.words.tr.plural(
                    "Wrong code. {n} try is left.", "Wrong code. {n} tries are left.", self.pin.tries_left
                )
        elif self._change and self.step == Step.ENTER:
            self.step = Step.CHOOSE
        elif self.then is not None:
            self.nav.is_by_device = False
            self.then()
        else:
            self.nav.back()

    def _watch(self, _dt: float = 0) -> None:
        """Count the seconds of a lock down, as long as it holds."""
        self.wait = 0 if self._is_forgotten else math.ceil(self.pin.wait_seconds)
        if self.wait:
            Clock.schedule_once(self._watch, 0.25)
