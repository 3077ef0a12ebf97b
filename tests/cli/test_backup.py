"""`backup`, `restore` and `verify` as somebody at the desk types them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.bootstrap import main
from tests.cli.tournoi.desk import Commands
from tests.sync.desk_process import ROOT, running_desk


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Commands:
    desk = Commands(tmp_path / "data", capsys)
    desk.says("new", "Mardi")
    desk.says("players", "add", "DURAND")
    return desk


def test_a_tournament_is_backed_up_verified_and_brought_back(
    desk: Commands, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = str(tmp_path / "data")
    assert main(["backup", str(tmp_path / "stick"), "--data", data]) == 0
    assert "Mardi" in capsys.readouterr().out
    (backup,) = (tmp_path / "stick").iterdir()
    assert main(["verify", str(backup), data, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"ok": True, "events": 4, "problems": []}
    desk.says("players", "add", "PETIT")
    assert main(["restore", str(backup), "--data", data]) == 0
    said = capsys.readouterr().out
    assert "«\xa0Mardi\xa0» est revenu, avec 2 enregistrements." in said
    assert "before-restore-1" in said
    assert desk.answers("status")["players"] == 1
    desk.says("players", "add", "PETIT")
    assert main(["verify", data]) == 0


def test_a_changed_byte_is_found(desk: Commands, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (file,) = (tmp_path / "data/desk/tournaments").glob("*.db")
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b'"name":"DURAND"', b'"name":"DUPOND"'))
    assert main(["verify", str(tmp_path / "data"), "--json"]) == 1
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (found["ok"], err.count("\n")) == (False, 1)
    assert {problem["where"].split(": ")[0] for problem in found["problems"]} == {f"desk/tournaments/{file.name}"}
    copy = str(shutil.copy(file, tmp_path / "copy.db"))
    assert main(["verify", str(tmp_path / "data"), copy, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    named = {problem["where"].split(": ")[0] for problem in found["problems"]}
    assert named == {str(file), copy}
    status, out, err = desk.run("status")
    assert status == 0
    assert "1 enregistrements sur 2" in err
    assert desk.says("status") == out


def test_what_is_no_backup_is_refused_in_one_line(
    desk: Commands, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("rien", "utf-8")
    for name in ("absent.db", "notes.txt"):
        assert main(["restore", str(tmp_path / name), "--data", str(tmp_path / "data")]) == 1
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert name in err


@pytest.mark.parametrize("left", [b"", b"rien", bytes(8192)])
def test_what_is_no_tournament_at_all_is_told_once(
    desk: Commands, tmp_path: Path, capsys: pytest.CaptureFixture[str], left: bytes
) -> None:
    file = tmp_path / "copie.db"
    file.write_bytes(left)
    assert main(["restore", str(file), "--data", str(tmp_path / "data")]) == 1
    said = capsys.readouterr().err
    assert "copie.db" in said
    assert "«" not in said
    assert main(["verify", str(file)]) == 1
    assert capsys.readouterr().out.count("\n") == 1


def test_a_folder_of_backups_is_verified_and_an_empty_one_is_told(
    desk: Commands, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stick = tmp_path / "stick"
    assert main(["backup", str(stick), "--data", str(tmp_path / "data")]) == 0
    assert main(["verify", str(stick)]) == 0
    assert "2 enregistrements" in capsys.readouterr().out
    (backup,) = stick.iterdir()
    backup.write_bytes(backup.read_bytes().replace(b'"name":"DURAND"', b'"name":"DUPOND"'))
    assert main(["verify", str(stick)]) == 1
    out, _err = capsys.readouterr()
    assert f"{backup.name}\xa0: événement n°\xa02 (" in out
    backup.unlink()
    assert main(["verify", str(stick), "--json"]) == 1
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert problem == {"where": str(stick), "what": "Il n’y a rien à vérifier ici."}


def test_a_damaged_backup_is_refused_in_one_language(
    desk: Commands, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = str(tmp_path / "data")
    assert main(["backup", str(tmp_path / "stick"), "--data", data]) == 0
    (backup,) = (tmp_path / "stick").iterdir()
    backup.write_bytes(backup.read_bytes().replace(b'"name":"DURAND"', b'"name":"DUPOND"'))
    capsys.readouterr()
    assert main(["restore", str(backup), "--data", data]) == 1
    said = capsys.readouterr().err
    assert "événement n°\xa02" in said
    assert "event" not in said


def test_a_folder_in_use_is_not_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running_desk(tmp_path):
        assert main(["verify", str(tmp_path)]) == 1
        assert "déjà ouvert" in capsys.readouterr().err


def with_room_for(size: int, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the program where no file can grow beyond a size, as on a disk that is full."""
    start = (
        "import resource, sys; from app.bootstrap import main;"
        f" resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size})); sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", start, *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("room", [0, 1000, 40 * 1024, 60 * 1024])
def test_a_stick_without_room_is_told_and_nothing_stays_on_it(desk: Commands, tmp_path: Path, room: int) -> None:
    desk.batch(*(f"players add JOUEUR{n} --club {'x' * 50}" for n in range(40)))
    stick = tmp_path / "stick"
    stick.mkdir()
    told = with_room_for(room, "backup", str(stick), "--data", str(tmp_path / "data"))
    assert (told.returncode, told.stdout) == (1, "")
    assert "erreur à lui" not in told.stderr
    assert len(told.stderr.splitlines()) == 1, told.stderr
    assert room < 40 * 1024 or str(stick) in told.stderr
    assert list(stick.iterdir()) == []


@pytest.mark.parametrize("room", [0, 1000, 40 * 1024, 60 * 1024])
def test_a_desk_without_room_for_a_restore_keeps_what_it_has(
    desk: Commands, tmp_path: Path, capsys: pytest.CaptureFixture[str], room: int
) -> None:
    desk.batch(*(f"players add JOUEUR{n} --club {'x' * 50}" for n in range(40)))
    data = ["--data", str(tmp_path / "data")]
    assert main(["backup", str(tmp_path / "stick"), *data]) == 0
    (backup,) = (tmp_path / "stick").iterdir()
    before = sorted((tmp_path / "data" / "desk" / "tournaments").iterdir())
    told = with_room_for(room, "restore", str(backup), *data)
    assert (told.returncode, told.stdout) == (1, "")
    assert "erreur à lui" not in told.stderr
    assert len(told.stderr.splitlines()) == 1, told.stderr
    assert sorted((tmp_path / "data" / "desk" / "tournaments").iterdir()) == before
    capsys.readouterr()
    assert desk.answers("status")["players"] == 41


def test_a_place_where_nothing_can_be_written_is_told(desk: Commands, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = with_room_for(10**9, "backup", str(tmp_path / "file" / "stick"), "--data", str(tmp_path / "data"))
    assert told.returncode == 1
    assert str(tmp_path / "file") in told.stderr
