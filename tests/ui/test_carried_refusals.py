"""Files that are of no use to a table, each with its sentence, and the system's own picker of a tablet."""

import hashlib
import json
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from tests.ui.carry_stage import AWAY, cut_off, reads, says, writes
from tests.ui.desk_stage import ControlDesk, JoinedTable, beside_desk


@pytest.fixture
def table(play, tmp_path: Path, control: ControlDesk, stick: Path) -> Iterator[JoinedTable]:
    with cut_off(play, tmp_path, control) as table:
        yield table


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
