"""Writing on a feuille: donnes, what else happens at a table, and what is changed or taken back afterwards."""

from __future__ import annotations

from functools import reduce

from app.domain.donne import deroulement
from app.domain.donne.checks import check_donne
from app.domain.donne.deroulement import Deroulement, DonnePlayed, FauteRuled, Happening
from app.domain.donne.donne import Seat
from app.domain.donne.marque import score_donne
from app.domain.errors import Refused, refuse, violation
from app.domain.events.table import Announce, Entry, EventId, NoContract
from app.domain.fold.feuille import NOTHING, Feuille, Ligne, ends_cards
from app.domain.tournoi import writing
from app.domain.tournoi.note import Note
from app.domain.tournoi.sheet import Hand, Scored, Sheet, SheetState
from app.domain.values import replace

PLAYED = DonnePlayed()


def happen(feuille: Feuille, event: EventId, happening: Happening, *, passed: NoContract | None = None) -> Feuille:
    """Return the sheet after something that is no donne."""
    course = follow(feuille.course, happening)
    line = Ligne(id=event, happening=happening, passed=passed)
    return _written(feuille, feuille.sheet, course=course, lines=(*feuille.lines, line))


def record(feuille: Feuille, event: EventId, entry: Entry, *, hand: Hand) -> Feuille:
    """Return the sheet with one more donne."""
    sheet, course = feuille.sheet, feuille.course
    after = deroulement.after(course, PLAYED)
    mort, barred = _sitting_out(entry, course.mort), course.barred
    scored = score(sheet, entry, mort=mort, barred=barred)
    granted = _seen(entry, hand)
    line = Ligne(id=event, happening=PLAYED, donne=entry, scored=scored, mort=mort, barred=barred, granted=granted)
    return _written(feuille, writing.record(sheet, scored, hand), course=after, lines=(*feuille.lines, line))


def substitute_donne(
    feuille: Feuille, old: EventId, event: EventId, entry: Entry, *, hand: Hand, note: Note
) -> Feuille:
    """Return the sheet with another entry in place of a donne; the turn of the deal does not change.

    What the arbiter granted on the donne still holds for the same player.
    """
    number = feuille.number_of(old)
    before, sheet = feuille.donnes[number - 1], feuille.sheet
    scored = score(sheet, entry, mort=_sitting_out(entry, before.mort), barred=before.barred)
    same_player = isinstance(before.donne, Entry) and before.donne.preneur == entry.preneur
    granted = _seen(entry, hand) | (before.granted if same_player else NOTHING)
    line = replace(before, id=event, donne=entry, scored=scored, granted=granted)
    lines = tuple(line if other is before else other for other in feuille.lines)
    if feuille.is_open:
        return replace(feuille, sheet=writing.replace_donne(sheet, number, scored, hand=hand), lines=lines)
    donnes = (*sheet.donnes[: number - 1], scored, *sheet.donnes[number:])
    return _corrected(feuille, writing.correct(sheet, donnes, note, hand=hand), lines)


def annul(feuille: Feuille, old: EventId, event: EventId, happening: Happening, *, hand: Hand, note: Note) -> Feuille:
    """Return the sheet with a donne annulled, and what annulled it in its place.

    While nobody has signed, the donne is owed again.
    """
    number = feuille.number_of(old)
    before = feuille.donnes[number - 1]
    instead = Ligne(id=event, happening=happening, donne=before.donne)
    lines = tuple(instead if line is before else line for line in feuille.lines)
    if feuille.is_open:
        return _replayed(feuille, writing.annul_donne(feuille.sheet, number, hand=hand), lines)
    left = None if feuille.played is None or isinstance(before.donne, Scored) else feuille.played - 1
    shorter = replace(feuille, played=left)  # how many donnes go with marks alone, nobody knows
    return _corrected(shorter, writing.annul_signed(feuille.sheet, number, note, hand=hand), lines)


def rule_on(feuille: Feuille, donne: EventId, event: EventId, happening: FauteRuled) -> Feuille:
    """Return the sheet with a ruling on a donne that stays, written before it: bars hold for the cards after it."""
    before = feuille.donnes[feuille.number_of(donne) - 1]
    place = feuille.lines.index(before)
    ruling = Ligne(id=event, happening=happening)
    lines = (*feuille.lines[:place], ruling, *feuille.lines[place:])
    return _replayed(feuille, feuille.sheet, lines) if feuille.is_open else replace(feuille, lines=lines)


def undo(feuille: Feuille, event: EventId, *, hand: Hand) -> Feuille:
    """Return an unsigned sheet without its last line, or without an arbiter's one that left the cards alone."""
    line = next((line for line in feuille.lines if line.id == event), None)
    is_arbiters = line is not None and line.is_arbiters
    if line is None or not (line is feuille.lines[-1] or (is_arbiters and not line.ends_cards)):
        raise Refused(violation("event.stale_replacement", "undoes"))
    sheet = feuille.sheet
    if not feuille.is_open:
        raise Refused(violation(f"sheet_{sheet.state}", "sheet", table=sheet.table))
    if is_arbiters and hand is not Hand.ARBITRE:
        raise Refused(violation("arbiter_only", "sheet", table=sheet.table))
    if line.donne is not None and line.scored is None:
        raise Refused(violation("annulment_stays", "undoes"))
    if line.scored is not None:
        if any(who.from_donne > len(sheet.donnes) for who in sheet.occupants):
            raise Refused(violation("substituted_since", "undoes"))
        # The table takes back its own last donne: an annulment in form, without the arbiter.
        sheet = writing.annul_donne(sheet, len(sheet.donnes), hand=Hand.ARBITRE)
    return _replayed(feuille, sheet, tuple(other for other in feuille.lines if other is not line))


