"""Who takes part: entries, withdrawals, abandonments and substitutes.

Fascicule 2 (2017), ch. 2, Accueil des joueurs; ch. 3, art. 26 and 27. A substitute inherits the seat but not
the name: they have a line of their own from then on, and what was marked stays with who marked it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from app.domain.errors import Refused, Violation, violation
from app.domain.mouvement.seats import Player
from app.domain.tournoi.cut import CutMade
from app.domain.tournoi.note import Note, check_note
from app.domain.tournoi.penalty import Penalty
from app.domain.tournoi.record import Played, Record
from app.domain.tournoi.sheet import Sheet
from app.domain.values import replace

_ID = attrgetter("id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """A player left for good in a position; without the arbiter's leave that is noted for the federation."""

    position: int
    with_leave: bool
    note: Note


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A player of the tournament; `replaces` names the one whose seat they took, in position `since`."""

    id: Player
    since: int = 1
    replaces: Player | None = None
    left: Departure | None = None


@dataclass(frozen=True, slots=True)
class Entrants:
    """The players in the order of their entry, and the position reached: 0 before the first one opens."""

    players: tuple[Entrant, ...] = ()
    position: int = 0

    def find(self, player: Player) -> Entrant | None:
        """Return the entrant of that id, or None."""
        if player not in map(_ID, self.players):  # as fast as Python goes: asked for each of some thousand entries
            return None
        return next(entrant for entrant in self.players if entrant.id == player)

    def sitting_for(self, player: Player) -> Player | None:
        """Return who holds a player's seat now: they or their substitute; None where it is empty."""
        heirs = {entrant.replaces: entrant.id for entrant in self.players if entrant.replaces is not None}
        while player in heirs:
            player = heirs[player]
        found = self.find(player)
        return player if found is not None and found.left is None else None


def enter(entrants: Entrants, player: Player, known: Container[str] | None = None) -> Entrants:
    """Return the entrants with one more, late entry included, until position 1 opens.

    `known` are their ids, where somebody keeps them: a list of thousands is not looked through for each entry.
    """
    refused = []
    if entrants.find(player) is not None if known is None else player in known:
        refused.append(violation("entered_twice", "player", player=player))
    if entrants.position > 0:
        refused.append(violation("entry_closed", "player", player=player))
    if refused:
        raise Refused(*refused)
    return replace(entrants, players=(*entrants.players, Entrant(id=player)))


def withdraw(entrants: Entrants, player: Player, *, with_leave: bool, note: Note) -> Entrants:
    """Return the entrants without a player's name before position 1, else with their departure.

    Before anything was played nobody has abandoned, and there is nothing to rank. From then on they are
    ranked after all others, with leave or without, and their marks stay on the sheets.
    """
    refused = [*check_note(note), *_leaver_refusals(entrants, player)]
    if refused:
        raise Refused(*refused)
    if entrants.position == 0:
        return replace(entrants, players=tuple(who for who in entrants.players if who.id != player))
    left = Departure(position=entrants.position, with_leave=with_leave, note=note)
    return replace(
        entrants, players=tuple(replace(who, left=left) if who.id == player else who for who in entrants.players)
    )


def take_over(entrants: Entrants, player: Player, newcomer: Player, *, with_leave: bool, note: Note) -> Entrants:
    """Return the entrants with a substitute in a player's place; who is replaced leaves as in `withdraw`.

    Who has left already has left an empty chair: the substitute takes that one, and nothing changes for who left it.
    """
    refused = [
        *check_note(note),
        *_seat_refusals(entrants, player),
        *_newcomer_refusals(entrants, newcomer),
    ]
    if refused:
        raise Refused(*refused)
    found = entrants.find(player)
    is_gone = found is not None and found.left is not None
    left = entrants if is_gone else withdraw(entrants, player, with_leave=with_leave, note=note)
    substitute = Entrant(id=newcomer, since=max(1, entrants.position), replaces=player)
    return replace(left, players=(*left.players, substitute))


def records(
    entrants: Entrants,
    sheets: Sequence[Iterable[Sheet]],
    *,
    penalties: Iterable[Penalty] = (),
    cuts: Iterable[CutMade] = (),
) -> dict[str, Record]:
    """Return everyone's record from the sheets of each position, in the order of entry."""
    brought: list[dict[Player, Played]] = []
    for position in sheets:
        found: dict[Player, Played] = {}
        for sheet in position:
            for player, played in sheet.played().items():
                found[player] = found.get(player, Played(0)) + played
        brought.append(found)
    out = {player: cut.after for cut in cuts for player in cut.eliminated}
    given = tuple(penalties)
    return {
        who.id: Record(
            id=who.id,
            played=tuple(found.get(who.id) for found in brought),
            penalties=tuple(penalty for penalty in given if penalty.player == who.id),
            out_after=out.get(who.id),
            abandoned_at=who.left.position if who.left else None,
        )
        for who in entrants.players
    }


def _newcomer_refusals(entrants: Entrants, player: Player) -> Iterable[Violation]:
    if entrants.find(player) is not None:
        yield violation("entered_twice", "player", player=player)


def _seat_refusals(entrants: Entrants, player: Player) -> Iterable[Violation]:
    entrant = entrants.find(player)
    if entrant is None:
        yield violation("entrant_unknown", "player", player=player)
    elif entrant.left is not None and any(other.replaces == player for other in entrants.players):
        yield violation("already_replaced", "player", player=player)


def _leaver_refusals(entrants: Entrants, player: Player) -> Iterable[Violation]:
    entrant = entrants.find(player)
    if entrant is None:
        yield violation("entrant_unknown", "player", player=player)
    elif entrant.left is not None:
        yield violation("already_left", "player", player=player)
