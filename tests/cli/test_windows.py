"""Postes from the command line, where there is a screen and where there is none."""

import subprocess
from pathlib import Path

import pytest

from app.cli import program
from tests.sync.desk_process import nord
from tests.ui.display import display


@pytest.mark.parametrize("poste", ["table", "arbitre"])
def test_a_poste_without_a_screen_is_refused_in_one_line(tmp_path: Path, poste: str) -> None:
    with nord(poste, data=tmp_path) as process:
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (1, "")
    assert err.count("\n") == 1
    assert "écran" in err


def test_a_display_that_does_not_answer_is_no_screen(tmp_path: Path) -> None:
    with nord("table", data=tmp_path, DISPLAY=":12345") as process:
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err.count("\n")) == (1, "", 1)
    assert "écran" in err


def test_a_second_window_on_the_same_folder_is_refused_in_one_line(tmp_path: Path) -> None:
    with display() as name, nord(data=tmp_path, DISPLAY=name) as first:
        try:
            while not (tmp_path / "nord.log").exists():
                assert first.poll() is None
                with pytest.raises(subprocess.TimeoutExpired):
                    first.wait(0.05)
            with nord("arbitre", data=tmp_path, DISPLAY=name) as second:
                out, err = second.communicate(timeout=20)
        finally:
            first.terminate()
    assert (second.returncode, out) == (1, "")
    assert err == f"Nord est déjà ouvert sur {tmp_path}. Fermez-le, ou choisissez un autre dossier avec --data.\n"


@pytest.mark.parametrize("words", [("--data", "here", "desk"), ("desk", "--data", "here"), ("--data", "here")])
def test_the_data_folder_may_be_named_before_or_after_the_command(words: tuple[str, ...]) -> None:
    assert program.parse(words).data == Path("here")
