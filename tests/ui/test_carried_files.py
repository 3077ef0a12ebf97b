"""An evening without network, by taps: sheets out to a stick, the desk's answer in, and each file that is of no use."""

import hashlib
import json
import os
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.services.ports import Identity
from app.storage.joined import load_joined
from sync.carried import label_of
from sync.parcel import Carries, read_parcel
from tests.sync.test_arrears import write_elsewhere
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
    assert says(table, "La feuille de la position 2 est ouverte.")
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


def changed(file: bytes) -> bytes:
    """Return a file whose last part somebody has changed, and whose digest they have made right again."""
    *lines, part, _digest, end = file.split(b"\n")
    device, vouch, hidden = json.loads(part)
    body = b"\n".join([*lines, json.dumps([device, "00" + vouch[2:], hidden]).encode(), b""])
    return body + hashlib.sha256(body).hexdigest().encode() + b"\n" + end


def test_each_file_of_no_use_is_refused_in_a_sentence_and_nothing_is_changed(
    play, tmp_path: Path, control: ControlDesk, stick: Path
) -> None:
    elsewhere = ControlDesk(tmp_path / "elsewhere")
    elsewhere.opens(name="Dimanche")
    elsewhere.does("sheets", "carry-out", str(stick / "ailleurs.nord"))
    with beside_desk(play, tmp_path / "tablet", control) as table:
        with control.running():
            control.opens()
            control.does("sheets", "carry-out", str(stick / "trop tot.nord"))
            table.joins()
            table.tap("dealer.N")
            table.settle()
            table.says("✓ Tout est au contrôle")
        table.says(AWAY)
        table.enters()
        control.does("sheets", "carry-out", str(stick / "connu.nord"))
        control.does("penalty", "give", "JOUEUR1", "20", "--reason", "retard")
        control.does("sheets", "carry-out", str(stick / "salle.nord"))
        whole = (stick / "salle.nord").read_bytes()
        (stick / "moitie.nord").write_bytes(whole[: len(whole) // 2])
        (stick / "retouche.nord").write_bytes(changed(whole))
        (stick / "version.nord").write_bytes(whole.replace(b"nord room 1", b"nord room 2", 1))
        (stick / "notes.nord").write_text("Penser au café")
        (stick / "notes.txt").write_text("n’est pas montré")
        table.tap("link")
        table.tap("carry")
        writes(table)
        (own,) = (path.name for path in stick.iterdir() if path.name.startswith("table"))
        table.tap("bring")
        known = table.nav.desk._link.keeper.state
        for name, sentence in {
            "ailleurs.nord": "Ce fichier est d’un autre tournoi.",
            "trop tot.nord": "Ce fichier n’a rien pour cette tablette",
            "connu.nord": "Ce fichier n’apprend rien de nouveau à cette tablette",
            "moitie.nord": "Ce fichier est abîmé, ou n’a pas été copié jusqu’au bout",
            "retouche.nord": "Ce fichier n’est pas de la tablette qu’il dit, ou a été modifié depuis",
            "version.nord": "n’ont pas la même version de Nord",
            "notes.nord": "Ce n’est pas un fichier écrit par Nord pour être porté",
            own: "Ce fichier apporte les feuilles d’une tablette au contrôle",
        }.items():
            reads(table, name)
            assert says(table, sentence), name
            assert table.shows(f"«\u00a0{name}\u00a0» n’a pas été pris")
            assert table.shows("Rien n’a changé sur cette tablette.")
            assert table.nav.desk._link.keeper.state == known
            assert table.stage.find("link").text == f"{AWAY} · 1 en attente"
        assert "notes.txt" not in {row["title"] for row in table.nav.current_screen.rows}
        assert table.nav.current_screen.proposed.name == "salle.nord"
        table.nav.current_screen.read(str(stick / "parti.nord"))
        table.until(lambda: not table.nav.current_screen.is_busy)
        assert says(table, "Ce fichier ne peut pas être lu\u00a0: la clé est-elle encore branchée\u00a0?")
        reads(table, "salle.nord")
        assert table.shows("✓ Le fichier est lu")
        assert says(table, "Il manque encore au contrôle une saisie de cette tablette")
        assert table.stage.find("read").text == "Continuer"
        table.tap("read")
        assert table.nav.current == "entry"


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
        assert table.shows("Le dossier choisi n’est pas là\u00a0: sa clé est-elle branchée\u00a0?")
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
    table.tap("back")
    table.enters(seat="S", contract="prise", bouts=1, points="51")
    table.tap("link")
    table.tap("carry")
    assert table.shows("Il y a de nouvelles saisies depuis\u00a0: écrivez-le de nouveau.")
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
        table.says("✓ Tout est au contrôle")
        table.tap("link")
        assert not any(getattr(widget, "aid", "") in ("carry", "bring") for widget in table.stage.widgets())
        table.tap("understood")
        plays(table)
        table.says("✓ Tout est au contrôle")
        assert table.stage.find("arbiter").disabled


class Picker:
    """An Android system's picker, and whoever holds the tablet: `chosen` is where they put it, and what they open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.chosen: Path | None = None

    def save(self, name: str, data: bytes) -> Future[bool]:
        answer: Future[bool] = Future()
        if self.chosen is not None:
            (self.folder / name).write_bytes(data)
        answer.set_result(self.chosen is not None)
        return answer

    def open(self) -> Future[bytes | None]:
        answer: Future[bytes | None] = Future()
        answer.set_result(None if self.chosen is None else self.chosen.read_bytes())
        return answer


def test_on_a_tablet_the_system_asks_where_a_file_goes_and_which_one_is_read(
    table: JoinedTable, control: ControlDesk, stick: Path
) -> None:
    picker = table.nav.device.documents = Picker(stick)
    table.enters()
    table.tap("link")
    table.tap("carry")
    assert not any(getattr(widget, "aid", "") == "change_folder" for widget in table.stage.widgets())
    writes(table)
    assert table.shows("1 saisie à porter au contrôle")  # they thought better of it
    picker.chosen = stick
    writes(table)
    assert table.shows("✓ Le fichier est écrit")
    (file,) = stick.iterdir()
    control.does("sheets", "carry-in", str(file))
    control.does("sheets", "carry-out", str(stick / "salle.nord"))
    table.tap("bring")
    picker.chosen = None
    table.tap("read")
    assert table.stage.find("read").text == "Choisir le fichier"
    picker.chosen = file
    table.tap("read")
    table.until(lambda: table.shows("Ce fichier n’a pas été pris"))
    picker.chosen = stick / "salle.nord"
    table.tap("read")
    table.until(lambda: table.nav.current_screen.is_read)
    table.says(AWAY)
