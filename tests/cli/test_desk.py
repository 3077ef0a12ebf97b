"""`desk --headless` as a person or a service manager meets it."""

from __future__ import annotations

import signal
import socket
import stat
from pathlib import Path

import httpx
import pytest

from app.bootstrap import has_screen
from tests.sync.desk_process import nord, running_desk


def test_it_says_in_one_line_where_it_listens(tmp_path: Path) -> None:
    with running_desk(tmp_path) as desk:
        assert desk.said == (
            f"Nord\xa0: le contrôle est en marche. Salle\xa0: http://127.0.0.1:{desk.port}/"
            f" Tablettes\xa0: 127.0.0.1:{desk.tablet_port} (Ctrl-C pour arrêter)\n"
        )


def test_it_speaks_english_when_asked(tmp_path: Path) -> None:
    with running_desk(tmp_path, "--lang", "en") as desk:
        assert desk.said.startswith("Nord: the control desk is running.")


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_when_told_with_status_0_and_without_a_word(tmp_path: Path, sign: signal.Signals) -> None:
    with running_desk(tmp_path) as desk, socket.create_connection(("127.0.0.1", desk.port)) as peer:
        peer.sendall(b"GET / HT")
        assert httpx.get(desk.url("/health")).status_code == 200
        desk.process.send_signal(sign)
        out, err = desk.process.communicate(timeout=10)
        assert (desk.process.returncode, out, err) == (0, "", "")


def test_its_folder_is_closed_to_other_users(tmp_path: Path) -> None:
    with running_desk(tmp_path):
        assert stat.S_IMODE((tmp_path / "desk").stat().st_mode) == 0o700


def test_the_folder_named_on_the_command_line_wins(tmp_path: Path) -> None:
    with running_desk(tmp_path / "environment", "--data", str(tmp_path / "asked")):
        assert (tmp_path / "asked" / "desk").is_dir()
        assert not (tmp_path / "environment").exists()


def test_a_second_desk_on_the_same_folder_is_refused_in_one_line(tmp_path: Path) -> None:
    with running_desk(tmp_path), nord("desk", "--headless", "--port", "0", data=tmp_path) as second:
        out, err = second.communicate(timeout=20)
    assert (second.returncode, out) == (1, "")
    assert err == (
        f"Nord est déjà ouvert sur {tmp_path / 'desk'}. Fermez-le, ou choisissez un autre dossier avec --data.\n"
    )


def test_a_taken_port_is_refused_in_one_line_that_names_it(tmp_path: Path) -> None:
    taken = ("desk", "--headless", "--host", "127.0.0.1", "--port")
    with (
        running_desk(tmp_path / "first") as first,
        nord(*taken, str(first.port), data=tmp_path / "second") as second,
    ):
        out, err = second.communicate(timeout=20)
    assert (second.returncode, out) == (1, "")
    assert err == (
        f"Le port {first.port} est déjà utilisé sur cette machine. "
        "Fermez ce qui l’occupe, ou choisissez-en un autre avec --port.\n"
    )


@pytest.mark.parametrize("words", [("--port", "-1"), ("--port", "65536"), ("--port", "huit"), ("--host", "nord")])
def test_what_is_no_port_or_address_is_wrong_usage(tmp_path: Path, words: tuple[str, str]) -> None:
    with nord("desk", "--headless", *words, data=tmp_path) as process:
        _, err = process.communicate(timeout=20)
    assert process.returncode == 2
    assert words[1] in err


def test_without_a_screen_and_without_a_word_it_is_the_desk_that_starts(tmp_path: Path) -> None:
    # The folder is held already, so that the newcomer tells which poste it is without taking a port.
    with running_desk(tmp_path), nord(data=tmp_path) as process:
        _, err = process.communicate(timeout=20)
    assert process.returncode == 1
    assert str(tmp_path / "desk") in err


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"ANDROID_ARGUMENT": "app"}, True),
        ("android", {}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_a_screen_is_known_by_its_name(platform: str, environ: dict[str, str], expected: bool) -> None:
    assert has_screen(environ, platform) is expected
