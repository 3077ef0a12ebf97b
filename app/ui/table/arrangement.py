"""How a screen of the table is laid out, by the room there is for its text."""

from __future__ import annotations

from dataclasses import dataclass

Columns = tuple[tuple[str, ...], ...]

ONE: Columns = (("who", "contract", "bouts", "points", "partner", "petit", "extras"),)
TWO: Columns = (("who", "bouts", "petit", "partner", "extras"), ("contract", "points"))
THREE: Columns = (("who", "bouts", "extras"), ("contract", "petit", "partner"), ("points",))
# Of large text the seats take less than the contracts, whose tiles say more: so everything is in sight.
THREE_LARGE: Columns = (("who", "bouts", "partner"), ("contract", "petit", "extras"), ("points",))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """`wide` as drawn, `tall` with the sheet on top, `drawer` with the sheet put away and the bilans in a strip."""

    mode: str
    columns: Columns
    stacked: bool = False
    """Whether the actions stand on two rows."""

    @property
    def mirrored(self) -> Columns:
        """The columns for a left hand: the keypad on the left."""
        return self.columns[::-1]


def arrangement(width: float, height: float) -> Arrangement:
    """Return the arrangement for so much room, in dp divided by the text size: larger text has less room."""
    if height > width:
        # Large text leaves the fields too little room below a sheet: it is put away.
        if width >= 700:
            return Arrangement("tall", TWO)
        return Arrangement("drawer", TWO if width >= 500 and height >= 800 else ONE, stacked=True)
    if width >= 1200 and height >= 700:
        return Arrangement("wide", TWO)
    return Arrangement("drawer", THREE if width >= 960 else THREE_LARGE if width >= 640 else ONE)
