"""The questions that the entry screen asks over itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from app.domain.donne.contrat import A_QUATRE, FORMES, Chelem
from app.domain.donne.deroulement import WrongDealerKept
from app.domain.donne.donne import Seat
from app.domain.events.table import Announce, Entry, NoContract
from app.domain.fold.feuille import Ligne
from app.texts.catalogue import N_
from app.texts.figures import signed
from app.texts.table import CHELEMS, CONTRATS, said_refusal, seat_name
from app.ui.widgets.dialog import Answer
from app.ui.widgets.poignee_grid import PoigneeGrid
from app.ui.widgets.seat_cross import SeatCross

if TYPE_CHECKING:
    from app.ui.table.entry_screen import EntryScreen

TAKE_BACK = {
    NoContract.ALL_PASS: N_("Take back that all passed"),
    NoContract.PETIT_SEC: N_("Take back the petit sec"),
    NoContract.SUR_CONTRAT_REFUSED: N_("Take back that nobody played after the refusal"),
}
GIVEN_IN = N_("It has been given in. If something is wrong on it, go and see the arbiter.")


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
    """Offer to take back the last thing written; once somebody has signed, say that only the arbiter corrects."""
    nav, tr = screen.nav, screen.tr
    if nav.feuille.sheet.is_sent:
        nav.ask(tr("The sheet is closed"), tr(GIVEN_IN), Answer(tr("Understood"), aid="understood", main=True))
    elif not nav.feuille.is_open:
        nav.ask(
            tr("Correct"),
            tr("This sheet has been signed: from now on only the arbiter corrects it."),
            Answer(tr("Call the arbiter"), lambda: nav.go("call"), aid="call_arbiter"),
            Answer(tr("Cancel"), aid="cancel"),
        )
    else:
        _offer_undo(screen)


def _offer_undo(screen: EntryScreen) -> None:
    nav, tr = screen.nav, screen.tr
    said, answers = [tr("To correct a donne, touch its line on the sheet.")], [Answer(tr("Cancel"), aid="cancel")]
    if screen.mode == "drawer" and not screen.is_over:
        answers.insert(0, Answer(tr("Open the sheet"), screen.open_drawer, aid="open_sheet"))
    last = nav.session.undoable
    if last is not None:
        answers.insert(0, Answer(_undo_word(screen, last), lambda: _undo(screen), aid="undo"))
        if last.ends_cards and not screen.form.is_empty:
            said.append(tr("If you take it back, what you have begun to enter goes too."))
    elif nav.feuille.lines:
        said.append(tr("What was written last is the arbiter’s decision: only the arbiter takes it back."))
    nav.ask(tr("Correct"), "\n".join(said), *answers)


def _undo_word(screen: EntryScreen, last: Ligne) -> str:
    tr = screen.tr
    if isinstance(last.donne, Entry):
        return tr(
            "Take back donne {number} ({contract}, {seat})",
            number=len(screen.nav.feuille.donnes),
            contract=tr(CONTRATS[last.donne.contrat]),
            seat=seat_name(last.donne.preneur, tr),
        )
    if isinstance(last.happening, WrongDealerKept):
        return tr("Take back that {seat} dealt", seat=seat_name(last.happening.seat, tr))
    if last.passed is not None:
        return tr(TAKE_BACK[last.passed])
    return tr("Change the first dealer")


def _undo(screen: EntryScreen) -> None:
    """Take back the last line."""
    screen.nav.write(screen.nav.session.undo(), lambda _ids: screen.arrive())


def poignees(screen: EntryScreen) -> None:
    """Ask who showed which poignée; the mort shows none, but takes back one noted before they were the mort."""
    tr, place, session = screen.tr, screen.place, screen.nav.session
    forme = A_QUATRE if place.mort is not None else FORMES[len(place.seats)]
    grid = PoigneeGrid(
        seats=[seat for seat in place.seats if seat != place.mort or seat in screen.form.poignees],
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
        Answer(tr("Somebody dealt out of turn"), lambda: wrong_dealer(screen), aid="wrong_dealer"),
        Answer(tr("The evening: totals, chart, file"), lambda: nav.go("evening"), aid="evening"),
        Answer(tr("History of this sheet"), lambda: nav.go("history"), aid="history"),
        Answer(tr("Settings"), lambda: nav.go("settings"), aid="settings"),
        Answer(tr("Leave this sheet"), nav.home, aid="leave"),
        Answer(tr("Back to the entry"), aid="cancel", main=True),
    ]
    if nav.feuille.course.dealer is None or not nav.feuille.is_open:
        offers = offers[1:]
    nav.ask(tr("Menu"), "", *offers)


def refused_again(screen: EntryScreen) -> None:
    """Say that the arbiter has refused this already, and lead to who plays instead."""
    tr, asked = screen.tr, screen.refused
    who = tr("Not announced") if asked.announce is Announce.CHELEM else tr("Who plays?")
    screen.nav.ask(
        said_refusal(asked.announce, tr),
        tr("If you write it all the same, the donne stays marked “visa refused” until the arbiter settles it."),
        Answer(tr("Write it all the same"), aid="keep"),
        Answer(who, screen.settle_refused, aid="instead", main=True),
    )
