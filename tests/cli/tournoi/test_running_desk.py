"""Commands typed while the desk is running are done by it, as they would be on its folder."""

from __future__ import annotations

import json
import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.bootstrap import main
from app.domain.errors import Refused
from app.domain.events.tournoi import Role
from sync.admin import SOCKET, _short
from sync.link import pair
from tests.cli.tournoi.desk import Commands
from tests.sync.desk_process import Desk, running_desk


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Desk]:
    with running_desk(tmp_path / "data") as desk:
        yield desk


def test_a_tournament_is_begun_listed_and_left_by_commands_on_a_running_desk(running: Desk, desk: Commands) -> None:
    assert "new" in desk.refuses("ranking")
    first = desk.answers("new", "Mardi")["id"]
    desk.batch("players add DURAND Anne", "players add MARTIN Luc")
    assert desk.answers("status")["players"] == 2
    desk.answers("new", "Jeudi")
    assert [one["name"] for one in desk.answers("list")["tournaments"]] == ["Mardi", "Jeudi"]
    assert desk.answers("status", "--tournament", "mardi")["id"] == first
    assert desk.answers("status")["name"] == "Jeudi"
    said = desk.answers("end", "--early")
    assert (said["in_use"], desk.answers("status")["name"]) == (None, "Jeudi")
    assert "Jeudi" in desk.refuses("end", "--early")
    desk.says("use", "Mardi")
    assert desk.answers("status")["name"] == "Mardi"
    desk.says("new", "Samedi")
    assert desk.answers("end", "--early", "--tournament", "Mardi")["in_use"]["name"] == "Samedi"
    assert [one["closed"] for one in desk.answers("list")["tournaments"]] == [True, True, False]


def test_what_was_written_through_a_running_desk_is_there_after_a_kill(tmp_path: Path, desk: Commands) -> None:
    with running_desk(tmp_path / "data") as running:
        desk.says("new", "Mardi")
        desk.says("players", "add", "DURAND", "Anne")
        running.process.kill()
        running.process.wait()
    assert desk.answers("status")["players"] == 1
    with running_desk(tmp_path / "data"):
        assert desk.answers("status")["players"] == 1


def test_files_are_those_of_the_folder_in_which_the_command_was_typed(
    running: Desk, desk: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "liste.csv").write_text("Nom;Prénom\nDURAND;Anne\nMARTIN;Luc\n", "utf-8")
    desk.says("new", "Mardi")
    desk.says("players", "import", "liste.csv", "--accept")
    desk.says("export", "--what", "players", "-o", "joueurs.csv")
    assert "DURAND" in (tmp_path / "joueurs.csv").read_text("utf-8-sig")
    assert "DURAND" in desk.says("export", "--what", "players")


def test_a_running_desk_is_backed_up_and_restored_in_a_new_term(
    running: Desk, desk: Commands, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.says("new", "Mardi")
    stick = tmp_path / "stick"
    assert main(["backup", str(stick), "--data", str(tmp_path / "data")]) == 0
    desk.says("players", "add", "DURAND", "Anne")
    (copy,) = stick.iterdir()
    assert main(["restore", str(copy), "--data", str(tmp_path / "data")]) == 0
    assert "Mardi" in capsys.readouterr().out
    assert desk.answers("status")["players"] == 0


def test_a_code_is_shown_by_a_running_desk_alone(tmp_path: Path, desk: Commands) -> None:
    assert "nord desk --headless" in desk.refuses("devices", "code")
    with running_desk(tmp_path / "data") as running:
        shown = desk.answers("devices", "code")
        assert (len(shown["code"]), shown["addresses"]) == (8, [f"127.0.0.1:{running.tablet_port}"])
        assert "table" in desk.says("devices", "code")


def test_the_door_for_commands_is_its_owners_alone_and_goes_with_the_desk(tmp_path: Path) -> None:
    with running_desk(tmp_path) as running:
        door = tmp_path / "desk" / SOCKET
        assert stat.S_IMODE(door.stat().st_mode) == 0o600
        running.process.terminate()
        assert running.process.wait(10) == 0
        assert not door.exists()


def test_a_folder_of_any_depth_will_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deep = tmp_path.joinpath(*["un dossier au nom assez long pour lasser"] * 4)
    assert len(os.fsencode(deep)) > 108
    with running_desk(deep):
        assert Commands(deep, capsys).answers("new", "Mardi")["name"] == "Mardi"


def test_the_list_of_devices_tells_that_somebody_tries_the_code(running: Desk, desk: Commands) -> None:
    code = desk.answers("devices", "code")["code"]
    assert desk.answers("devices")["tries_left"] is None
    wrong = f"{(int(code) + 1) % 10**8:08}"
    asked = {"host": "127.0.0.1", "port": running.tablet_port, "device": "X", "role": Role.TABLE, "label": ""}
    for left in (2, 1, 0):
        with pytest.raises(Refused):
            pair(wrong, entropy=os.urandom, **asked)  # type: ignore[arg-type]
        assert desk.answers("devices")["tries_left"] == left
    assert "montrez-en un autre" in desk.says("devices")
    desk.says("devices", "code")
    assert desk.answers("devices")["tries_left"] is None


def test_a_device_that_was_never_paired_here_cannot_be_let_in(running: Desk, desk: Commands) -> None:
    desk.says("new", "Mardi")
    own = desk.answers("devices")["devices"][0]["id"]
    for said in (own, ""):
        assert "pas connu" in desk.refuses("devices", "approve", said)


def test_somebody_who_does_not_read_the_answer_keeps_nobody_waiting_for_ever(running: Desk, desk: Commands) -> None:
    desk.says("new", "Mardi")
    desk.batch(*(f"players add JOUEUR{n} Prénom{n} --club {'x' * 60}" for n in range(400)))
    with socket.socket(socket.AF_UNIX) as idle:
        with _short(desk.folder / SOCKET) as name:
            idle.connect(name)
        words = ["tournoi", "--json", "history"]
        idle.sendall(json.dumps({"words": words, "folder": "/", "stdin": ""}).encode())
        idle.shutdown(socket.SHUT_WR)
        assert desk.answers("status")["players"] == 400
