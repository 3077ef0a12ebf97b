"""Use case: any total explained, down to donnes, rulings and penalties; writes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.domain.donne.donne import Seat
from app.domain.donne.marque import Marque, score_donne
from app.domain.errors import Refused, violation
from app.domain.events.arbitre import (
    DecidedAtTable,
    DonneStruck,
    FauteRuled,
    SheetCorrected,
    SheetShortened,
    SheetTyped,
    TimeCalled,
)
from app.domain.events.kinds import read_body
from app.domain.events.table import Entry, EntryUndone
from app.domain.events.tournoi import PlayerId
from app.domain.fold.feuille import Feuille, Ligne
from app.domain.fold.on_arbitre import decision_of
from app.domain.fold.state import State
from app.domain.mouvement.seats import Player
from app.domain.tournoi.cut import CutMade
from app.domain.tournoi.penalty import Penalty
from app.domain.tournoi.record import carried
from app.domain.tournoi.score import Score
from app.domain.tournoi.sheet import Scored
from app.services.book import Book
from app.services.history import Fact, history_met
from app.services.rankings import records, running

# What the arbiter decides of a sheet and its donnes; that a sur-contrat was granted changes no total.
DECISIONS = (FauteRuled, DonneStruck, SheetShortened, TimeCalled, SheetCorrected, SheetTyped)
_KINDS = frozenset(kind.__name__ for kind in (*DECISIONS, DecidedAtTable, EntryUndone))


@dataclass(frozen=True, slots=True, kw_only=True)
class DonneExplained:
    """One donne from one player's side; neither entry nor reckoning where only marks were typed."""

    number: int
    mark: int
    entry: Entry | None
    marque: Marque | None
    is_unvisaed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionExplained:
    """What one position brought to a player; no table nor seat where it brought penalties alone.

    `decisions` are the arbiter's that made the sheet what it is, whomever they were about.
    """

    position: int
    table: int | None
    seat: Seat | None
    donnes: tuple[DonneExplained, ...]
    decisions: tuple[Fact, ...]
    penalties: tuple[tuple[str, Penalty], ...]

    @property
    def marks(self) -> int:
        """The player's bilan of the position."""
        return sum(donne.mark for donne in self.donnes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """A player's total and everything that makes it."""

    player: PlayerId
    rank: int
    total: Score
    positions: tuple[PositionExplained, ...]
    cuts: tuple[CutMade, ...]


def explain(book: Book, player: PlayerId) -> Explanation:
    """Return how a player's total came about; what it lists adds up to it exactly."""
    state = book.state
    record = records(state).get(player)
    if record is None:
        raise Refused(violation("entrant_unknown", "player", player=player))
    standings = running(state)
    return Explanation(
        player=player,
        rank=standings.rank_of(player),
        total=carried(record, state.cuts),
        positions=tuple(_positions(state, Player(player), _decisions(book))),
        cuts=tuple(cut for cut in state.cuts if player in cut.kept),
    )


def _decisions(book: Book) -> dict[tuple[int, int], list[Fact]]:
    """Return the decisions that stand on each sheet, by its position and table."""
    decided: dict[str, tuple[int, int, Fact]] = {}
    for one in history_met(book, lambda one: one.event.kind in _KINDS):
        if one.event.kind in _KINDS and not one.reasons:
            body = decision_of(read_body(one.event)[1])
            if isinstance(body, DECISIONS):
                decided[one.id] = (body.position, one.event.table or 0, one)
            elif isinstance(body, EntryUndone):
                decided.pop(body.undoes, None)
    sheets: dict[tuple[int, int], list[Fact]] = {}
    for position, table, one in decided.values():
        sheets.setdefault((position, table), []).append(one)
    return sheets


def _positions(
    state: State, player: Player, decisions: Mapping[tuple[int, int], list[Fact]]
) -> Iterator[PositionExplained]:
    fines: dict[int, list[tuple[str, Penalty]]] = {}
    for name, fine in state.penalties.items():
        if fine.player == player:
            fines.setdefault(fine.position, []).append((name, fine))
    for number in sorted({*state.feuilles, *fines}):
        given = tuple(fines.get(number, ()))
        seated = _seat(state, number, player)
        if seated is not None:
            feuille, seat = seated
            donnes = tuple(_donnes(feuille, seat, player))
            table = feuille.sheet.table
            decided = tuple(decisions.get((number, table), ()))
            yield PositionExplained(
                position=number, table=table, seat=seat, donnes=donnes, decisions=decided, penalties=given
            )
        elif given:
            yield PositionExplained(position=number, table=None, seat=None, donnes=(), decisions=(), penalties=given)


def _seat(state: State, position: int, player: Player) -> tuple[Feuille, Seat] | None:
    for feuille in state.feuilles.get(position, {}).values():
        for occupant in feuille.sheet.occupants:
            if occupant.player == player:
                return feuille, occupant.seat
    return None


def _donnes(feuille: Feuille, seat: Seat, player: Player) -> Iterator[DonneExplained]:
    unvisaed = feuille.unvisaed()
    for number, line in enumerate(feuille.donnes, 1):
        if feuille.sheet.player_at(seat, number) == player:
            yield DonneExplained(
                number=number,
                mark=_mark(line.scored, seat),
                entry=line.donne if isinstance(line.donne, Entry) else None,
                marque=_marque(feuille, line),
                is_unvisaed=number in unvisaed,
            )


def _marque(feuille: Feuille, line: Ligne) -> Marque | None:
    entry = line.donne
    return score_donne(entry.donne(feuille.sheet.seats, line.mort)) if isinstance(entry, Entry) else None


def _mark(scored: Scored | None, seat: Seat) -> int:
    return 0 if scored is None else scored.marks[seat]
