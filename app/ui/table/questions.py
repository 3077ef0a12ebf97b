"""The questions that the entry screen asks over itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from app.domain.donne.contrat import A_QUATRE, FORMES, Chelem
from app.domain.donne.donne import Seat
from app.domain.events.table import Entry, NoContract
from app.services.entry_form import EntryForm
from app.texts.figures import signed
from app.texts.table import CHELEMS, CONTRATS, seat_name
from app.ui.widgets.dialog import Answer
from app.ui.widgets.poignee_grid import PoigneeGrid
from app.ui.widgets.seat_cross import SeatCross

if TYPE_CHECKING:
    from app.ui.table.entry_screen import EntryScreen


def first_dealer(screen: EntryScreen) -> None:
    """Ask who deals first, as the cards drawn say."""
    _ask_seat(
        screen,
        screen.tr("Who deals first?"),
        screen.tr("Each draws a card: the lowest deals."),
        lambda seat: screen.nav.session.draw_dealer(seat),
    )


def wrong_dealer(screen: EntryScreen) -> None:
    """Ask who dealt out of turn."""
    _ask_seat(
        screen,
        screen.tr("Somebody else dealt?"),
        screen.tr(
            "Seen before the end of the deal: the right dealer deals again, and there is nothing to note."
            " Seen later: touch whoever dealt, and the turn goes on from there."
        ),
        lambda seat: screen.nav.session.keep_wrong_dealer(seat),
        Answer(screen.tr("Cancel"), aid="cancel"),
    )


def who_dealt(screen: EntryScreen) -> None:
    """Ask who dealt, after the arbiter has ruled that these cards are played: the turn goes on from there."""
    _ask_seat(
        screen,
        screen.tr("Who dealt these cards?"),
        screen.tr("The arbiter has ruled: they are played, and the turn goes on from whoever dealt."),
        lambda seat: screen.nav.session.keep_wrong_dealer(seat),
    )


def _ask_seat(screen: EntryScreen, title: str, text: str, write: Callable[[Seat], object], *answers: Answer) -> None:
    session, tr = screen.nav.session, screen.tr
    seats = session.feuille.sheet.seats
    cross = SeatCross(
        aid="dealer",
        seats=list(seats),
        words={seat: seat_name(seat, tr) for seat in seats},
        notes={seat: session.name_of(seat) for seat in seats},
        size_hint_y=None,
    )
    cross.bind(size_hint_min_y=cross.setter("height"))
    cross.height = cross.size_hint_min_y
    dialog = screen.nav.ask(title, text, *answers, content=cross)

    def chosen(_cross: SeatCross, seat: Seat) -> None:
        dialog.dismiss(animation=False)
        screen.nav.write(write(seat))

    cross.bind(on_choose=chosen)


def nobody_plays(screen: EntryScreen) -> None:
    """Ask why nobody plays these cards, which is also the confirmation."""
    session, tr = screen.nav.session, screen.tr

    def note(why: NoContract) -> Callable[[], None]:
        return lambda: screen.nav.write(session.pass_donne(why))

    screen.nav.ask(
        tr("Nobody plays this donne"),
        tr("Nothing is marked, and the next dealer deals."),
        Answer(tr("All pass"), note(NoContract.ALL_PASS), aid="all_pass", main=True),
        Answer(tr("Petit sec"), note(NoContract.PETIT_SEC), aid="petit_sec"),
        Answer(tr("Cancel"), aid="cancel"),
    )


def what_to_correct(screen: EntryScreen) -> None:
    """Offer to take back the last thing written; any donne is corrected by touching its line."""
    tr, feuille = screen.tr, screen.nav.feuille
    answers = [Answer(tr("Cancel"), aid="cancel")]
    if feuille.lines and not feuille.sheet.visas:
        answers.insert(0, Answer(_undo_word(screen), lambda: _undo(screen), aid="undo"))
    screen.nav.ask(tr("Correct"), tr("To correct a donne, touch its line on the sheet."), *answers)


def _undo_word(screen: EntryScreen) -> str:
    feuille, tr = screen.nav.feuille, screen.tr
    last = feuille.lines[-1].donne
    if isinstance(last, Entry):
        return tr(
            "Take back donne {number} ({contract}, {seat})",
            number=len(feuille.donnes),
            contract=tr(CONTRATS[last.contrat]),
            seat=seat_name(last.preneur, tr),
        )
    return tr("Take back what was noted last")


def _undo(screen: EntryScreen) -> None:
    """Take back the last line; a donne comes back into the empty form, to be mended there."""
    last = screen.nav.feuille.lines[-1].donne

    def undone(_ids: object) -> None:
        if isinstance(last, Entry) and screen.entry.form.is_empty:
            screen.entry.change(EntryForm.of(last))
        screen.arrive()

    screen.nav.write(screen.nav.session.undo(), undone)


def poignees(screen: EntryScreen) -> None:
    """Ask who showed which poignée."""
    tr, place, session = screen.tr, screen.place, screen.nav.session
    forme = A_QUATRE if place.mort is not None else FORMES[len(place.seats)]
    grid = PoigneeGrid(
        seats=[seat for seat in place.seats if seat != place.mort],
        names={seat: f"{seat_name(seat, tr)} · {session.name_of(seat)}" for seat in place.seats},
        sizes=[atouts for atouts, _ in forme.poignees],
        shown=dict(screen.form.poignees),
        none=tr("No"),
    )

    def chosen(_grid: PoigneeGrid, seat: Seat, atouts: int | None) -> None:
        screen.fill(screen.form.showing(seat, atouts))
        grid.shown = dict(screen.form.poignees)

    grid.bind(on_show=chosen)
    screen.nav.ask(
        tr("Poignée: how many atouts were shown?"), "", Answer(tr("Done"), aid="done", main=True), content=grid
    )


def chelem(screen: EntryScreen) -> None:
    """Ask what became of the chelem."""
    tr = screen.tr
    none = Answer(tr("No chelem"), partial(_chelem, screen, None), aid="chelem.None", main=screen.form.chelem is None)
    some = (
        Answer(
            f"{tr(CHELEMS[kind])}\u2002{signed(kind.bonus)}",
            partial(_chelem, screen, kind),
            aid=f"chelem.{kind}",
            main=screen.form.chelem is kind,
        )
        for kind in Chelem
    )
    screen.nav.ask(tr("Chelem"), "", none, *some)


def a_chelem(screen: EntryScreen) -> None:
    """Ask whether all the tricks but the excuse were a chelem, before the donne is recorded."""
    tr = screen.tr

    screen.nav.ask(
        tr("A chelem?"),
        tr("87 points with 2 bouts: did the attack take every trick but the excuse?"),
        Answer(tr("No, record it so"), screen.write, aid="no_chelem"),
        Answer(tr(CHELEMS[Chelem.UNANNOUNCED]), partial(_chelem, screen, Chelem.UNANNOUNCED), aid="chelem.unannounced"),
        Answer(
            tr(CHELEMS[Chelem.ANNOUNCED_MADE]),
            partial(_chelem, screen, Chelem.ANNOUNCED_MADE),
            aid="chelem.announced_made",
        ),
    )


def _chelem(screen: EntryScreen, kind: Chelem | None) -> None:
    screen.fill(replace(screen.form, chelem=kind))


def menu(screen: EntryScreen) -> None:
    """Offer what is not needed at every donne."""
    nav, tr = screen.nav, screen.tr
    offers = [
        Answer(tr("Somebody else dealt"), lambda: wrong_dealer(screen), aid="wrong_dealer"),
        Answer(tr("The evening: totals, chart, file"), lambda: nav.go("evening"), aid="evening"),
        Answer(tr("History of this sheet"), lambda: nav.go("history"), aid="history"),
        Answer(tr("Settings"), lambda: nav.go("settings"), aid="settings"),
        Answer(tr("Leave this sheet"), nav.home, aid="leave"),
        Answer(tr("Back to the entry"), aid="cancel", main=True),
    ]
    if nav.feuille.course.dealer is None or nav.feuille.sheet.visas:
        offers = offers[1:]
    nav.ask(tr("Menu"), "", *offers)
