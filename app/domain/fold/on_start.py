"""What begins a journal: a tournament, a Partie libre, or one sheet of a tournament without a desk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from app.domain.arbitrage.jugement import RULESETS
from app.domain.donne.donne import Seat
from app.domain.errors import Violation, refuse, violation
from app.domain.events.tournoi import LoneSheetStarted, PartieStarted, Role, TournamentCreated
from app.domain.fold.feuille import Feuille
from app.domain.fold.state import Assignment, State
from app.domain.fold.writing import ToState, Writing
from app.domain.mouvement.seats import Player
from app.domain.mouvement.seats import Seat as Side
from app.domain.tournoi.identity import MAX_NAME
from app.domain.tournoi.position import Position, PositionState
from app.domain.tournoi.shape import check_shape
from app.domain.tournoi.sheet import Occupant, Sheet
from app.domain.values import replace

UNLIMITED = 9_999  # donnes of a Partie libre: more than anybody plays
PAPER_ORDER = tuple(map(str, Side))
PARTIE = 1  # its only position and its only table
MAX_TITLE = 120
MAX_DONNES = 99  # of one position


def create_tournament(state: State, by: Writing, body: TournamentCreated) -> State:
    """Begin a tournament; the device that writes it is the desk."""
    found = [*_begun(state), *_ruleset(body.ruleset), *_minutes(body.minutes), *check_shape(body.shape)]
    refuse(*found, *check_title(body.name, "name", most=MAX_TITLE))
    return replace(state, journal=by.event.journal, created=body, devices={by.event.device: Role.DESK})


def start_partie(state: State, by: Writing, body: PartieStarted) -> State:
    """Begin a Partie libre: as many donnes as people like."""
    refuse(*_alone_refusals(state, body))
    sheet = Sheet(table=PARTIE, position=PARTIE, due=UNLIMITED, occupants=seated(body.names))
    return _alone(state, by, body, Feuille.blank(sheet, has_mort=body.has_mort))


def start_lone_sheet(state: State, by: Writing, body: LoneSheetStarted) -> State:
    """Begin one sheet of a tournament, at a table without a desk."""
    found = [*_alone_refusals(state, body), *_minutes(body.minutes), *check_numbers(table=body.table)]
    refuse(*found, *check_numbers(position=body.position), *check_donnes(body.donnes))
    sheet = Sheet(table=body.table, position=body.position, due=body.donnes, occupants=seated(body.names))
    return _alone(state, by, body, Feuille.blank(sheet, has_mort=has_mort(body.ruleset, sheet)))


def has_mort(ruleset: str, sheet: Sheet) -> bool:
    """[D] The FFT's table of five has a mort, the club contest's calls a king."""
    return len(sheet.seats) == 5 and ruleset != "asce"


def seated(seats: Mapping[Seat, str]) -> tuple[Occupant, ...]:
    """Return who sits where, in the order of the paper sheet: JSON keeps none."""
    order = [seat for seat in PAPER_ORDER if seat in seats]
    if len(order) < len(seats):
        order += (seat for seat in seats if seat not in PAPER_ORDER)
    return tuple([Occupant(seat, Player(seats[seat])) for seat in order])


def check_donnes(donnes: int) -> Iterator[Violation]:
    """Yield why a position cannot have so many donnes."""
    if donnes > MAX_DONNES:
        yield violation("too_many_donnes", "donnes", donnes=donnes, most=MAX_DONNES)


def check_numbers(**numbers: int) -> Iterator[Violation]:
    """Yield the numbers that count nothing: tables and positions count from 1."""
    for name, number in numbers.items():
        if number < 1:
            yield violation("counts_from_one", name, number=number)


def check_title(text: str, field: str, *, most: int) -> Iterator[Violation]:
    """Yield why a name cannot be shown: it is empty, or longer than any board."""
    if not text.strip():
        yield violation("name_missing", field)
    if len(text) > most:
        yield violation("text_too_long", field, length=len(text), most=most)


def _alone(state: State, by: Writing, body: PartieStarted | LoneSheetStarted, feuille: Feuille) -> State:
    """Begin a journal of one sheet, written by the table's own device without a desk."""
    event, sheet = by.event, feuille.sheet
    return replace(
        state,
        journal=event.journal,
        created=body,
        devices={event.device: Role.TABLE},
        assignments={sheet.table: Assignment(event.device, event.table_epoch or 0)},
        entrants=replace(state.entrants, position=sheet.position),
        positions={sheet.position: Position(sheet.position, PositionState.OPEN)},
        feuilles={sheet.position: {sheet.table: feuille}},
    )


def _alone_refusals(state: State, body: PartieStarted | LoneSheetStarted) -> Iterator[Violation]:
    yield from _begun(state)
    yield from _ruleset(body.ruleset)
    for seat, name in body.names.items():
        yield from check_title(name, f"names.{seat}", most=MAX_NAME)
    names = Counter(name.strip() for name in body.names.values() if name.strip())
    yield from (violation("name_twice", "names", name=name) for name, times in names.items() if times > 1)


def _begun(state: State) -> Iterator[Violation]:
    if state.created is not None:
        yield violation("event.begun_twice", "kind")


def _ruleset(name: str) -> Iterator[Violation]:
    if name not in RULESETS:
        yield violation("not_one_of", "ruleset", choices=", ".join(RULESETS))


def _minutes(minutes: int | None) -> Iterator[Violation]:
    if minutes is not None and minutes < 0:
        yield violation("negative", "minutes", value=minutes)


TO_STATE: Mapping[type, ToState] = {
    TournamentCreated: create_tournament,
    PartieStarted: start_partie,
    LoneSheetStarted: start_lone_sheet,
}
