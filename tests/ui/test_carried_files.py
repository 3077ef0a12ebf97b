"""An evening without network, by taps: sheets out to a stick, and the desk's answer in."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.services.ports import Identity
from app.storage.joined import load_joined
from sync.carried import label_of
from sync.parcel import Carries, read_parcel
from tests.sync.test_arrears import write_elsewhere
from tests.ui.carry_stage import ALL_THERE, AWAY, cut_off, others_play, plays, reads, says, writes
from tests.ui.desk_stage import ControlDesk, JoinedTable, beside_desk


@pytest.fixture
def table(play, tmp_path: Path, control: ControlDesk, stick: Path) -> Iterator[JoinedTable]:
    with cut_off(play, tmp_path, control) as table:
        yield table


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
    assert table.shows("Contient 8 saisies, dont 7 que le contrôle n’a pas")
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
    assert says(table, "La feuille de la position 2 peut être ouverte.")
    table.says(AWAY)
    assert table.stage.find("read").text == "Ouvrir la position 2"
    table.tap("read")
    table.sees_sheet(position=2)


def test_a_restart_between_the_two_files_loses_nothing_and_the_newest_answer_is_proposed(
    play, tmp_path: Path, control: ControlDesk, stick: Path
) -> None:
    with cut_off(play, tmp_path, control) as table:
        plays(table)
        table.tap("carry")
        writes(table)
        (file,) = stick.iterdir()
    control.does("sheets", "carry-out", str(stick / "avant.nord"))
    control.does("sheets", "carry-in", str(file))
    control.does("sheets", "carry-out", str(stick / "apres.nord"))
    os.utime(stick / "avant.nord", (1, 1))
    with beside_desk(play, tmp_path / "tablet", control) as table:
        table.until(lambda: table.nav.current == "desk")
        table.says(f"{AWAY} · 7 en attente")
        table.tap("bring")
        table.until(lambda: len(table.nav.current_screen.rows) == 3)
        assert table.nav.current_screen.proposed.name == "apres.nord"
        table.tap("read")
        table.until(lambda: table.nav.current_screen.is_read)
        table.says(AWAY)
        assert table.shows("Le contrôle a tout ce qui a été saisi ici.")
        table.tap("read")
        assert table.shows("Table 3 → position 2")


def test_the_folder_is_chosen_once_remembered_and_missed_when_it_is_away(
    play, tmp_path: Path, control: ControlDesk, stick: Path
) -> None:
    (stick / "Tournoi" / "Soirée").mkdir(parents=True)
    with cut_off(play, tmp_path, control) as table:
        table.tap("link")
        table.tap("carry")
        table.until(lambda: table.shows("Clé USB «\u00a0CLUB\u00a0»"))
        table.tap("change_folder")
        table.until(lambda: bool(table.nav.current_screen.rows))
        table.tap("folder.up")
        table.until(lambda: not table.nav.current_screen.can_choose)
        assert table.stage.find("choose_folder").disabled
        for folder in ("Clé USB «\u00a0CLUB\u00a0»", "Tournoi", "Soirée"):
            table.tap(f"folder.{folder}")
            table.until(lambda folder=folder: table.nav.current_screen.folder.endswith(folder))
        table.tap("folder.up")
        table.until(lambda: table.nav.current_screen.folder.endswith("Tournoi"))
        table.tap("folder.Soirée")
        table.until(lambda: table.nav.current_screen.folder.endswith("Soirée"))
        table.tap("choose_folder")
        assert table.nav.current == "carry"
        where = "Clé USB «\u00a0CLUB\u00a0» › Tournoi › Soirée"
        table.until(lambda: table.shows(where))
        writes(table)
        assert len(list((stick / "Tournoi" / "Soirée").iterdir())) == 1
    with beside_desk(play, tmp_path / "tablet", control) as table:
        table.until(lambda: table.nav.is_linked)
        table.says(AWAY)
        table.tap("link")
        table.tap("bring")
        table.until(lambda: table.shows(where))
        stick.rename(tmp_path / "taken out")
        table.until(lambda: table.shows("Documents"))
        assert says(table, "Le dossier choisi n’est pas là\u00a0: sa clé est-elle branchée\u00a0?")
        assert says(table, "En attendant, Nord cherche dans\u00a0: Documents")
        (tmp_path / "taken out").rename(stick)
        table.until(lambda: table.shows(where))


def test_a_file_is_written_again_as_often_as_one_likes_and_a_full_stick_is_told(
    table: JoinedTable, control: ControlDesk, stick: Path
) -> None:
    table.enters()
    table.tap("link")
    table.tap("carry")
    writes(table)
    assert table.shows("Contient 2 saisies, dont 1 que le contrôle n’a pas")
    stick.rename(stick.parent.parent / "at the desk")
    table.until(lambda: says(table, "Si vous l’écrivez de nouveau, il ira dans\u00a0: Documents"))
    assert table.shows("Clé USB «\u00a0CLUB\u00a0»")
    assert table.shows("Retirez la clé et portez-la au contrôle, qui vous rend un fichier pour la salle.")
    (stick.parent.parent / "at the desk").rename(stick)
    table.until(lambda: not says(table, "Si vous l’écrivez de nouveau"))
    table.tap("back")
    table.enters(seat="S", contract="prise", bouts=1, points="51")
    table.tap("link")
    table.tap("carry")
    assert table.shows("Il y a eu de nouvelles saisies depuis ce fichier.")
    writes(table)
    assert table.shows("Contient 3 saisies, dont 2 que le contrôle n’a pas")
    assert not says(table, "de nouvelles saisies")
    (file,) = stick.iterdir()
    assert len(control.does("sheets", "carry-in", str(file))["files"]) == 1
    assert len(control.sheet()["donnes"]) == 2
    file.unlink()
    file.mkdir()  # nothing can be written there under this name
    writes(table)
    assert says(table, f"«\u00a0{file.name}\u00a0» n’a pas pu être écrit\u00a0: la clé est-elle pleine")
    assert table.shows("2 saisies à porter au contrôle")


def test_a_file_is_good_for_what_is_in_it_however_much_the_desk_has_since(
    table: JoinedTable, control: ControlDesk, stick: Path
) -> None:
    table.enters()
    table.tap("link")
    table.tap("carry")
    writes(table)
    (file,) = stick.iterdir()
    control.does("sheets", "carry-in", str(file))
    control.does("sheets", "carry-out", str(stick / "salle.nord"))
    table.tap("bring")
    reads(table, "salle.nord")
    table.until(lambda: table.nav.desk.state.waiting == 0)
    table.tap("back")
    table.tap("link")
    table.tap("carry")
    assert table.shows("Le contrôle a tout\u00a0: il n’y a rien à porter.")
    assert table.shows("Contient 2 saisies\u00a0; le contrôle a dit qu’il les a toutes")
    assert not says(table, "portez")
    table.tap("back")
    table.enters(seat="S", contract="prise", bouts=1, points="51")
    table.tap("link")
    table.tap("carry")
    assert table.shows("Le fichier n’est plus à jour")
    assert table.shows("Écrivez-le de nouveau avant de le porter au contrôle.")
    assert not says(table, "portez")
    writes(table)
    assert table.shows("✓ Le fichier est écrit")
    assert says(table, "portez-la au contrôle")


def test_a_folder_is_shown_from_its_first_row(table: JoinedTable, stick: Path) -> None:
    for number in range(30):
        (stick / f"Tournoi {number:02}" / "Soirée").mkdir(parents=True)
    for number in range(30):
        (stick / "Tournoi 29" / f"Soirée {number:02}").mkdir()
    table.tap("link")
    table.tap("carry")
    table.until(lambda: table.shows("Clé USB «\u00a0CLUB\u00a0»"))
    table.tap("change_folder")
    table.until(lambda: len(table.nav.current_screen.rows) > 30)
    screen = table.nav.current_screen
    screen.ids.folders.scroll_y = 0
    table.stage.frames()
    table.tap("folder.Tournoi 29")
    table.until(lambda: screen.folder.endswith("Tournoi 29"))
    assert screen.ids.folders.scroll_y == 1
    assert any(getattr(widget, "aid", "") == "folder.up" for widget in table.stage.widgets())


def test_what_is_owed_to_an_earlier_tournament_goes_into_a_file_of_its_own(
    play, tmp_path: Path, control: ControlDesk, stick: Path
) -> None:
    with cut_off(play, tmp_path, control) as table:
        followed = table.nav.desk._link.keeper.state.journal
    joined = load_joined(tmp_path / "tablet" / "table")
    assert joined is not None
    identity = Identity(str(joined["device"]), 1, bytes.fromhex(str(joined["key"])))
    write_elsewhere(tmp_path / "tablet" / "table" / "linked", identity, "A1", events=3)
    with beside_desk(play, tmp_path / "tablet", control) as table:
        table.until(lambda: table.nav.is_linked)
        table.says(AWAY)
        table.tap("link")
        table.tap("carry")
        assert table.shows("3 saisies à porter au contrôle")
        writes(table)
        assert table.shows("✓ 2 fichiers sont écrits")
        assert says(table, "Tournoi «\u00a0A1\u00a0»\u00a0: Contient 3 saisies, dont 3 que le contrôle n’a pas")
        names = {path.name: label_of(read_parcel(path.read_bytes(), Carries.SHEETS)) for path in stick.iterdir()}
        tablet = identity.device[:4]
        assert {name: label.journal for name, label in names.items()} == {
            f"table-3-position-1-{tablet}.nord": followed,
            f"tablette-{tablet}-A1.nord": "A1",
        }


def test_where_all_is_well_nobody_is_offered_a_file(play, tmp_path: Path, control: ControlDesk) -> None:
    with control.running(), beside_desk(play, tmp_path / "tablet", control) as table:
        control.opens()
        table.joins()
        table.tap("dealer.N")
        table.settle()
        table.says(ALL_THERE)
        table.tap("link")
        assert not any(getattr(widget, "aid", "") in ("carry", "bring") for widget in table.stage.widgets())
        table.tap("understood")
        plays(table)
        table.says(ALL_THERE)
        assert table.stage.find("arbiter").disabled
