"""The warnings of a tournament: the next fault of the same family by the same player costs points.

[D] The memory is the tournament's and the player's own, not the seat's.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.arbitrage.regle import Ruleset

PlayerId = str


@dataclass(frozen=True, slots=True)
class Avertissements:
    """Who was warned, and in which family of faults."""

    given: frozenset[tuple[PlayerId, frozenset[str]]] = frozenset()

    def is_warned(self, player: PlayerId, code: str, ruleset: Ruleset) -> bool:
        """Whether this fault would be the player's next one of a family that they were warned for."""
        return (player, ruleset.family(code)) in self.given

    def with_warning(self, player: PlayerId, code: str, ruleset: Ruleset) -> Avertissements:
        """Return the memory after a warning for this fault."""
        return Avertissements(self.given | {(player, ruleset.family(code))})
