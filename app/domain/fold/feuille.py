"""One sheet as its events made it: what was written, who deals, what the arbiter answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import reduce

from app.domain.donne import deroulement
from app.domain.donne.checks import check_donne
from app.domain.donne.deroulement import Deroulement, DonnePlayed, Happening
from app.domain.donne.donne import Seat
from app.domain.donne.marque import score_donne
from app.domain.errors import Refused, violation
from app.domain.events.table import Announce, Entry, EventId
from app.domain.tournoi import writing
from app.domain.tournoi.note import Note
from app.domain.tournoi.sheet import Hand, Scored, Sheet, SheetState

# While nobody has signed, the table writes and rewrites its own sheet.
OPEN_STATES = (SheetState.BLANK, SheetState.PLAYING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ligne:
    """One thing that happened at the table, under the event that says it now.

    A donne has what was entered and what it scored; `mort` and `barred` are those of its own cards.
    """

    id: EventId
    happening: Happening
    donne: Entry | Scored | None = None
    scored: Scored | None = None
    mort: Seat | None = None
    barred: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a player asked of the arbiter for the donne of a number, and the answer, once given."""

    id: EventId
    seat: Seat
    announce: Announce
    donne: int
    granted: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Feuille:
    """A sheet, the course of its position, and all that was written on it in order."""

    sheet: Sheet
    start: Deroulement
    course: Deroulement
    lines: tuple[Ligne, ...] = ()
    requests: tuple[Request, ...] = ()
    granted: frozenset[EventId] = frozenset()
    called: bool = False
    disputes: Mapping[Seat, int | None] = field(default_factory=dict)
    signatures: Mapping[Seat, str] = field(default_factory=dict)

    @classmethod
    def blank(cls, sheet: Sheet, *, has_mort: bool) -> Feuille:
        """Return the sheet of a position that has just opened."""
        start = deroulement.start_position(sheet.seats, donnes=sheet.due, has_mort=has_mort)
        return cls(sheet=sheet, start=start, course=start)

    @property
    def donnes(self) -> tuple[Ligne, ...]:
        """The lines that are donnes, in the order of the sheet."""
        return tuple(line for line in self.lines if line.scored is not None)

    def number_of(self, event: EventId) -> int:
        """Return the number of the donne that stands under an event; refuse where none does."""
        for number, line in enumerate(self.donnes, 1):
            if line.id == event:
                return number
        raise Refused(violation("event.stale_replacement", "event"))

    def unvisaed(self) -> tuple[int, ...]:
        """Return the numbers of the donnes whose sur-contrat or chelem the arbiter has not granted."""
        return tuple(
            number
            for number, line in enumerate(self.donnes, 1)
            if isinstance(line.donne, Entry) and not self._is_visaed(number, line, line.donne)
        )

    def _is_visaed(self, number: int, line: Ligne, entry: Entry) -> bool:
        needed = {Announce(entry.contrat.value)} if entry.contrat.is_sur_contrat else set()
        if entry.chelem is not None and entry.chelem.is_announced:
            needed.add(Announce.CHELEM)
        asked = {
            request.announce
            for request in self.requests
            if request.granted and request.donne == number and request.seat == entry.preneur
        }
        return line.id in self.granted or needed <= asked


def happen(feuille: Feuille, event: EventId, happening: Happening) -> Feuille:
    """Return the sheet after something that is no donne."""
    course = deroulement.after(feuille.course, happening)
    line = Ligne(id=event, happening=happening)
    return _settled(replace(feuille, course=course, lines=(*feuille.lines, line)))


def record(feuille: Feuille, event: EventId, entry: Entry, *, hand: Hand) -> Feuille:
    """Return the sheet with one more donne."""
    course = feuille.course
    scored = score(feuille.sheet, entry, mort=course.mort, barred=course.barred)
    line = Ligne(id=event, happening=DonnePlayed(), donne=entry, scored=scored, mort=course.mort, barred=course.barred)
    after = deroulement.after(course, line.happening)
    sheet = writing.record(feuille.sheet, scored, hand)
    return _settled(replace(feuille, sheet=sheet, course=after, lines=(*feuille.lines, line)))


def substitute_donne(
    feuille: Feuille, old: EventId, event: EventId, entry: Entry, *, hand: Hand, note: Note
) -> Feuille:
    """Return the sheet with another entry in place of a donne; the turn of the deal does not change."""
    number = feuille.number_of(old)
    before = feuille.donnes[number - 1]
    scored = score(feuille.sheet, entry, mort=before.mort, barred=before.barred)
    if feuille.sheet.state is SheetState.PLAYING:
        sheet = writing.replace_donne(feuille.sheet, number, scored, hand=hand)
    else:
        donnes = feuille.sheet.donnes
        sheet = writing.correct(feuille.sheet, (*donnes[: number - 1], scored, *donnes[number:]), note, hand=hand)
    line = replace(before, id=event, donne=entry, scored=scored)
    lines = tuple(line if other is before else other for other in feuille.lines)
    return replace(feuille, sheet=sheet, lines=lines)


