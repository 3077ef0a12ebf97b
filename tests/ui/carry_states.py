"""The states of a table whose desk is out of reach for good, one after the other: for pictures and for measures."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tests.ui.desk_stage import ControlDesk, JoinedTable

if TYPE_CHECKING:
    from tests.ui.stage import Stage

LABEL = "CLUB DE TAROT DU VAL DE LOIRES"  # 30 letters
LONG = "Salle des fêtes, position deux.nord"


def carry_states(stage: "Stage", control: ControlDesk, home: Path) -> Iterator[str]:
    """Go on from a sheet that was closed at a desk which is gone since, to each state of what is carried by file."""
    table, stick = JoinedTable(stage, control), home / "media" / LABEL
    stage.until(lambda: not table.nav.desk.state.is_reached and table.nav.current == "desk")
    yield "desk-by-file"
    table.tap("bring")
    stage.until(lambda: table.nav.current_screen.look is not None)
    yield "bring-nothing"
    for other in ("1", "2", "4", "5"):
        words = ("--reason", "papier", "E", "garde", "2", "49", "/", "S", "prise", "1", "51")
        control.does("sheets", "type", other, *words)
    control.does("close")
    control.does("open")
    stick.mkdir(parents=True)
    control.does("sheets", "carry-out", str(stick / LONG))
    whole = (stick / LONG).read_bytes()
    damaged = stick / "copie-de-la-salle-position-2.nord"
    damaged.write_bytes(whole[: len(whole) // 2])
    (stick / "notes.nord").write_text("Penser au café")
    for age, file in enumerate((stick / LONG, damaged, stick / "notes.nord")):
        os.utime(file, (1_795_000_000 - 600 * age,) * 2)
    screen = table.nav.current_screen
    stage.until(lambda: screen.proposed is not None and len(screen.rows) == 3)
    yield "bring"
    table.tap("file.copie-de-la-salle-position-2.nord")
    stage.until(lambda: not screen.is_busy)
    yield "bring-refused"
    table.tap("read")
    stage.until(lambda: screen.is_read and screen.is_due and not screen.is_busy)
    yield "bring-read"
    table.tap("read")
    table.sees_sheet(position=2)
    table.tap("dealer.N")
    table.settle()
    table.enters()
    table.tap("link")
    yield "link-by-file"
    table.tap("carry")
    screen = table.nav.current_screen
    stage.until(lambda: screen.look is not None)
    yield "carry"
    table.tap("write")
    stage.until(lambda: bool(screen.written))
    yield "carry-written"
    table.tap("change_folder")
    stage.until(lambda: table.nav.current == "folder" and bool(table.nav.current_screen.rows))
    table.tap("folder.up")
    stage.until(lambda: not table.nav.current_screen.can_choose)
    yield "folders"
    table.tap("folder.Documents")
    stage.until(lambda: table.nav.current_screen.can_choose)
    yield "folder"
    table.tap("back")
    table.tap("back")
    table.enters(seat="S", contract="prise", bouts=1, points="51")
    table.tap("validate")
    for seat in "NSEO":
        table.nav.write(table.session.visa(seat))
        table.settle()
    table.tap("send")
    table.settle()
    stage.until(lambda: table.nav.current_screen.can_carry)
    yield "visas-by-file"
    table.tap("carry")
    yield "carry-again"
    (written,) = (path for path in stick.iterdir() if path.name.startswith("table"))
    written.unlink()
    written.mkdir()
    table.tap("write")
    stage.until(lambda: bool(screen.refusal))
    yield "carry-refused"
    table.nav.choose_folder(str(stick / "gone"))
    table.tap("bring")
    stage.until(lambda: bool(table.nav.current_screen.note))
    yield "bring-away"
    table.tap("back")
