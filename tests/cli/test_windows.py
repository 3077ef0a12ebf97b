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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("table", "--desk", "127.0.0.1:99999"), "127.0.0.1:99999"),
        (("arbitre", "--desk", ""), "--desk"),
        (("table", "--desk", "127.0.0.1", "--code", ""), "eight digits"),
        (("table", "--desk", "127.0.0.1", "--code", "123"), "eight digits"),
        (("table", "--code", "12345678"), "--desk"),
        (("desk", "--standby", "127.0.0.1:99999"), "127.0.0.1:99999"),
        (("desk", "--standby", ""), "--standby"),
        (("desk", "--standby", "127.0.0.1", "--code", "1234 567"), "eight digits"),
        (("desk", "--code", "12345678"), "--standby"),
    ],
)
def test_an_address_or_a_code_that_can_be_none_is_wrong_usage(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        program.parse([*words, "--lang", "en"])
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_a_code_may_be_typed_in_groups_as_the_desk_shows_it() -> None:
    assert program.parse(["table", "--desk", "127.0.0.1", "--code", "1234 5678"]).code == "12345678"


def test_a_window_is_refused_in_the_language_that_was_asked_for(tmp_path: Path) -> None:
    with nord("table", "--lang", "en", data=tmp_path) as process:
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err.count("\n")) == (1, "", 1)
    assert "screen" in err
