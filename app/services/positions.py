"""Use cases: positions open and close, with the cut that was announced, and open again for a reason."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.errors import Refused, Violation, violation
from app.domain.events.kinds import Body
from app.domain.events.tournoi import (
    PositionClosed,
    PositionOpened,
    PositionReopened,
    SeatedTable,
    TournamentClosed,
)
from app.domain.fold.state import State
from app.domain.mouvement.programme import Setting
from app.domain.mouvement.seats import Player, Seating
from app.domain.tournoi.control import PositionControl, RunningControl, control_position, control_running
from app.domain.tournoi.position import PositionState
from app.services.book import Book
from app.services.cuts import cut_now
from app.services.parts import shape_of
from app.services.rankings import records
from app.services.seats import NextSeats, next_seats


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """The control sums of a position, and of everything up to it."""

    position: PositionControl
    running: RunningControl

    @property
    def balanced(self) -> bool:
        """Whether every sum is what it must be."""
        return self.position.balanced and self.running.balanced


def open_position(
    book: Book, setting: Setting | None = None, *, seed: int | None = None, drawn: tuple[str, ...] = ()
) -> Seating[Player]:
    """Open the next position and return its seats; the cut announced before it is made first.

    A setting or a seed that is said at the first position of a later séance begins its movement anew.
    Ties at a cut that article 29 leaves are refused until `drawn` names whom the arbiter's draw keeps.
    """
    given = book.new_seed() if seed is None else seed
    anew = setting is not None or seed is not None
    seats, facts = _next_position(book, setting, seed=given, anew=anew, drawn=drawn)
    book.write(*facts)
    return seats.seating


def why_not_open(book: Book) -> tuple[Violation, ...]:
    """Return why the next position cannot be opened as it usually is; nothing on a poste that does not open any."""
    if not book.is_desk:
        return ()
    try:
        _next_position(book)
    except Refused as refused:
        return refused.violations
    return ()


def _next_position(
    book: Book, setting: Setting | None = None, *, seed: int = 0, anew: bool = False, drawn: tuple[str, ...] = ()
) -> tuple[NextSeats, list[Body]]:
    """Return the seats of the next position and the facts that open it, the cut before it first."""
    state = book.state
    number = state.position + 1
    plans = shape_of(state).positions
    if number > len(plans):
        raise Refused(violation("no_more_positions", "position", positions=len(plans)))
    if number > 1 and state.positions[number - 1].state is PositionState.OPEN:
        raise Refused(violation("earlier_not_closed", "position", position=number, earlier=number - 1))
    facts: list[Body] = []
    cut = plans[number - 2].cut if number > 1 else None
    if cut is not None and all(made.after != number - 1 for made in state.cuts):
        facts.append(cut_now(state, cut, drawn))
        state = book.foresee(*facts)
    elif drawn:
        raise Refused(violation("cut_decided", "drawn"))
    seats = next_seats(state, setting, seed=seed, anew=anew)
    tables = tuple(SeatedTable(table.number, {str(s): who for s, who in table.seated}) for table in seats.seating)
    donnes = plans[number - 1].donnes
    opened = PositionOpened(position=number, donnes=donnes, seating=tables, setting=seats.setting, lasts=seats.lasts)
    return seats, [*facts, opened]


def close_position(book: Book, number: int | None = None) -> Control:
    """Close a position, the last one unless another is named, and return its control sums.

    Refused while a sheet is missing or does not sum to zero.
    """
    number = book.state.position if number is None else number
    book.write(PositionClosed(position=number))
    return control_sums(book.state, number)


def reopen_position(book: Book, number: int, *, reason: str) -> None:
    """Let the arbiter mend a closed position."""
    book.write(PositionReopened(position=number, reason=reason))


def close_tournament(book: Book, *, early: bool = False) -> None:
    """End the tournament: nothing more is written. Refused while positions are left, unless it is to end early."""
    state = book.foresee(TournamentClosed())
    played, announced = state.position, len(shape_of(state).positions)
    if played < announced and not early:
        raise Refused(violation("positions_left", "position", played=played, announced=announced))
    book.write(TournamentClosed())


def control_sums(state: State, number: int) -> Control:
    """Return the control sums after a position; writes nothing."""
    sheets = list(state.sheets(number))
    given = [penalty for penalty in state.penalties.values() if penalty.position == number]
    seats = {str(occupant.player): occupant.seat for sheet in sheets for occupant in sheet.occupants}
    everyone = records(state).values()
    return Control(
        position=control_position(sheets, given),
        running=control_running(everyone, seats=seats, cuts=state.cuts),
    )