def annul(feuille: Feuille, old: EventId, instead: Ligne | None, *, hand: Hand, note: Note) -> Feuille:
    """Return the sheet without a donne, with another happening in its place where there is one."""
    number = feuille.number_of(old)
    before = feuille.donnes[number - 1]
    donnes = feuille.sheet.donnes
    if feuille.sheet.state is SheetState.PLAYING:
        sheet = writing.annul_donne(feuille.sheet, number, hand=hand)
    else:
        sheet = writing.correct(feuille.sheet, donnes[: number - 1] + donnes[number:], note, hand=hand)
    lines = tuple(
        kept for line in feuille.lines for kept in ((instead,) if line is before else (line,)) if kept is not None
    )
    return _replayed(replace(feuille, sheet=sheet, lines=lines))


def undo(feuille: Feuille, last: EventId) -> Feuille:
    """Return the sheet without its last line, while nobody has signed."""
    if not feuille.lines or feuille.lines[-1].id != last:
        raise Refused(violation("event.stale_replacement", "undoes"))
    if feuille.sheet.state not in OPEN_STATES:
        raise Refused(violation("arbiter_only", "sheet", table=feuille.sheet.table))
    sheet = feuille.sheet
    if feuille.lines[-1].scored is not None:
        # The table takes back its own last donne: an annulment in form, without the arbiter.
        sheet = writing.annul_donne(sheet, len(sheet.donnes), hand=Hand.ARBITRE)
    return _replayed(replace(feuille, sheet=sheet, lines=feuille.lines[:-1]))


def rewrite(feuille: Feuille, event: EventId, donnes: tuple[Entry | Scored, ...], *, note: Note) -> Feuille:
    """Return a signed sheet as the arbiter says that it is; entries are marked, marks are taken as they are."""
    lines = []
    for number, donne in enumerate(donnes, 1):
        scored = donne if isinstance(donne, Scored) else score(feuille.sheet, donne, mort=_mort(feuille, number))
        lines.append(Ligne(id=f"{event}/{number}", happening=DonnePlayed(), donne=donne, scored=scored))
    scores = tuple(line.scored for line in lines if line.scored is not None)
    sheet = writing.correct(feuille.sheet, scores, note, hand=Hand.ARBITRE)
    return replace(feuille, sheet=sheet, lines=tuple(lines))


def type_paper(feuille: Feuille, event: EventId, donnes: tuple[Entry | Scored, ...], *, note: Note) -> Feuille:
    """Return the sheet as its paper says, signed on paper: in, and closed to the tablet."""
    sheet = feuille.sheet
    if sheet.is_sent:
        raise Refused(violation(f"sheet_{sheet.state}", "sheet", table=sheet.table))
    if len(donnes) > sheet.due:
        raise Refused(violation("sheet_full", "donnes", due=sheet.due))
    typed = rewrite(replace(feuille, sheet=replace(sheet, state=SheetState.SENT)), event, donnes, note=note)
    over = replace(feuille.start, played=len(donnes), struck=feuille.start.donnes - len(donnes))
    return replace(typed, course=over)


def score(sheet: Sheet, entry: Entry, *, mort: Seat | None = None, barred: frozenset[Seat] = frozenset()) -> Scored:
    """Return the marks of an entry on a sheet; refuse with every violation."""
    donne = entry.donne(sheet.seats, mort)
    if violations := check_donne(donne, barred):
        raise Refused(*violations)
    marque = score_donne(donne)
    return Scored(marque.marks, (entry.preneur, entry.contrat) if marque.made else None)


def _settled(feuille: Feuille) -> Feuille:
    """Bring the number of donnes that the sheet owes in line with the course of its position."""
    sheet, course = feuille.sheet, feuille.course
    due = len(sheet.donnes) + (0 if course.is_over else course.owed)
    if due == sheet.due or sheet.state not in OPEN_STATES:
        return feuille
    return replace(feuille, sheet=replace(sheet, due=due))


def _replayed(feuille: Feuille) -> Feuille:
    """Follow the course again from its start: what was taken away moved the deal."""
    course = reduce(deroulement.after, (line.happening for line in feuille.lines), feuille.start)
    return _settled(replace(feuille, course=course))


def _mort(feuille: Feuille, number: int) -> Seat | None:
    donnes = feuille.donnes
    return donnes[number - 1].mort if number <= len(donnes) else None
