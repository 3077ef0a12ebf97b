"""A table's session: one sheet, what North does with it, and what everybody at the table may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future

from app.domain.arbitrage.faute import Faute, Ruling
from app.domain.donne.donne import Seat
from app.domain.errors import Refused, violation
from app.domain.events.arbitre import DecidedAtTable, Decision, Proof
from app.domain.events.kinds import Body, read_body
from app.domain.events.table import (
    Announce,
    ArbiterCalled,
    ArbiterCodeChosen,
    DealerDrawn,
    DonnePassed,
    DonneRecorded,
    DonneReplaced,
    Entry,
    EntryUndone,
    EventId,
    NoContract,
    SheetDisputed,
    SheetSent,
    SheetVisaed,
    SurContratRequested,
    SurContratWithdrawn,
    WrongDealerKept,
)
from app.domain.events.tournoi import LoneSheetStarted, PartieStarted, TournamentCreated
from app.domain.fold.feuille import Feuille, Ligne
from app.domain.fold.on_arbitre import decision_of
from app.domain.fold.state import State
from app.services.arbitrage import foresee_ruling
from app.services.book import Book
from app.services.check_code import shown_check
from app.services.entry_form import Place
from app.services.history import Fact, history_met
from app.services.keeper import Keeper
from app.services.penalties import seat_penalties

Written = Future[tuple[EventId, ...]]


class TableSession:
    """One sheet at one table. Every act answers at once with a future, which is done when the fact is safe.

    `on_change` is called, on the keeper's thread, after each act that took effect.
    """

    def __init__(self, keeper: Keeper, *, position: int, table: int, on_change: Callable[[], None]) -> None:
        self._keeper = keeper
        self._on_change = on_change
        self.position = position
        self.table = table
        self.own: frozenset[EventId] = frozenset()
        """What this session wrote: the rest of what appears on the sheet was written elsewhere."""

    @property
    def state(self) -> State:
        """All that this tablet knows."""
        return self._keeper.state

    @property
    def feuille(self) -> Feuille:
        """The sheet as it is saved."""
        return self.state.feuille(self.position, self.table)

    @property
    def is_partie(self) -> bool:
        """Whether this is a Partie libre: no visas, no arbiter, as many donnes as people like."""
        return isinstance(self.state.created, PartieStarted)

    @property
    def place(self) -> Place:
        """Where the next donne is entered."""
        feuille = self.feuille
        course = feuille.course
        return Place(
            seats=feuille.sheet.seats,
            mort=course.mort,
            barred=course.barred,
            calls_king=len(feuille.sheet.seats) == 5 and not course.has_mort,
        )

    def place_of(self, number: int) -> Place:
        """Return where a recorded donne was entered, to enter it otherwise."""
        line = self.feuille.donnes[number - 1]
        place = self.place
        return Place(seats=place.seats, mort=line.mort, barred=line.barred, calls_king=place.calls_king)

    def name_of(self, seat: Seat) -> str:
        """Return the name of who sits at a seat now; empty where nobody does."""
        sheet = self.feuille.sheet
        if seat not in sheet.seats:
            return ""
        player = sheet.player_at(seat, len(sheet.donnes) + 1)
        identity = self.state.identities.get(player)
        return identity.full_name if identity else player

    def starting_place_of(self, seat: Seat) -> str:
        """Return the starting place (S4) of who sits at a seat, empty where there is none."""
        created = self.state.created
        if isinstance(created, LoneSheetStarted):
            return created.places.get(seat, "")
        sheet = self.feuille.sheet
        player = sheet.player_at(seat, len(sheet.donnes) + 1)
        return next((card for card, holder in self.state.cards.items() if holder == player), "")

    def penalties(self, state: State | None = None) -> Mapping[Seat, int]:
        """Return the points of penalty of each seat at this position, now or in a state that is foreseen."""
        return seat_penalties(state or self.state, position=self.position, table=self.table)

    def draw_dealer(self, seat: Seat) -> Written:
        """Say who deals first."""
        return self._write(DealerDrawn(position=self.position, seat=seat))

    def keep_wrong_dealer(self, seat: Seat) -> Written:
        """Say who dealt out of turn, seen too late."""
        return self._write(WrongDealerKept(position=self.position, seat=seat))

    def record(self, entry: Entry) -> Written:
        """Record a donne."""
        return self._write(DonneRecorded(position=self.position, entry=entry))

    def replace(self, number: int, entry: Entry) -> Written:
        """Enter a donne of the sheet otherwise, while nobody has signed."""
        old = self.feuille.donnes[number - 1].id
        return self._write(DonneReplaced(position=self.position, replaces=old, entry=entry))

    @property
    def undoable(self) -> Ligne | None:
        """The last thing written, where North may take it back: nobody has signed, and it is not the arbiter's."""
        feuille = self.feuille
        last = feuille.lines[-1] if feuille.lines and feuille.is_open else None
        return None if last is None or last.is_arbiters else last

    def undo(self) -> Written:
        """Take back the last thing written."""
        lines = self.feuille.lines
        if not lines:
            raise Refused(violation("nothing_to_undo", "sheet", table=self.table))
        return self._write(EntryUndone(position=self.position, undoes=lines[-1].id))

    def pass_donne(self, why: NoContract) -> Written:
        """Note that nobody played."""
        return self._write(DonnePassed(position=self.position, why=why))

    def request(self, seat: Seat, announce: Announce) -> Written:
        """Ask for what only the arbiter grants; the id that comes back names the request."""
        return self._write(SurContratRequested(position=self.position, seat=seat, announce=announce))

    def withdraw(self, request: EventId) -> Written:
        """Take back what was asked, before it is answered."""
        return self._write(SurContratWithdrawn(position=self.position, withdraws=request))

    def call_arbiter(self, why: str = "") -> Written:
        """Call the arbiter to the table."""
        return self._write(ArbiterCalled(position=self.position, why=why))

    def tell_code_chosen(self) -> Written:
        """Write that the tablet's code was chosen by somebody who gave none before."""
        return self._write(ArbiterCodeChosen(position=self.position))

    def foresee(self, faute: Faute, donne: int | None = None) -> tuple[Faute, Ruling]:
        """Return the fault as this table knows it and its ruling, before it is given; writes nothing."""
        return foresee_ruling(self.state, faute, position=self.position, table=self.table, donne=donne)

    @property
    def has_desk(self) -> bool:
        """Whether a desk has given this table to a tablet: then an arbiter's own tablet can give codes for it."""
        return self.table in self.state.assignments

    def decide(self, *decisions: Decision) -> Written:
        """Write what the arbiter decides here, after their PIN; provisional until an arbiter's device confirms it."""
        return self._write(*_at_table(decisions))

    def decide_by_code(self, decision: Decision, code: str) -> Written:
        """Write what the arbiter decides here by a code of their own tablet for it; the desk checks it later."""
        return self._write(DecidedAtTable(decision=decision, proof=Proof.CODE, code=code))

    def check_code(self) -> Future[str | None]:
        """Return the check code of the closed sheet, to be read out to a desk that nothing else reaches."""
        return self._keeper.read(
            lambda book: shown_check(book.state, book.identity, position=self.position, table=self.table)
        )

    def preview(self, *decisions: Decision) -> Future[State]:
        """Return the state that these decisions would make; writes nothing, fails with Refused as they would."""
        return self._keeper.foresee(*_at_table(decisions), table=self.table)

    def visa(self, seat: Seat, signature: str = "") -> Written:
        """Sign for a seat; the signature is its strokes."""
        return self._write(SheetVisaed(position=self.position, seat=seat, signature=signature))

    def dispute(self, seat: Seat, donne: int | None) -> Written:
        """Note that a player does not agree, and with which donne."""
        return self._write(SheetDisputed(position=self.position, seat=seat, donne=donne))

    def send(self) -> Written:
        """Close the sheet; the desk has it once it is reached."""
        return self._write(SheetSent(position=self.position))

    def history(self) -> Future[tuple[Fact, ...]]:
        """Return all that was written on this sheet, in order, whoever wrote it, each with the state that it met.

        What had no effect is among it.
        """
        return self._keeper.read(lambda book: tuple(filter(_is_met, history_met(book, self._is_of_sheet))))

    def _is_of_sheet(self, one: Fact) -> bool:
        if not isinstance(self.state.created, TournamentCreated):
            return True  # a journal of its own
        if one.event.table != self.table:
            return False
        try:
            body = decision_of(read_body(one.event)[1])
        except Refused:  # of a later Nord
            return False
        return getattr(body, "position", None) == self.position

    def _write(self, *bodies: Body) -> Written:
        def write(book: Book) -> tuple[EventId, ...]:
            ids = book.write(*bodies, table=self.table)
            self.own |= frozenset(ids)
            return ids

        written = self._keeper.work(write)
        written.add_done_callback(self._changed)
        return written

    def _changed(self, written: Written) -> None:
        if not written.cancelled() and written.exception() is None:
            self._on_change()


def _is_met(one: Fact) -> bool:
    return one.before is not None


def _at_table(decisions: tuple[Decision, ...]) -> tuple[DecidedAtTable, ...]:
    return tuple(DecidedAtTable(decision=decision, proof=Proof.PIN) for decision in decisions)
