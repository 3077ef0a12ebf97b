"""An evening without network, by taps: sheets out to a stick, the desk's answer in, and each file that is of no use."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.ui.desk_stage import ControlDesk, JoinedTable, beside_desk

AWAY = "○ Enregistré ici · contrôle injoignable"


@pytest.fixture
def control(tmp_path: Path) -> ControlDesk:
    return ControlDesk(tmp_path / "desk")


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A stick that is plugged into the tablet."""
    stick = tmp_path / "tablet" / "home" / "media" / "CLUB"
    stick.mkdir(parents=True)
    return stick


@contextmanager
def cut_off(play, tmp_path: Path, control: ControlDesk) -> Iterator[JoinedTable]:
    """A table that has its sheet, and whose desk is out of reach from now on."""
    with beside_desk(play, tmp_path / "tablet", control) as table:
        with control.running():
            control.opens()
            table.joins()
            table.tap("dealer.N")
            table.settle()
            table.says("✓ Tout est au contrôle")
        table.says(AWAY)
        yield table


@pytest.fixture
def table(play, tmp_path: Path, control: ControlDesk, stick: Path) -> Iterator[JoinedTable]:
    with cut_off(play, tmp_path, control) as table:
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
    table.tap(f"file.{name}")
    table.until(lambda: not table.nav.current_screen.is_busy)


def says(table: JoinedTable, words: str) -> bool:
    return any(words in label.text for label in table.stage.labels())


def others_play(control: ControlDesk) -> None:
    for other in ("1", "2", "4", "5"):
        control.does(
            "sheets", "type", other, "--reason", "papier", "E", "garde", "2", "49", "/", "S", "prise", "1", "51"
        )


def test_a_sheet_goes_to_the_desk_on_a_stick_counts_once_and_the_answer_brings_the_next_seats(
    table: JoinedTable, control: ControlDesk, stick: Path
) -> None:
    plays(table)
    table.tap("carry")
    assert table.shows("7 saisies à porter au contrôle")
    table.until(lambda: table.shows("Clé USB «\u00a0CLUB\u00a0»"))
    writes(table)
    assert table.shows("✓ Le fichier est écrit")
    (file,) = stick.iterdir()
    assert file.name == f"table-3-position-1-{table.device[:4]}.nord"
    assert table.shows(file.name)
    assert table.shows("8 saisies dedans, dont 7 que le contrôle n’a pas")
    assert table.shows("Retirez la clé et portez-la au contrôle, qui vous rend un fichier pour la salle.")

    (brought,) = control.does("sheets", "carry-in", str(file))["files"]
    assert (brought["new"], brought["known"], brought["aside"]) == (7, 1, [])
    (again,) = control.does("sheets", "carry-in", str(file))["files"]
    assert (again["new"], again["known"]) == (0, 8)
    sheet = control.sheet()
    assert (len(sheet["donnes"]), sheet["state"]) == (2, "sent")
    others_play(control)
    control.does("close")
    control.does("open")
    control.does("sheets", "carry-out", str(stick / "salle.nord"))

    table.tap("bring")
    table.until(lambda: table.nav.current_screen.proposed is not None)
    assert table.nav.current_screen.proposed.name == "salle.nord"
    table.tap("read")
    table.until(lambda: table.nav.current_screen.is_read and table.nav.current_screen.is_due)
    assert table.shows("✓ Le fichier est lu")
    assert says(table, "Le contrôle a tout ce qui a été saisi ici.")
    assert says(table, "La feuille de la position 2 est ouverte.")
    table.says(AWAY)
    assert table.stage.find("read").text == "Ouvrir la position 2"
    table.tap("read")
    table.sees_sheet(position=2)
