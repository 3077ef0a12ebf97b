"""A table whose desk is out of reach, and what people do about it, in one word each. Importing it opens no window."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.ui.desk_stage import ControlDesk, JoinedTable, beside_desk

ALL_THERE = "✓ Tout est au contrôle"
AWAY = "○ Enregistré ici · contrôle injoignable"


@contextmanager
def cut_off(play, tmp_path: Path, control: ControlDesk) -> Iterator[JoinedTable]:
    """A table that has its sheet, and whose desk is out of reach from now on."""
    with beside_desk(play, tmp_path / "tablet", control) as table:
        with control.running():
            control.opens()
            table.joins()
            table.tap("dealer.N")
            table.settle()
            table.says(ALL_THERE)
        table.says(AWAY)
        yield table


def plays(table: JoinedTable) -> None:
    """Play the position to its end, and close the sheet."""
    table.enters()
    table.enters(seat="S", contract="prise", bouts=1, points="51")
    table.tap("validate")
    for seat in "NSEO":
        table.sign(seat)
    table.tap("send")
    table.settle()


def writes(table: JoinedTable) -> None:
    """Write the tablet's file, on the screen for it."""
    table.until(lambda: not table.stage.find("write").disabled)
    table.tap("write")
    table.until(lambda: not table.nav.current_screen.is_busy)


def reads(table: JoinedTable, name: str) -> None:
    """Touch a file in the list, and wait for what becomes of it."""
    table.until(lambda: any(row["title"] == name for row in table.nav.current_screen.rows))
    titles = [row["title"] for row in table.nav.current_screen.rows]
    (offers,) = (widget for widget in table.stage.widgets() if type(widget).__name__ == "Offers")
    offers.scroll_y = 1 - titles.index(name) / max(1, len(titles) - 1)  # only rows in sight are there to be touched
    table.stage.frames()
    table.tap(f"file.{name}")
    table.until(lambda: not table.nav.current_screen.is_busy)


def says(table: JoinedTable, words: str) -> bool:
    return any(words in label.text for label in table.stage.labels())


def others_play(control: ControlDesk) -> None:
    for other in ("1", "2", "4", "5"):
        control.does(
            "sheets", "type", other, "--reason", "papier", "E", "garde", "2", "49", "/", "S", "prise", "1", "51"
        )
