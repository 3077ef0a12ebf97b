"""Which poste is this? Answered by taps, and remembered."""

import threading
from pathlib import Path

import pytest

from app.services.settings import Poste
from app.storage.folder import open_folder

WELCOMES = {
    Poste.TABLE: "Que joue-t-on à cette table\u00a0?",
    Poste.ARBITRE: "Ce poste est celui de l’arbitre",
    Poste.DESK: "Ce poste est le contrôle",
}


def test_a_first_start_asks_in_french_and_opens_nothing_by_itself(play, tmp_path: Path) -> None:
    with play(tmp_path) as stage:
        assert stage.shows("Quel est ce poste\u00a0?")
        assert stage.find("open").disabled
        assert stage.find("open").text == "Choisissez un poste"
        stage.tap("open")
        assert stage.app.root.current == "choice"
    assert not [poste for poste in Poste if (tmp_path / poste).exists()]


@pytest.mark.parametrize("poste", Poste)
def test_a_poste_is_chosen_opened_and_opened_again_at_the_next_start(play, tmp_path: Path, poste: Poste) -> None:
    with play(tmp_path) as stage:
        stage.tap(f"poste.{poste}")
        assert [card.aid for card in stage.targets() if getattr(card, "chosen", False) and card.aid[:5] == "poste"] == [
            f"poste.{poste}"
        ]
        assert stage.shows("✓ Choisi")
        stage.tap("open")
        stage.until(lambda: stage.shows(WELCOMES[poste]))
    assert (tmp_path / poste).is_dir()
    with play(tmp_path) as stage:
        assert stage.shows(WELCOMES[poste])
        if poste is not Poste.TABLE:
            assert any(str(tmp_path / poste) in label.text for label in stage.labels())


def test_the_poste_of_the_command_line_comes_before_the_one_chosen_last(play, tmp_path: Path) -> None:
    with play(tmp_path) as stage:
        stage.open(Poste.TABLE)
    with play(tmp_path, poste=Poste.ARBITRE) as stage:
        assert stage.shows(WELCOMES[Poste.ARBITRE])
    with play(tmp_path) as stage:
        assert stage.shows(WELCOMES[Poste.ARBITRE])


def test_a_poste_can_be_changed_and_the_one_before_is_let_go(play, tmp_path: Path) -> None:
    with play(tmp_path, poste=Poste.TABLE) as stage:
        stage.tap("change_poste")
        assert stage.find("poste.table").chosen
        stage.open(Poste.DESK)
        assert stage.shows(WELCOMES[Poste.DESK])
        open_folder(Poste.TABLE, tmp_path).close()


def test_a_poste_that_is_open_elsewhere_is_said_so_until_another_is_chosen(play, tmp_path: Path) -> None:
    with open_folder(Poste.DESK, tmp_path), play(tmp_path) as stage:
        stage.tap("poste.desk")
        stage.tap("open")
        stage.until(
            lambda: stage.shows(
                "Ce poste est déjà ouvert sur cet appareil. Fermez l’autre fenêtre, puis ouvrez-le ici."
            )
        )
        stage.tap("lang.en")
        assert stage.shows("This poste is already open on this device. Close its other window, then open it here.")
        stage.tap("poste.table")
        assert stage.shows("The choice is kept. You can change it at any time.")


def test_language_light_and_text_size_change_at_once_and_are_kept(play, tmp_path: Path) -> None:
    with play(tmp_path) as stage:
        paper, height = stage.picture().getpixel((4, 300)), stage.find("open").texture_size[1]
        stage.tap("lang.en")
        assert stage.shows("Which poste is this?")
        stage.tap("dark.True")
        assert stage.picture().getpixel((4, 300)) != paper
        stage.tap("text.150")
        assert stage.find("open").texture_size[1] > height
    with play(tmp_path) as stage:
        assert stage.shows("Which poste is this?")
        assert (stage.app.theme.dark, stage.app.theme.text_percent) == (True, 150)
        assert [segment.aid for segment in stage.targets() if getattr(segment, "chosen", False)] == [
            "lang.en",
            "dark.True",
            "text.150",
        ]
        stage.tap("dark.False")
        stage.tap("text.100")
        stage.tap("lang.fr")
        assert stage.picture().getpixel((4, 300)) == paper


def test_settings_can_be_changed_from_an_open_poste_too(play, tmp_path: Path) -> None:
    with play(tmp_path, poste=Poste.DESK) as stage:
        stage.tap("lang.en")
        assert stage.shows("This poste is the control desk")
    with play(tmp_path) as stage:
        assert stage.shows("This poste is the control desk")


def test_a_tap_is_answered_while_the_disk_is_slow(play, tmp_path: Path) -> None:
    disk = threading.Event()
    with play(tmp_path) as stage:
        stage.device._thread.run(lambda _database: disk.wait(30))
        try:
            stage.tap("lang.en")
            assert stage.shows("Which poste is this?")
        finally:
            disk.set()
    with play(tmp_path) as stage:
        assert stage.shows("Which poste is this?")
