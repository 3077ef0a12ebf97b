"""How a screen of the table is laid out, by the room there is for its text."""

from __future__ import annotations

from dataclasses import dataclass

Columns = tuple[tuple[str, ...], ...]

ONE: Columns = (("who", "contract", "bouts", "points", "partner", "petit", "extras"),)
TWO: Columns = (("who", "bouts", "petit", "partner", "extras"), ("contract", "points"))
THREE: Columns = (("who", "bouts", "extras"), ("contract", "petit", "partner"), ("points",))


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
        return Arrangement("tall", TWO) if width >= 700 else Arrangement("drawer", ONE, stacked=True)
    if width >= 1200 and height >= 700:
        return Arrangement("wide", TWO)
    return Arrangement("drawer", THREE if width >= 960 else TWO if width >= 640 else ONE)
