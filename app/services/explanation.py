"""Use case: any total explained, down to donnes, rulings and penalties; writes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.domain.donne.donne import Seat
from app.domain.errors import Refused, violation
from app.domain.events.table import Entry
from app.domain.events.tournoi import PlayerId
from app.domain.fold.state import State
from app.domain.mouvement.seats import Player
from app.domain.tournoi.cut import CutMade
from app.domain.tournoi.penalty import Penalty
from app.domain.tournoi.record import carried
from app.domain.tournoi.score import Score
from app.domain.tournoi.sheet import Scored
from app.services.rankings import records, running


@dataclass(frozen=True, slots=True, kw_only=True)
class DonneExplained:
    """One donne from one player's side; no entry where only marks were typed."""

    number: int
    mark: int
    entry: Entry | None
    is_unvisaed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionExplained:
    """What one position brought to a player."""

    position: int
    table: int
    seat: Seat
    donnes: tuple[DonneExplained, ...]
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


def explain(state: State, player: PlayerId) -> Explanation:
    """Return how a player's total came about; what it lists adds up to it exactly."""
    record = records(state).get(player)
    if record is None:
        raise Refused(violation("entrant_unknown", "player", player=player))
    standings = running(state)
    return Explanation(
        player=player,
        rank=standings.rank_of(player),
        total=carried(record, state.cuts),
        positions=tuple(_positions(state, Player(player))),
        cuts=tuple(cut for cut in state.cuts if player in cut.kept),
    )


def _positions(state: State, player: Player) -> Iterator[PositionExplained]:
    for number in sorted(state.feuilles):
        given = tuple(
            (name, fine) for name, fine in state.penalties.items() if fine.player == player and fine.position == number
        )
        for table, feuille in state.feuilles[number].items():
            seats = [occupant.seat for occupant in feuille.sheet.occupants if occupant.player == player]
            for seat in seats[:1]:
                unvisaed = feuille.unvisaed()
                donnes = tuple(
                    DonneExplained(
                        number=donne,
                        mark=_mark(line.scored, seat),
                        entry=line.donne if isinstance(line.donne, Entry) else None,
                        is_unvisaed=donne in unvisaed,
                    )
                    for donne, line in enumerate(feuille.donnes, 1)
                    if feuille.sheet.player_at(seat, donne) == player
                )
                yield PositionExplained(position=number, table=table, seat=seat, donnes=donnes, penalties=given)


def _mark(scored: Scored | None, seat: Seat) -> int:
    return 0 if scored is None else scored.marks[seat]
