"""The arbiter's code, typed on the table's own tablet; chosen there at first use."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import Future
from enum import StrEnum

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, OptionProperty, StringProperty

from app.services.arbiter_pin import LEAST_DIGITS, MOST_DIGITS, ArbiterPin, Verdict
from app.texts.catalogue import N_
from app.ui.table.screen import TableScreen
from app.ui.widgets.keypad import CLEAR, ERASE


class Step(StrEnum):
    """What is being typed."""

    ENTER = "enter"
    CHOOSE = "choose"
    REPEAT = "repeat"


TITLES = {
    Step.ENTER: N_("The arbiter is here: code"),
    Step.CHOOSE: N_("Arbiter, choose your code"),
    Step.REPEAT: N_("The same code once more"),
}
HELP = {
    Step.ENTER: N_("The arbiter types their code; the others look away."),
    Step.CHOOSE: N_("Six digits or more, for this tablet. Without it, nobody decides in your place."),
    Step.REPEAT: N_("So that no slip of a finger keeps you out."),
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

    @property
    def pin(self) -> ArbiterPin:
        """The code of this tablet."""
        pin: ArbiterPin = self.nav.pin
        return pin

    def arrive(self, then: Callable[[], None] | None = None, *, change: bool = False) -> None:
        """Ask for the code; whoever comes back here has to type it anew."""
        self.then, self._change = then, change
        self._old = self._chosen = ""
        self.digits = self.message = ""
        self.step = Step.ENTER
        self.is_busy = True
        self.nav.answer(self.pin.ready, self._begin)

    def on_leave(self, *_: object) -> None:
        """Keep no digit on a screen that nobody looks at."""
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
        elif len(self.digits) < MOST_DIGITS:
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
        if self.step == Step.CHOOSE:
            self._chosen, self.step = typed, Step.REPEAT
        elif self.step == Step.REPEAT and typed != self._chosen:
            self.step, self.message = Step.CHOOSE, self.nav.words.tr("The two codes differ: choose again.")
        elif self.step == Step.REPEAT:
            self._ask(self.pin.choose(typed, old=self._old))
        else:
            self._old = typed
            self._ask(self.pin.try_code(typed))

    def _ask(self, asked: Future[Verdict]) -> None:
        self.is_busy = True
        self.nav.answer(asked, self._answered, otherwise=self._begin_again)

    def _begin_again(self) -> None:
        self._begin(None)

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
            self.then()
        else:
            self.nav.back()

    def _watch(self, _dt: float = 0) -> None:
        """Count the seconds of a lock down, as long as it holds."""
        self.wait = math.ceil(self.pin.wait_seconds)
        if self.wait:
            Clock.schedule_once(self._watch, 0.25)