def rewrite(
    feuille: Feuille, event: EventId, donnes: tuple[Entry | Scored, ...], *, note: Note, played: int | None = None
) -> Feuille:
    """Return a signed sheet as the arbiter says that it is; entries are marked, marks are taken as they are.

    `played` says how many donnes that is, where it is said.
    """
    if len(donnes) > feuille.start.donnes:
        raise Refused(violation("sheet_full", "donnes", due=feuille.start.donnes))
    _check_played(donnes, played, due=feuille.start.donnes)
    lines = tuple(_line_of(feuille, event, number, donne) for number, donne in enumerate(donnes, 1))
    scores = tuple(line.scored for line in lines if line.scored is not None)
    sheet = writing.correct(feuille.sheet, scores, note, hand=Hand.ARBITRE)
    return replace(_corrected(feuille, sheet, lines), requests=(), played=played)


def type_paper(
    feuille: Feuille, event: EventId, donnes: tuple[Entry | Scored, ...], *, note: Note, played: int | None = None
) -> Feuille:
    """Return the sheet as its paper says, signed on paper: in, and closed to the tablet."""
    sheet = feuille.sheet
    if sheet.is_sent:
        raise Refused(violation(f"sheet_{sheet.state}", "sheet", table=sheet.table))
    if len(donnes) > sheet.due:
        raise Refused(violation("sheet_full", "donnes", due=sheet.due))
    _check_played(donnes, played, due=sheet.due)
    sent = replace(feuille, sheet=replace(sheet, state=SheetState.SENT))
    typed = rewrite(sent, event, donnes, note=note, played=played)
    return replace(typed, course=replace(feuille.start, played=len(donnes), struck=feuille.start.donnes - len(donnes)))


def score(sheet: Sheet, entry: Entry, *, mort: Seat | None = None, barred: frozenset[Seat] = frozenset()) -> Scored:
    """Return the marks of an entry on a sheet; refuse with every violation."""
    donne = entry.donne(sheet.seats, mort)
    refuse(*check_donne(donne, barred))
    marque = score_donne(donne)
    return Scored(marque.marks, (entry.preneur, entry.contrat) if marque.made else None)


def _check_played(donnes: tuple[Entry | Scored, ...], played: int | None, *, due: int) -> None:
    """Refuse a number of donnes that these cannot be: each is one, but marks alone may be the bilans of several."""
    has_bilans = any(isinstance(donne, Scored) for donne in donnes)
    if played is not None and played != len(donnes) and not (has_bilans and len(donnes) < played <= due):
        raise Refused(violation("paper_played", "played", typed=len(donnes), played=played))


def _sitting_out(entry: Entry, mort: Seat | None) -> Seat | None:
    """Return the mort of the cards; refuse an entry that names another one."""
    if entry.mort not in (None, mort):
        raise Refused(violation("no_mort_here" if mort is None else "not_the_mort", "mort", seat=entry.mort))
    return mort


def _line_of(feuille: Feuille, event: EventId, number: int, donne: Entry | Scored) -> Ligne:
    """Return the line of a donne that the arbiter writes; the mort is the sheet's where it knows one."""
    name = f"{event}/{number}"
    if isinstance(donne, Scored):
        return Ligne(id=name, happening=PLAYED, donne=donne, scored=donne)
    if feuille.start.has_mort:
        mort = donne.mort or next((line.mort for line in feuille.donnes[number - 1 : number]), None)
        if mort is None:
            raise Refused(violation("missing", f"donnes.{number}.mort"))
    else:
        mort = _sitting_out(donne, None)
    scored = score(feuille.sheet, donne, mort=mort)
    return Ligne(id=name, happening=PLAYED, donne=donne, scored=scored, mort=mort, granted=donne.announces)


def _seen(entry: Entry, hand: Hand) -> frozenset[Announce]:
    """Return what the arbiter grants by writing a donne themselves."""
    return entry.announces if hand is Hand.ARBITRE else NOTHING


def follow(course: Deroulement, happening: Happening) -> Deroulement:
    """Return the course after a happening; refuse one that cannot happen now.

    A ruling that touches neither cards nor bids may be given before the draw and after the last donne.
    """
    if isinstance(happening, FauteRuled):
        ruling = happening.ruling
        if not ends_cards(ruling.donne) and not ruling.barred:
            return course
    return deroulement.after(course, happening)


def _written(feuille: Feuille, sheet: Sheet, *, course: Deroulement, lines: tuple[Ligne, ...]) -> Feuille:
    """Return the feuille so changed; the sheet owes what the course of its position still asks for."""
    due = len(sheet.donnes) + (0 if course.is_over else course.owed)
    if due != sheet.due:
        sheet = replace(sheet, due=due)
    return replace(feuille, sheet=sheet, course=course, lines=lines)


def _replayed(feuille: Feuille, sheet: Sheet, lines: tuple[Ligne, ...]) -> Feuille:
    """Follow the course again from its start: what was taken away or put between moved the deal."""
    course = reduce(follow, (line.happening for line in lines), feuille.start)
    return _written(feuille, sheet, course=course, lines=lines)


def _corrected(feuille: Feuille, sheet: Sheet, lines: tuple[Ligne, ...]) -> Feuille:
    """Return the feuille with a corrected sheet: disputes are settled, signatures fall with their visas."""
    signatures = {seat: strokes for seat, strokes in feuille.signatures.items() if seat in sheet.visas}
    return replace(feuille, sheet=sheet, lines=lines, disputes={}, signatures=signatures)
