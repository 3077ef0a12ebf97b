"""The arbiter is called: everyone counts their cards, the arbiter decides by code, and play goes on accordingly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, OptionProperty

from app.domain.donne.contrat import Contrat
from app.domain.donne.donne import Seat
from app.domain.events.arbitre import Decision, SurContratGranted, SurContratRefused
from app.domain.events.table import Announce, EventId, NoContract
from app.services.call import EARLIER_BIDS, Call, open_call
from app.services.entry_form import EntryForm
from app.services.fault_inquiry import FaultInquiry
from app.services.question import Answers, Asks
from app.texts.catalogue import N_, Texts
from app.texts.table import CONTRATS, seat_name
from app.ui.table.deciding import decide
from app.ui.table.screen import TableScreen

MISDEAL = "fausse_donne.after_contract"
TITLES = {
    Announce.GARDE_SANS: N_("Garde sans asked by {seat}"),
    Announce.GARDE_CONTRE: N_("Garde contre asked by {seat}"),
    Announce.CHELEM: N_("Chelem announced by {seat}"),
}
ADVICE = {
    Announce.GARDE_SANS: N_("See the sorted hand laid open before you, never the chien."),
    Announce.GARDE_CONTRE: N_("See the sorted hand laid open before you, never the chien."),
    Announce.CHELEM: N_("A chelem is granted with one losing card at most; whoever announced it leads."),
}


class CallScreen(TableScreen):
    """`call` is what was asked, None where the arbiter is called without more.

    `phase` goes from `wait`, where the table counts, to `decide`, where the arbiter grants or refuses, to `earlier`,
    where an earlier bidder plays a refused sur-contrat or nobody does.
    """

    call = ObjectProperty(None, allownone=True, rebind=True)
    phase = OptionProperty("wait", options=("wait", "decide", "earlier"))
    waited = NumericProperty(0)
    is_open = BooleanProperty(False)

    def arrive(
        self,
        seat: Seat | None = None,
        announce: Announce | None = None,
        request: EventId | None = None,
        *,
        refused: bool = False,
    ) -> None:
        """Call the arbiter, or come back to the call that is open.

        With `request`, the arbiter is here to answer it, or has refused it from afar.
        """
        if seat is not None and announce is not None:
            self._begin(open_call(self.nav.feuille, seat, announce))
            if request is not None:
                self.call, self.phase = replace(self.call, request=request), "decide"
                self._take_answer() if refused else None
            else:
                self.nav.write(self.nav.session.request(seat, announce), self._requested, otherwise=self._close)
        elif not self.is_open or self._of is not self.nav.table:  # a call of another sheet is none of this one's
            self._begin(None)
            self.nav.write(self.nav.session.call_arbiter())
        else:
            self.refresh()

    def _begin(self, call: Call | None) -> None:
        self.call, self.phase, self.is_open, self.waited = call, "wait", True, 0
        self._of, self._is_cancelled = self.nav.table, False
        self._since = Clock.get_time()
        Clock.unschedule(self._tick)
        Clock.schedule_interval(self._tick, 1)

    def _tick(self, _dt: float) -> bool:
        self.waited = Clock.get_time() - self._since
        return bool(self.is_open)

    def refresh(self) -> None:
        """Follow the sheet: what the arbiter decides on their own device ends the waiting."""
        if self.is_open and self.call is not None and self.phase != "earlier" and not self.nav.saving:
            self._take_answer()

    def _take_answer(self) -> None:
        asked = next((one for one in self.nav.feuille.requests if one.id == self.call.request), None)
        if asked is not None and asked.granted is not None:
            self._close() if asked.granted else self._refused()

    def _requested(self, ids: tuple[EventId, ...]) -> None:
        if self._is_cancelled:
            self.nav.write(self.nav.session.withdraw(ids[0]))
        elif self.call is not None:
            self.call = replace(self.call, request=ids[0])

    # What a finger does

    def count(self, seat: Seat) -> None:
        """A player has counted their cards, or takes it back."""
        self.call = self.call.counting(seat)

    def arbiter_is_here(self) -> None:
        """Ask for the code; then the arbiter decides, or does whatever they were called for."""
        if self.call is None:
            self.nav.go("code", then=self._hand_over)
        else:
            self.nav.go("code", then=self._decide)

    def _hand_over(self) -> None:
        self.is_open = False
        self.nav.swap("faults")

    def _decide(self) -> None:
        self.phase = "decide"
        self.nav.return_to("call")

    def miscounted(self) -> None:
        """A hand does not have its number: the arbiter rules on a misdeal after the contract."""
        self.nav.go("code", then=self._judge_misdeal)

    def _judge_misdeal(self) -> None:
        told = Answers(((Asks.CODE, MISDEAL), (Asks.PRENEUR, self.call.seat)))
        inquiry = FaultInquiry(feuille=self.nav.feuille, ruleset=self.nav.session.state.ruleset, answers=told)
        self.nav.swap("faults", inquiry=inquiry, home="call", then=self._misdeal_judged)

    def _misdeal_judged(self) -> None:
        """The donne may be gone: then the call is over; else it goes on."""
        last = self.nav.session.feuille.lines[-1].happening
        if getattr(last, "ruling", None) is not None and last.ruling.donne in ("annulled", "redeal"):
            self._close()

    def cancel(self) -> None:
        """Take back what was asked; the form no longer says it."""
        if self.call is not None:
            if self.call.request is not None:
                self.nav.write(self.nav.session.withdraw(self.call.request))
            self._is_cancelled = True  # a request that is still on its way to the disk is withdrawn behind it
            self._unsay()
        self._close()

    def grant(self) -> None:
        """The arbiter grants."""
        request = self.call.request
        self._decided(SurContratGranted(position=self.nav.session.position, grants=request), self._close)

    def refuse(self) -> None:
        """The arbiter refuses; a chelem is then simply not announced."""
        request = self.call.request
        self._decided(SurContratRefused(position=self.nav.session.position, refuses=request), self._refused)

    def _decided(self, decision: Decision, then: Callable[[], None]) -> None:
        decide(self.nav, (decision,), then)

    def _refused(self) -> None:
        if self.call.announce is Announce.CHELEM:
            self._unsay()
            self._close()
        else:
            self.call, self.phase = self.call.refused(), "earlier"

    def answer(self, seat: Seat, bid: Contrat | None) -> None:
        """An earlier bidder plays, or declines."""
        self.call = self.call.answering(seat, bid)

    def decline(self) -> None:
        """Nobody plays."""
        self.call = self.call.declining()

    def settle(self) -> None:
        """Go on with whoever plays, or with the next deal."""
        if self.call.taker is not None:
            seat, contrat = self.call.taker
            self.nav.table.entry.change(EntryForm(preneur=seat, contrat=contrat))
            self._close()
        elif self.call.is_declined and not self.nav.saving:
            self.nav.write(self.nav.session.pass_donne(NoContract.SUR_CONTRAT_REFUSED), lambda _ids: self._close())

    def leave(self) -> None:
        """Return to the sheet without a decision: what was asked stays without a visa until the arbiter comes."""
        self._close()

    def _unsay(self) -> None:
        entry = self.nav.table.entry
        if self.call.announce is Announce.CHELEM:
            entry.change(replace(entry.form, chelem=None))
        else:
            entry.change(replace(entry.form, contrat=None))

    def _close(self) -> None:
        self.is_open = False
        self.nav.return_to("entry")

    # What is said

    def title(self, call: Call | None, tr: Texts) -> str:
        """Return what the call is for."""
        if call is None:
            return tr("The arbiter is called")
        return tr(TITLES[call.announce], seat=seat_name(call.seat, tr))

    def instructions(self, call: Call | None, phase: str, tr: Texts) -> str:
        """Return what everyone does meanwhile."""
        if call is None:
            return tr("Leave the cards as they are, and tell the arbiter what happened. Nobody shows their hand.")
        if phase == "decide":
            return tr(ADVICE[call.announce])
        if phase == "earlier":
            return tr("Refused. Whoever bid prise or garde before may play it, or decline.")
        name = self.nav.session.name_of(call.seat)
        return tr(
            "Meanwhile everyone counts their cards face down and touches their name. {name} sorts their hand and shows"
            " nothing to the table. The chien stays in the middle, closed.",
            name=name,
        )

    def hands(self, call: Call | None, tr: Texts) -> list[tuple[Seat, str, str, str]]:
        """Return each hand to count: its seat, and what its tile says before and after."""
        if call is None:
            return []
        counted = tr("{cards} cards", cards=call.cards)
        return [(*who[:2], tr("{name} counts…", name=who[2]), counted) for who in self._named(call.players, tr)]

    def bidders(self, call: Call | None, tr: Texts) -> list[tuple[Seat, str, str]]:
        """Return who may have bid before."""
        return [] if call is None else self._named(call.bidders, tr)

    def _named(self, seats: tuple[Seat, ...], tr: Texts) -> list[tuple[Seat, str, str]]:
        return [(seat, seat_name(seat, tr), self.nav.session.name_of(seat)) for seat in seats]

    def settlement(self, call: Call | None, tr: Texts) -> str:
        """Return what the main button does after a refusal."""
        if call is not None and call.taker is not None:
            seat, contrat = call.taker
            return tr("{seat} plays a {contract}", seat=seat_name(seat, tr), contract=tr(CONTRATS[contrat]).lower())
        if call is not None and call.is_declined:
            return tr("Nobody plays: next deal")
        return tr("Each one answers")

    def bids(self, tr: Texts) -> list[tuple[Contrat | None, str]]:
        """Return what an earlier bidder may answer."""
        plays = [(bid, tr("Plays a {contract}", contract=tr(CONTRATS[bid]).lower())) for bid in EARLIER_BIDS]
        return [(None, tr("Declines")), *plays]
