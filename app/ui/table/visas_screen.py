"""The end of a position: everyone checks their bilan and signs, then the sheet is closed."""

from __future__ import annotations

from functools import partial

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from app.domain.donne.donne import Seat
from app.domain.events.table import Entry
from app.domain.fold.feuille import Feuille, Ligne
from app.services.arbiter_act import Act, ActInquiry
from app.services.question import Answers, Asks
from app.texts.catalogue import Texts
from app.texts.figures import number, signed
from app.texts.link import said_place
from app.texts.table import seat_name
from app.ui.table.screen import TableScreen
from app.ui.table.sheet_rows import SHORT
from app.ui.widgets.dialog import Answer
from app.ui.widgets.visa_card import VisaCard


class VisasScreen(TableScreen):
    """A card for each seated player, three to five."""

    roomy = BooleanProperty(True)
    """Whether the title has room beside it."""
    warning = StringProperty()
    wide = BooleanProperty(True)
    across = BooleanProperty(False)
    """Whether each card lies across the screen, its donnes beside its head."""
    cols = NumericProperty(1)
    lines = NumericProperty(1)
    room = NumericProperty(0)
    """The height that there is for a card."""
    card_height = NumericProperty(0)
    """The least height of a card."""
    need = NumericProperty(0)
    """The height that a card needs to show every donne in large."""
    missing = NumericProperty(0)
    """How many have not signed."""
    is_closed = BooleanProperty(False)
    sum_text = StringProperty()
    check = StringProperty()
    """The code under a closed sheet, where a desk may have to be told its bilans by mouth."""
    can_carry = BooleanProperty(False)
    """Whether a closed sheet may have to go to the desk by file."""
    next_word = StringProperty()
    """What the main button does once the sheet is closed."""
    unvisaed = ListProperty()
    """The donnes that still lack the arbiter's visa."""
    is_doubtful = BooleanProperty(False)
    """Whether the arbiter's code was chosen anew by somebody who did not know it."""

    def on_kv_post(self, _base: object) -> None:
        """Say everything again when the language changes."""
        self._cards: dict[Seat, VisaCard] = {}
        self._of: tuple[str, ...] = ()
        self.nav.words.fbind("lang", lambda *_: self.refresh())

    def arrive(self) -> None:
        """Show the sheet as it is."""
        self.refresh()

    def refresh(self) -> None:
        """Follow the sheet: bilans, visas, disputes."""
        feuille: Feuille | None = self.nav.feuille
        if feuille is None:
            return
        sheet = feuille.sheet
        if (self.nav.table.id, *sheet.seats) != self._of:
            self._of = (self.nav.table.id, *sheet.seats)
            self._seat(sheet.seats)
        self.is_closed = sheet.is_sent
        self.can_carry = self.is_closed and self.nav.desk.owns_sheet and self.nav.desk.is_cut_off
        self.check = ""
        if self.is_closed and self.nav.session.has_desk:
            self.nav.answer(self.nav.session.check_code(), self._checked)
        self.missing = len(sheet.seats) - len(sheet.visas)
        self.unvisaed = list(feuille.unvisaed())
        self.is_doubtful = feuille.code_chosen
        self.next_word = self._next_word()
        self.sum_text = said_sum(list(sheet.bilans.values()), self.tr)
        rows = [(self._donne_word(n, line), line) for n, line in enumerate(feuille.donnes, 1)]
        penalties = self.nav.session.penalties()
        people = [self.nav.session.name_of(seat) for seat in self._cards]
        for seat, card in self._cards.items():
            card.word, card.name = seat_name(seat, self.tr), self.nav.session.name_of(seat)
            card.people = people
            card.bilan = sheet.bilans[seat]
            card.penalty = self._penalty_word(penalties[seat])
            card.rows = [(word, line.scored.marks[seat]) for word, line in rows if line.scored is not None]
            card.dispute = self._dispute_word(feuille, seat)
            card.after = self._next_place(seat) if self.is_closed else ""
            card.follow(signed=seat in sheet.visas, strokes=feuille.signatures.get(seat, ""))
        VisaCard.write_alike(self._cards.values())

    def _checked(self, code: str | None) -> None:
        self.check = f"{code[:4]}\u00a0{code[4:]}" if code else ""

    def _seat(self, seats: tuple[Seat, ...]) -> None:
        grid = self.ids.cards
        grid.clear_widgets()
        self._cards = {}
        for seat in seats:
            card = self._cards[seat] = VisaCard(seat=seat)
            card.bind(on_visa=self._visa, on_disagree=self._disagree, need=self._measure)
            for name in ("across", "room"):
                self.fbind(name, card.setter(name))
                setattr(card, name, getattr(self, name))
            grid.add_widget(card)
        grid.parent.scroll_y = 1

    def _measure(self, *_: object) -> None:
        self.need = max((card.need for card in self._cards.values()), default=0)

    def _donne_word(self, number_: int, line: Ligne) -> str:
        entry = line.donne
        if not isinstance(entry, Entry):
            return f"{number_}"
        word = f"{number_} {self.tr(SHORT[entry.contrat])}"
        return self.tr("{donne}, ch.", donne=word) if entry.chelem is not None else word

    def lacking(self, numbers: list[int], tr: Texts) -> str:
        """Return which donnes still lack the arbiter's visa."""
        return tr.plural(
            "Without the arbiter’s visa: donne {numbers}",
            "Without the arbiter’s visa: donnes {numbers}",
            len(numbers),
            numbers=", ".join(map(str, numbers)),
        )

    def _penalty_word(self, points: int) -> str:
        return self.tr("Penalty {mark}, outside the sheet", mark=signed(-points)) if points else ""

    def _dispute_word(self, feuille: Feuille, seat: Seat) -> str:
        if seat not in feuille.disputes or seat in feuille.sheet.visas:
            return ""
        donne = feuille.disputes[seat]
        return self.tr("Donne {number}: arbiter called", number=donne) if donne else self.tr("Arbiter called")

    def _next_word(self) -> str:
        desk, tr = self.nav.desk, self.tr
        if not desk.owns_sheet:
            return tr("Next sheet")
        if desk.due is not None:
            return tr("Open position {position}", position=desk.state.position)
        number = desk.next_position
        return tr("Go on to position {position}", position=number) if number else tr("Finish")

    def _next_place(self, seat: Seat) -> str:
        if self.nav.desk.owns_sheet:
            place = self.nav.desk.places.get(seat)
            return said_place(seat, self.nav.session.table, place, self.tr) if place else self.tr("✓ Agreed")
        place = getattr(self.nav.session.state.created, "next_places", {}).get(seat)
        return self.tr("→ {place}", place=place) if place else self.tr("✓ Agreed")

    # What a finger does

    def _visa(self, card: VisaCard, strokes: str) -> None:
        self.nav.write(self.nav.session.visa(card.seat, strokes))

    def _disagree(self, card: VisaCard) -> None:
        """Ask which donne, then call the arbiter."""
        tr, feuille = self.tr, self.nav.feuille
        if card.dispute:
            self._call(card.seat, feuille.disputes.get(card.seat))
            return
        donnes = [
            Answer(
                f"{self._donne_word(n, line)}   {signed(line.scored.marks[card.seat])}",
                partial(self._dispute, card.seat, n),
                aid=f"donne.{n}",
            )
            for n, line in enumerate(feuille.donnes, 1)
            if line.scored is not None
        ]
        self.nav.ask(
            tr("{seat}, which donne is wrong?", seat=card.word),
            tr("The arbiter looks at it with the whole table."),
            *donnes,
            Answer(tr("Something else"), lambda: self._dispute(card.seat, None), aid="donne.None"),
            Answer(tr("Cancel"), aid="cancel"),
        )

    def _dispute(self, seat: Seat, donne: int | None) -> None:
        self.nav.write(self.nav.session.dispute(seat, donne), lambda _ids: self._call(seat, donne))

    def _call(self, _seat: Seat, donne: int | None) -> None:
        self.nav.go("code", then=lambda: self._judge(donne))

    def _judge(self, donne: int | None) -> None:
        inquiry = None
        if donne is not None and isinstance(self.nav.feuille.donnes[donne - 1].donne, Entry):
            told = Answers(((Asks.DONNE, donne),))
            inquiry = ActInquiry(act=Act.CORRECT, feuille=self.nav.feuille, answers=told)
        self.nav.swap("faults", inquiry=inquiry, home="visas")

    def aside(self) -> None:
        """Do what the button beside the link says: the arbiter while the sheet is open, then the way by file."""
        if self.can_carry:
            self.nav.go("carry")
        else:
            self.call_arbiter()

    def call_arbiter(self) -> None:
        """Call the arbiter for anything else: a visa that is missing, a fault found late."""
        self.nav.go("code", then=lambda: self.nav.swap("faults", home="visas"))

    def main(self) -> None:
        """Close the sheet once everyone has signed; leave it once it is closed."""
        if self.is_closed and self.nav.desk.owns_sheet and self.nav.desk.due is not None:
            self.nav.desk.open()
        elif self.is_closed:
            self.nav.home()
        elif not self.missing and not self.nav.saving:
            self.nav.write(self.nav.session.send())


def said_sum(bilans: list[int], texts: Texts) -> str:
    """Return the sum as it is checked: “Somme −446 + 1 346 − 390 − 510 = 0 ✓”."""
    if not bilans:
        return ""
    first, *rest = bilans
    terms = number(first) + "".join(f" {'−' if mark < 0 else '+'}\u00a0{number(abs(mark))}" for mark in rest)
    checked = "" if sum(bilans) else "\u00a0✓"
    return texts("Sum {terms} = {sum}", terms=terms, sum=number(sum(bilans))).replace(" = ", " =\u00a0") + checked
