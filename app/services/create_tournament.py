"""Use case: a tournament from a preset, with what the organiser changes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from app.domain.errors import Refused, refuse
from app.domain.events.tournoi import TournamentCreated
from app.domain.tournoi.shape import PRESETS as SHAPES
from app.domain.tournoi.shape import Event, Shape, check_new_shape, plain
from app.services.book import Book


@dataclass(frozen=True, slots=True)
class Preset:
    """A tournament as clubs announce it."""

    shape: Shape
    ruleset: str = "fft-2017"
    championship: bool = False
    minutes: int | None = None
    movement: str = "fft"

    def of(self, event: Event) -> Preset:
        """Return the preset for those who are ranked in an event."""
        shape = CHAMPIONSHIP_OF_TEAMS if self.championship and event.members > 1 else self.shape
        return replace(self, shape=replace(shape, event=event))


# Two séances of 20 donnes: the least a regional final needs (Fascicule 2, ch. 3, art. 2).
CHAMPIONSHIP = Shape((plain(5, 4).seances[0], plain(5, 4).seances[0]))
# At five tables, the fewest, mates keep apart for four positions: theirs are longer.
CHAMPIONSHIP_OF_TEAMS = Shape((plain(4, 5).seances[0], plain(4, 5).seances[0]))

PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "club": Preset(plain(5, 4)),
        **{name: Preset(shape) for name, shape in SHAPES.items()},
        "championship": Preset(CHAMPIONSHIP, championship=True),
        # ASCE art. 4 and 5: four parties of six counted donnes, 45 minutes each, its own rotation.
        "asce": Preset(plain(4, 6), ruleset="asce", minutes=45, movement="asce"),
    }
)


def create_tournament(book: Book, preset: Preset, *, name: str, date: str = "") -> None:
    """Begin the tournament; the device that writes it is its desk.

    Raises Refused with everything that is wrong with it, a shape that could not be played to its end included.
    """
    created = TournamentCreated(
        name=name,
        date=date,
        shape=preset.shape,
        ruleset=preset.ruleset,
        championship=preset.championship,
        tie_break=preset.championship,
        minutes=preset.minutes,
    )
    unplayable = check_new_shape(preset.shape)
    try:
        book.foresee(created)
    except Refused as refused:
        every = {(why.key, why.field): why for why in (*refused.violations, *unplayable)}
        raise Refused(*every.values()) from None
    refuse(*unplayable)
    book.write(created)
