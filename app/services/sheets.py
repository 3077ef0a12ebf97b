"""Use cases on a sheet, at the desk or by the arbiter: record, replace, strike, visa, send, correct, type a paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from app.domain.donne.donne import Seat
from app.domain.errors import Refused, Violation, violation
from app.domain.events.arbitre import (
    DecidedAtTable,
    Decision,
    DonneStruck,
    Proof,
    SheetCorrected,
    SheetShortened,
    SheetTyped,
    SurContratGranted,
    SurContratRefused,
    TimeCalled,
)
from app.domain.events.kinds import Body
from app.domain.events.table import (
    Announce,
    DealerDrawn,
    DonnePassed,
    DonneRecorded,
    DonneReplaced,
    Entry,
    EntryUndone,
    EventId,
    NoContract,
    SheetSent,
    SheetVisaed,
    SurContratRequested,
)
from app.domain.fold.feuille import Feuille
from app.domain.fold.state import State
from app.domain.tournoi.sheet import Scored, Sheet
from app.services.book import Book
from app.services.devices import next_epoch
from app.services.taken_back import TakenBack, to_take_back


class TableSheet:
    """One table's sheet in one position, as somebody with a pen in hand works on it.

    With `code`, what only the arbiter decides is decided on the table's own tablet, by that code of the arbiter's.
    """

    def __init__(self, book: Book, *, position: int, table: int, code: str | None = None) -> None:
        self._book = book
        self._position = position
        self._table = table
        self._code = code

    @property
    def feuille(self) -> Feuille:
        """The sheet as it stands; refused where the table has none."""
        return self._book.state.feuille(self._position, self._table)

    def draw_dealer(self, seat: Seat) -> None:
        """Say who deals first."""
        self._write(DealerDrawn(position=self._position, seat=seat))

    def record(
        self,
        entries: Iterable[Entry | NoContract],
        *,
        dealer: Seat | None = None,
        sign: bool = False,
        send: bool = False,
    ) -> tuple[EventId, ...]:
        """Record donnes in a row, those that nobody played too; the first dealer where one is given.

        With `sign` everybody signs, with `send` the sheet is given in signed. All is written, or nothing.
        """
        first, donnes = self._dealer(dealer), self._donnes(entries)
        signed = self._visas(self.feuille.sheet.seats) if sign or send else []
        sent: list[Body] = [SheetSent(position=self._position)] if send else []
        written = self._write(*first, *donnes, *signed, *sent)
        return written[len(first) : len(first) + len(donnes)]

    def foresee(self, entries: Iterable[Entry | NoContract], *, dealer: Seat | None = None) -> None:
        """Raise Refused where `record` would; writes nothing."""
        self._book.foresee(*self._dealer(dealer), *self._donnes(entries), table=self._table)

    def replace(self, number: int, entry: Entry, *, reason: str = "") -> None:
        """Enter a donne otherwise; reason is owed once somebody has signed."""
        self._write(DonneReplaced(position=self._position, replaces=self._id_of(number), entry=entry, reason=reason))

    def undo(self) -> TakenBack:
        """Take back the last thing written, and return what it was; a donne entered otherwise is as it was before."""
        taken = to_take_back(self.feuille, self._book.facts(), self._book.state)
        if taken is None:
            raise Refused(violation("nothing_to_undo", "sheet", table=self._table))
        if taken.again is None:
            self._write(EntryUndone(position=self._position, undoes=taken.line.id))
        else:
            self._write(DonneReplaced(position=self._position, replaces=taken.line.id, entry=taken.again))
        return taken

    def strike(self, number: int, *, reason: str) -> None:
        """Annul a recorded donne: it is owed again."""
        self._decide(DonneStruck(position=self._position, strikes=self._id_of(number), reason=reason))

    def shorten(self, donnes: int, *, reason: str) -> None:
        """Strike donnes still owed, for slow play."""
        self._decide(SheetShortened(position=self._position, donnes=donnes, reason=reason))

    def call_time(self, *, donne_under_way: bool) -> None:
        """End the position at this table, after the donne already dealt where there is one."""
        self._decide(TimeCalled(position=self._position, donne_under_way=donne_under_way))

    def request(self, seat: Seat, announce: Announce) -> EventId:
        """Ask for what only the arbiter grants."""
        (asked,) = self._write(SurContratRequested(position=self._position, seat=seat, announce=announce))
        return asked

    def answer(self, request: EventId, *, granted: bool) -> None:
        """Grant or refuse what was asked; granting a recorded donne gives it the visa that it lacks."""
        self._decide(
            SurContratGranted(position=self._position, grants=request)
            if granted
            else SurContratRefused(position=self._position, refuses=request)
        )

    def visa(self, seats: Sequence[Seat] = ()) -> None:
        """Sign for these seats, or for all who have not signed; refused where everybody has."""
        sheet = self.feuille.sheet
        signing = seats or [seat for seat in sheet.seats if seat not in sheet.visas]
        if not signing:
            raise Refused(violation("all_signed", "sheet", table=self._table))
        self._write(*self._visas(signing))

    def send(self) -> None:
        """Give the sheet in."""
        self._write(SheetSent(position=self._position))

    def grant(self, number: int) -> None:
        """Give a recorded donne the arbiter's visa that it lacks."""
        self.answer(self._id_of(number), granted=True)

    def correct(self, donnes: Sequence[Entry | Scored], *, reason: str, played: int | None = None) -> None:
        """Write a signed sheet anew, as the arbiter says that it is.

        Fewer donnes than it has are refused unless `played` says that so many were played.
        """
        before = self.feuille.donnes_played
        corrected = SheetCorrected(position=self._position, donnes=tuple(donnes), reason=reason, played=played)
        self._book.foresee(corrected, table=self._table)  # what keeps it from being corrected at all is told first
        if played is None and len(donnes) < before:
            raise Refused(_short("correction", donnes, before))
        self._write(corrected)

    def correct_donne(self, number: int, donne: Entry | Scored, *, reason: str) -> None:
        """Write one donne of a signed sheet anew."""
        self._id_of(number)
        lines = [line.donne or line.scored for line in self.feuille.donnes]
        kept = [line for line in lines if line is not None]
        self.correct([*kept[: number - 1], donne, *kept[number:]], reason=reason, played=self.feuille.played)

    def type_paper(
        self,
        donnes: Sequence[Entry | Scored],
        *,
        reason: str,
        played: int | None = None,
        check: Callable[[State, Sheet], None] | None = None,
    ) -> None:
        """Type a paper sheet that its players signed; the table's tablet counts no more for it.

        `check` sees the state before it and the sheet that it makes, and may refuse it. Without one, a paper with
        fewer donnes than the position owes is refused unless `played` says that so many were played.
        """
        before, due = self._book.state, self.feuille.sheet.due
        typed = SheetTyped(
            position=self._position,
            donnes=tuple(donnes),
            epoch=next_epoch(before, self._table),
            reason=reason,
            played=played,
        )
        # What keeps any paper from being typed here is told first.
        after = self._book.foresee(typed, table=self._table)
        if check is not None:
            check(before, after.feuille(self._position, self._table).sheet)
        elif played is None and len(donnes) < due:
            raise Refused(_short("paper", donnes, due))
        self._write(typed)

    def _dealer(self, seat: Seat | None) -> list[Body]:
        return [] if seat is None else [DealerDrawn(position=self._position, seat=seat)]

    def _donnes(self, entries: Iterable[Entry | NoContract]) -> list[Body]:
        return [
            DonnePassed(position=self._position, why=entry)
            if isinstance(entry, NoContract)
            else DonneRecorded(position=self._position, entry=entry)
            for entry in entries
        ]

    def _visas(self, seats: Iterable[Seat]) -> list[Body]:
        return [SheetVisaed(position=self._position, seat=seat) for seat in seats]

    def _id_of(self, number: int) -> EventId:
        donnes = self.feuille.donnes
        if not 1 <= number <= len(donnes):
            raise Refused(violation("donne_unknown", "donne", donne=number, recorded=len(donnes)))
        return donnes[number - 1].id

    def _decide(self, decision: Decision) -> None:
        self._write(
            decision
            if self._code is None
            else DecidedAtTable(decision=decision, proof=Proof.CODE, code="".join(self._code.split()))
        )

    def _write(self, *bodies: Body) -> tuple[EventId, ...]:
        return self._book.write(*bodies, table=self._table)


def _short(what: str, donnes: Sequence[Entry | Scored], due: int) -> Violation:
    """Return why a paper or a correction lacks donnes; marks alone may stand for all of them."""
    kind = "bilans" if any(isinstance(donne, Scored) for donne in donnes) else "short"
    return violation(f"{what}_{kind}", "donnes", typed=len(donnes), due=due)


def missing_sheets(state: State, position: int) -> tuple[int, ...]:
    """Return the tables of a position whose sheet is not in."""
    tables = state.feuilles.get(position, {})
    return tuple(table for table in sorted(tables) if not tables[table].sheet.is_sent)
