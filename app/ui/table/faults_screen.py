"""The arbiter at the table: what to do, a few questions, and the decision with its effect before it is taken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kivy.properties import DictProperty, ListProperty, ObjectProperty, OptionProperty, StringProperty

from app.domain.arbitrage.jugement import judge
from app.domain.donne.donne import Seat
from app.domain.errors import Refused
from app.domain.events.arbitre import Decision
from app.domain.fold.feuille import Feuille, Request
from app.domain.fold.state import State
from app.services.arbiter_act import Act, ActInquiry, acts_open, ruling_decisions
from app.services.fault_inquiry import FaultInquiry
from app.services.question import Answer, Asks, Question
from app.texts.acts import act_effects
from app.texts.catalogue import N_
from app.texts.fautes import FAUTES
from app.texts.questions import ACTS, answer_words, question_title
from app.texts.rulings import effects, said_source
from app.texts.table import seat_name
from app.ui.table import questions
from app.ui.table.deciding import decide
from app.ui.table.screen import TableScreen
from app.ui.widgets.keypad import CLEAR, ERASE

Inquiry = FaultInquiry | ActInquiry
# What the menu offers beside acts.
ANSWER, RESUME, CODE = "answer", "resume", "code"
MOST_DIGITS = 4


class FaultsScreen(TableScreen):
    """Reached through the arbiter's code alone. `inquiry` is what is being decided, None while nothing is chosen."""

    inquiry = ObjectProperty(None, allownone=True)
    view = OptionProperty("options", options=("options", "seats", "figure", "ruling"))
    title = StringProperty()
    crumbs = StringProperty()
    options = ListProperty()
    seats = DictProperty()
    """The seats to choose from, each with its word and its note, where that is the question."""
    digits = StringProperty()
    effects = ListProperty()
    source = StringProperty()
    rows = ListProperty()
    """The bilans before and after."""
    changed = ListProperty()
    """Those that change; the others are one sentence."""
    unchanged = StringProperty()
    penalties = ListProperty()
    """Whoever has a penalty at this position, before the decision or after it: apart, since no bilan counts it."""
    main = StringProperty()
    """What the main button says; empty while there is nothing to confirm."""

    def on_kv_post(self, _base: object) -> None:
        """Say everything again when the language changes."""
        self._home = "entry"
        self._decisions: tuple[Decision, ...] = ()
        self._then: Callable[[], None] | None = None
        self._waiting: dict[str, FaultInquiry] = {}
        self.nav.words.fbind("lang", lambda *_: self._show() if self.nav.current_screen is self else None)

    def arrive(
        self,
        inquiry: Inquiry | None = None,
        *,
        home: str = "entry",
        then: Callable[[], None] | None = None,
    ) -> None:
        """Begin with what the arbiter was called for, or with all that can be done.

        `home` is where a decision leads back to, `then` what is done once it is taken.
        """
        self._home, self._then = home, then
        self._first = inquiry
        self._go_on(inquiry)

    def named(self, seat: Seat) -> tuple[str, str]:
        """Return a seat as people say it, and who sits there."""
        return seat_name(seat, self.tr), self.nav.session.name_of(seat)

    def spoken(self, seat: Seat) -> str:
        """Return who sits at a seat, in a sentence."""
        return "{} ({})".format(*self.named(seat))

    def column(self, said: dict[Seat, tuple[str, str]], place: int) -> dict[Seat, str]:
        """Return the words, or the notes, of the seats to choose from."""
        return {seat: words[place] for seat, words in said.items()}

    # What a finger does

    def choose(self, value: Answer) -> None:
        """Take an answer, or an entry of the menu."""
        if self.inquiry is not None:
            self._go_on(self.inquiry.answering(value))
        elif value == CODE:
            self.nav.go("code", change=True, then=self.nav.back)
        elif value == ANSWER:
            self._answer_request()
        elif value == RESUME:
            self._go_on(self._waiting[self.nav.table.id].resumed(self.nav.feuille))
        elif value == Act.FAULT:
            self._go_on(FaultInquiry(feuille=self.nav.feuille, ruleset=self.nav.session.state.ruleset))
        else:
            self._go_on(ActInquiry(act=Act(str(value)), feuille=self.nav.feuille))

    def key(self, key: str) -> None:
        """Type a figure."""
        if key == ERASE:
            self.digits = self.digits[:-1]
        elif key == CLEAR:
            self.digits = ""
        elif len(self.digits) < MOST_DIGITS:
            self.digits = (self.digits + key).lstrip("0") or "0"

    def back(self) -> None:
        """Take the last answer back; from the first question, leave."""
        inquiry = self.inquiry
        if inquiry is None or inquiry == self._first:
            self.leave()
        elif not inquiry.answers.given:
            self._go_on(None)
        else:
            self._go_on(inquiry.back())

    def leave(self) -> None:
        """Return to where the arbiter was called from."""
        self.inquiry = None
        self.nav.return_to(self._home)

    def confirm(self) -> None:
        """Do what the main button says."""
        if self.view == "figure":
            self.choose(int(self.digits or 0))
        elif isinstance(self.inquiry, FaultInquiry) and self.inquiry.is_pending:
            self._waiting[self.nav.table.id] = self.inquiry
            self.leave()
        elif self._decisions:
            decide(self.nav, self._decisions, self._decided)

    def _decided(self) -> None:
        self._waiting.pop(self.nav.table.id, None)
        then, inquiry = self._then, self.inquiry
        self.leave()
        if then is not None:
            then()
        if isinstance(inquiry, FaultInquiry) and inquiry.leaves_dealer_open:
            questions.who_dealt(self.nav.get_screen("entry"))

    def _answer_request(self) -> None:
        asked = self._asked()
        if asked is not None:
            self.nav.swap("call", seat=asked.seat, announce=asked.announce, request=asked.id)

    def _asked(self) -> Request | None:
        """What waits for an answer on the cards in play."""
        feuille: Feuille = self.nav.feuille
        return next((asked for asked in feuille.waiting if asked.deal == feuille.deal), None)

    # What is shown

    def _go_on(self, inquiry: Inquiry | None) -> None:
        self.inquiry = inquiry
        self.ids.sheet.scroll_y = 1
        self._show()

    def _show(self) -> None:
        self.effects, self.rows, self.penalties, self.source, self.main, self.digits = [], [], [], "", "", ""
        self.changed, self.unchanged = [], ""
        self._decisions = ()
        inquiry = self.inquiry
        self.crumbs = self._told()
        if inquiry is None:
            self._show_menu()
        elif inquiry.question is not None:
            self._show_question(inquiry.question)
        else:
            self._show_ruling(inquiry)

    def _show_menu(self) -> None:
        feuille, tr = self.nav.feuille, self.tr
        self.view, self.title = "options", tr("What do you decide?")
        options = [(act.value, tr(ACTS[act][0]), tr(ACTS[act][1])) for act in acts_open(feuille)]
        if self._asked() is not None:
            options.insert(0, (ANSWER, tr("Answer what was asked"), tr("A sur-contrat or a chelem waits for you")))
        waiting = self._waiting.get(self.nav.table.id)
        if waiting is not None and waiting.code is not None and len(feuille.donnes) > len(waiting.feuille.donnes):
            name, _ = FAUTES[waiting.code]
            options.insert(0, (RESUME, tr("Judge what was left open"), tr(name)))
        options.append((CODE, tr("Change the code"), tr("Of this tablet")))
        self.options = options

    def _show_question(self, question: Question) -> None:
        self.title = question_title(question.asks, self.tr)
        if question.is_typed:
            self.view, self.main = "figure", self.tr("Go on")
            self.digits = "" if question.proposed is None else str(question.proposed)
            return
        told = question.options
        if question.asks is Asks.CODE:
            told = tuple(code for code in FAUTES if code in told)
        said = {answer: self._words(question.asks, answer) for answer in told}
        if set(said) <= set(self.nav.feuille.sheet.seats):
            self.view, self.seats = "seats", said
        else:
            self.view, self.options = "options", [(answer, *words) for answer, words in said.items()]

    def _words(self, asks: Asks, answer: Answer) -> tuple[str, str]:
        return answer_words(asks, answer, self.nav.feuille, named=self.named, texts=self.tr)

    def _show_ruling(self, inquiry: Inquiry) -> None:
        if isinstance(inquiry, ActInquiry) and inquiry.act is Act.CORRECT:
            self._correct(inquiry)
            return
        self.view, self.title = "ruling", self.tr("The decision")
        if isinstance(inquiry, ActInquiry):
            self.effects = list(act_effects(inquiry, named=self.spoken, texts=self.tr))
            self._foresee(inquiry.decision())
        elif inquiry.is_pending:
            self._show_pending(inquiry)
        else:
            self._show_fault(inquiry)

    def _show_fault(self, inquiry: FaultInquiry) -> None:
        try:
            faute, ruling = self.nav.session.foresee(inquiry.faute, inquiry.donne)
        except Refused as refused:
            self.nav.refuse(refused)
            self._go_on(inquiry.back())
            return
        signed = not self.nav.feuille.is_open
        self.effects = list(effects(faute, ruling, named=self.spoken, texts=self.tr, is_signed=signed))
        self.source = said_source(ruling)
        self._foresee(*ruling_decisions(self.nav.feuille, faute, ruling, donne=inquiry.donne))

    def _show_pending(self, inquiry: FaultInquiry) -> None:
        """Say what follows from either result; nothing is decided before the donne is played."""
        said = [self.tr("The table ends the donne and marks it; then the arbiter comes back to this.")]
        for made, heading in ((True, N_("If the contract is made: {effect}")), (False, N_("If it is down: {effect}"))):
            faute = replace(inquiry.faute, made=made)
            ruling = judge(faute, inquiry.ruleset)
            told = effects(faute, ruling, named=self.spoken, texts=self.tr)
            said.append(self.tr(heading, effect=" ".join(told)))
            self.source = said_source(ruling)
        self.effects, self.main = said, self.tr("End the donne first")

    def _foresee(self, *decisions: Decision) -> None:
        """Show each bilan before and after, as the sheet itself would have it."""
        inquiry = self.inquiry

        def foreseen(state: State) -> None:
            if self.inquiry is not inquiry:
                return
            session = self.nav.session
            before = session.feuille.sheet.bilans
            after = state.feuille(session.position, session.table).sheet.bilans
            self.rows = [(*self.named(seat), before[seat], after[seat]) for seat in before]
            self.changed = [row for row in self.rows if row[2] != row[3]]
            self.unchanged = self._told_unchanged()
            lost, loses = session.penalties(), session.penalties(state)
            self.penalties = [
                (*self.named(seat), -lost[seat], -loses[seat]) for seat in before if lost[seat] or loses[seat]
            ]
            self._decisions, self.main = decisions, self.tr("Apply the decision")

        self.nav.answer(self.nav.session.preview(*decisions), foreseen, otherwise=lambda: self._go_on(None))

    def _told_unchanged(self) -> str:
        """Return whose bilan stays as it is: that is said once, and what changes is in sight."""
        if not self.changed:
            return self.tr("No bilan changes.")
        seats = [word for word, _name, before, after in self.rows if before == after]
        return self.tr("Unchanged: {seats}", seats=", ".join(seats)) if seats else ""

    def _correct(self, inquiry: ActInquiry) -> None:
        """Lead to the donne itself: the arbiter enters it as it was played."""
        self.nav.table.entry.edit(inquiry.donne or 1, reason=inquiry.reason)
        self.inquiry = None
        self.nav.return_to("entry")

    def _told(self) -> str:
        if self.inquiry is None:
            return ""
        act = self.inquiry.act if isinstance(self.inquiry, ActInquiry) else Act.FAULT
        said = [self.tr(ACTS[act][0])]
        said += [self._words(asks, answer)[0] for asks, answer in self.inquiry.answers.given]
        return " › ".join(said)
