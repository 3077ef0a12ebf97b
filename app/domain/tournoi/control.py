"""The control sums of the desk: sheets, orientation boards, position and running totals, penalties apart.

Fascicule 2 (2017), ch. 2, Etablissement des résultats, A la main; Tableau récapitulatif des scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.domain.mouvement.seats import Seat
from app.domain.tournoi.cut import CutMade
from app.domain.tournoi.penalty import Penalty
from app.domain.tournoi.record import Record, carried
from app.domain.tournoi.score import Score
from app.domain.tournoi.sheet import Sheet
from app.domain.values import replace

ORIENTATIONS = (Seat.N, Seat.S, Seat.E, Seat.O)


@dataclass(frozen=True, slots=True)
class Board:
    """The board of one orientation: its positives and its negatives, whose sum alone proves nothing."""

    orientation: str
    positives: Score = 0
    negatives: Score = 0

    @property
    def total(self) -> Score:
        """What the board brings to the sum of all boards."""
        return self.positives + self.negatives


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionControl:
    """One position: the sheets that do not sum to zero, the boards, and the penalties, outside the sum."""

    sheets_off: tuple[tuple[int, int], ...]
    boards: tuple[Board, ...]
    penalties: int

    @property
    def total(self) -> Score:
        """The sum of the boards: zero."""
        return sum(board.total for board in self.boards)

    @property
    def balanced(self) -> bool:
        """Whether the next position may begin."""
        return not self.sheets_off and self.total == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningControl:
    """The running totals.

    `played`, all that was ever marked, sums to zero whatever happened since. The boards show what counts
    now for those who are in, with a last board (no orientation) for who is in without a seat; after an
    elimination or a division they sum, by nature, to `brought`: what those who went on brought with
    them through the last cut. Penalties stay outside.
    """

    boards: tuple[Board, ...]
    played: int
    brought: Score
    penalties: int

    @property
    def total(self) -> Score:
        """The sum of the boards: zero before the first cut, `brought` after it."""
        return sum(board.total for board in self.boards)

    @property
    def balanced(self) -> bool:
        """Whether everything marked sums to zero and nothing was lost since the last cut."""
        return self.played == 0 and self.total == self.brought


def control_position(sheets: Iterable[Sheet], penalties: Iterable[Penalty]) -> PositionControl:
    """Return the control of one position from its sheets and the penalties given in it."""
    bilans, off = [], []
    for sheet in sheets:
        if total := sum(sheet.bilans.values()):
            off.append((sheet.table, total))
        bilans += [(orientation(seat), bilan) for seat, bilan in sheet.bilans.items()]
    return PositionControl(sheets_off=tuple(off), boards=_boards(bilans, ORIENTATIONS), penalties=_standing(penalties))


def control_running(
    records: Iterable[Record], *, seats: Mapping[str, str], cuts: Sequence[CutMade] = ()
) -> RunningControl:
    """Return the control of the running totals; `seats` says where each one sits in the latest position."""
    everyone = tuple(records)
    inside = [record for record in everyone if record.out_after is None]
    last = cuts[-1].after if cuts else 0
    scores = [(orientation(seats.get(record.id, "")), carried(record, cuts, with_penalties=False)) for record in inside]
    return RunningControl(
        boards=_boards(scores, (*ORIENTATIONS, "")),
        played=sum(slot.marks for record in everyone for slot in record.played if slot is not None),
        brought=sum(carried(_until(record, last), cuts, with_penalties=False) for record in inside),
        penalties=sum(_standing(record.penalties) for record in everyone),
    )


def orientation(seat: str) -> str:
    """Return the board a seat is reported on: the fifth seat, E2, goes with East."""
    return seat[:1]


def _boards(scores: Iterable[tuple[str, Score]], names: tuple[str, ...]) -> tuple[Board, ...]:
    positives: dict[str, Score] = dict.fromkeys(names, 0)
    negatives = dict(positives)
    for name, score in scores:
        (positives if score > 0 else negatives)[name] += score
    return tuple(Board(name, positives[name], negatives[name]) for name in names)


def _standing(penalties: Iterable[Penalty]) -> int:
    return sum(penalty.points for penalty in penalties if penalty.stands)


def _until(record: Record, position: int) -> Record:
    return replace(record, played=record.played[:position])
