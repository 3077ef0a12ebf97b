"""Writing on a sheet: each act returns the sheet as it then is, or refuses with every reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType

from app.domain.donne.donne import Seat
from app.domain.errors import Refused, Violation, violation
from app.domain.mouvement.seats import Player
from app.domain.tournoi.note import Note, check_note
from app.domain.tournoi.sheet import TRANSITIONS, Act, Hand, Occupant, Scored, Sheet, SheetState
from app.domain.values import replace


def record(sheet: Sheet, scored: Scored, hand: Hand) -> Sheet:
    """Return the sheet with one more donne."""
    refused = list(_mark_refusals(sheet, (scored,), first=len(sheet.donnes) + 1))
    if len(sheet.donnes) >= sheet.due:
        refused.append(violation("sheet_full", "donnes", due=sheet.due))
    state = _after(sheet, Act.RECORD, hand, refused)
    return replace(sheet, donnes=(*sheet.donnes, scored), state=state)


def replace_donne(sheet: Sheet, number: int, scored: Scored, *, hand: Hand) -> Sheet:
    """Return the sheet with another donne in place of one recorded."""
    refused = [*_mark_refusals(sheet, (scored,), first=number), *_number_refusals(sheet, number)]
    state = _after(sheet, Act.REPLACE, hand, refused)
    return replace(sheet, donnes=(*sheet.donnes[: number - 1], scored, *sheet.donnes[number:]), state=state)


def annul_donne(sheet: Sheet, number: int, *, hand: Hand) -> Sheet:
    """Return the sheet without a donne: annulled, it does not count as played and is still owed."""
    state = _after(sheet, Act.ANNUL, hand, list(_number_refusals(sheet, number)))
    return replace(_without(sheet, number), state=state)


def shorten(sheet: Sheet, due: int, *, hand: Hand) -> Sheet:
    """Return the sheet owing fewer donnes: time was called, or the arbiter struck some for slow play."""
    refused = []
    if not len(sheet.donnes) <= due <= sheet.due:
        refused.append(violation("due_out_of_range", "due", due=due, least=len(sheet.donnes), most=sheet.due))
    return replace(sheet, state=_after(sheet, Act.SHORTEN, hand, refused), due=due)


def substitute(sheet: Sheet, seat: Seat, player: Player, *, hand: Hand) -> Sheet:
    """Return the sheet with a seat taken over from the next donne on; what was marked stays with who marked it."""
    refused = list(_seat_refusals(sheet, seat))
    if any(who.player == player for who in sheet.occupants):
        refused.append(violation("already_seated", "player", player=player, table=sheet.table))
    state = _after(sheet, Act.SUBSTITUTE, hand, refused)
    newcomer = Occupant(seat, player, len(sheet.donnes) + 1)
    # Nobody who left before the first donne was ever at this table.
    kept = tuple(who for who in sheet.occupants if who.seat != seat or who.from_donne < newcomer.from_donne)
    return replace(sheet, occupants=(*kept, newcomer), state=state)


def visa(sheet: Sheet, seat: Seat, hand: Hand) -> Sheet:
    """Return the sheet with one more signature; the arbiter may sign for a player who has left."""
    refused = list(_seat_refusals(sheet, seat))
    if seat in sheet.visas:
        refused.append(violation("visa_twice", "seat", seat=seat))
    if len(sheet.donnes) < sheet.due:
        missing = sheet.due - len(sheet.donnes)
        refused.append(violation("sheet_incomplete", "donnes", missing=missing, due=sheet.due))
    state = _after(sheet, Act.VISA, hand, refused)
    return replace(sheet, visas=MappingProxyType({**sheet.visas, seat: hand}), state=state)


def send(sheet: Sheet, hand: Hand) -> Sheet:
    """Return the sheet sent to the desk; refuse while a seated player has not signed."""
    missing = [seat for seat in sheet.seats if seat not in sheet.visas]
    refused = [violation("visas_missing", "visas", seats=", ".join(missing))] if missing else []
    return replace(sheet, state=_after(sheet, Act.SEND, hand, refused))


def correct(sheet: Sheet, donnes: tuple[Scored, ...], note: Note, *, hand: Hand) -> Sheet:
    """Return the sheet with the arbiter's donnes, and why.

    Before it is sent the visas fall, for they were given to other figures, and everyone signs again;
    afterwards the arbiter's word stands alone. The number owed becomes the number given.
    """
    refused = [*check_note(note), *_mark_refusals(sheet, donnes, first=1)]
    state = _after(sheet, Act.CORRECT, hand, refused)
    visas = sheet.visas if sheet.is_sent else MappingProxyType({})
    corrections = (*sheet.corrections, note)
    return replace(sheet, donnes=donnes, due=len(donnes), visas=visas, corrections=corrections, state=state)


def annul_signed(sheet: Sheet, number: int, note: Note, *, hand: Hand) -> Sheet:
    """Return a signed sheet without a donne, by correction: it is owed no more."""
    shorter = _without(sheet, number)
    return replace(correct(sheet, shorter.donnes, note, hand=hand), occupants=shorter.occupants)


def _without(sheet: Sheet, number: int) -> Sheet:
    # Who came to the table after that donne came one donne earlier on the sheet as it is now.
    occupants = tuple(
        replace(who, from_donne=who.from_donne - 1) if who.from_donne > number else who for who in sheet.occupants
    )
    return replace(sheet, donnes=sheet.donnes[: number - 1] + sheet.donnes[number:], occupants=occupants)


def _after(sheet: Sheet, act: Act, hand: Hand, refused: list[Violation]) -> SheetState:
    """Return the state that follows, or raise with the reasons; a forbidden act is reason enough by itself."""
    hands, state = TRANSITIONS.get((sheet.state, act), (frozenset(), sheet.state))
    if hand not in hands:
        key = "arbiter_only" if hands else f"sheet_{sheet.state}"
        raise Refused(violation(key, "sheet", table=sheet.table))
    if refused:
        raise Refused(*refused)
    return state


def _mark_refusals(sheet: Sheet, donnes: Iterable[Scored], *, first: int) -> Iterator[Violation]:
    for number, scored in enumerate(donnes, first):
        if scored.marks.keys() != set(sheet.seats):
            seats = ", ".join(sheet.seats)
            yield violation("marks_not_seats", f"donnes.{number}", donne=number, seats=seats)
        if total := sum(scored.marks.values()):
            yield violation("marks_not_zero", f"donnes.{number}", donne=number, sum=total)
        if scored.made is not None:
            yield from _seat_refusals(sheet, scored.made[0])


def _seat_refusals(sheet: Sheet, seat: Seat) -> tuple[Violation, ...]:
    return () if seat in sheet.seats else (violation("seat_unknown", "seat", seat=seat),)


def _number_refusals(sheet: Sheet, number: int) -> Iterator[Violation]:
    if not 1 <= number <= len(sheet.donnes):
        yield violation("donne_unknown", "donne", donne=number, recorded=len(sheet.donnes))
