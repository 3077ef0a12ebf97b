"""A tournament whose file is lost is told until it is brought back; no other takes its place unasked."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from app.bootstrap import main
from tests.cli.tournoi.desk import Commands
from tests.sync.desk_process import running_desk


@pytest.fixture
def evening(desk: Commands, tmp_path: Path) -> Commands:
    """Two tournaments, of which “Mardi” is under way and has a backup."""
    desk.says("new", "Lundi")
    desk.says("new", "Mardi")
    desk.says("players", "add", "DURAND")
    assert main(["backup", str(tmp_path / "stick"), "--data", str(tmp_path / "data")]) == 0
    desk.run("list")  # so that nothing that backup said is left to read
    return desk


def file_of(desk: Commands, name: str) -> Path:
    (one,) = [one for one in desk.answers("list")["tournaments"] if one["name"] == name]
    return desk.folder / "tournaments" / f"{one['id']}.db"


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:4096])


def empty(file: Path) -> None:
    file.write_bytes(b"")


def flip_the_first_event(file: Path) -> None:
    whole = file.read_bytes()
    assert b'"name":"Mardi"' in whole
    file.write_bytes(whole.replace(b'"name":"Mardi"', b'"name":"Mordi"'))


def break_the_first_event(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b'"name":"Mardi"', b'"name"!"Mardi"'))


DAMAGES = [cut, empty, flip_the_first_event, break_the_first_event]


@pytest.mark.parametrize("damage", DAMAGES)
def test_no_other_tournament_is_worked_on_unasked(evening: Commands, damage: object) -> None:
    file = file_of(evening, "Mardi")
    assert callable(damage)
    damage(file)
    for _ in range(3):
        status, out, err = evening.run("players", "add", "INTRUS", "Jean")
        assert (status, out) == (1, "")
        assert "--tournament" in err
        assert f"{file.name}.damaged-1" in err
    for words in (["status"], ["ranking"]):
        assert "--tournament" in evening.refuses(*words)
    assert evening.answers("status", "--tournament", "Lundi")["players"] == 0
    evening.says("players", "add", "PETIT", "--tournament", "Lundi")
    assert f"{file.name}.damaged-1" in evening.refuses("status", "--tournament", file.stem)
    assert not Path(f"{file}.damaged-2").exists()


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_list_tells_it_until_it_is_restored(
    evening: Commands, tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: object
) -> None:
    file = file_of(evening, "Mardi")
    assert callable(damage)
    damage(file)
    evening.run("status")
    for _ in range(2):
        told = {one["id"]: one["damaged"] for one in evening.answers("list")["tournaments"]}
        assert told.pop(file.stem) is True
        assert list(told.values()) == [False]
        assert "endommagé" in evening.says("list")
    (backup,) = (tmp_path / "stick").iterdir()
    assert main(["restore", str(backup), "--data", str(tmp_path / "data")]) == 0
    assert "Mardi" in capsys.readouterr().out
    assert evening.answers("status")["name"] == "Mardi"
    assert [one["damaged"] for one in evening.answers("list")["tournaments"]] == [False, False]


def test_what_is_left_of_a_truncated_file_goes_on_and_is_told(
    evening: Commands, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening.batch(*(f"players add JOUEUR{n} --club {'x' * 50}" for n in range(60)))
    file = file_of(evening, "Mardi")
    whole, data = file.read_bytes(), ["--data", str(tmp_path / "data")]
    # The page of the last event is there, with nothing in it; a truncation in the middle of it leaves that.
    lengths = [length - length % 4096 + 512 for length in range(whole.find(b"JOUEUR20") + 4096, len(whole), 8192)]
    for length in lengths:
        shutil.copytree(evening.folder, tmp_path / "kept")
        file.write_bytes(whole[:length])
        status, out, err = evening.run("list")
        assert (status, "Mardi" in out) == (0, True)
        assert re.search(r"\d+ enregistrements sur 62 sont repris", err), err
        assert f"{file.name}.damaged-1" in err
        assert Path(f"{file}.damaged-1").read_bytes() == whole[:length]
        assert main(["backup", str(tmp_path / "all"), "--all", *data]) == 0
        assert capsys.readouterr().out.count("\n") == 2
        evening.says("players", "add", "PETIT")
        shutil.rmtree(evening.folder)
        (tmp_path / "kept").rename(evening.folder)


@pytest.mark.parametrize("command", ["backup", "desk"])
def test_each_command_tells_what_it_has_mended(
    evening: Commands, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    file = file_of(evening, "Mardi")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE events SET seq = 900 WHERE n = 1")
        connection.commit()
    if command == "backup":
        assert main(["backup", str(tmp_path / "more"), "--data", str(tmp_path / "data")]) == 0
        said = capsys.readouterr().err
    else:
        with running_desk(tmp_path / "data") as desk:
            assert desk.process.stderr is not None
            said = desk.process.stderr.readline()
    assert "aucun de ses 2 enregistrements n’est perdu" in said


def test_a_file_of_which_nothing_is_left_is_not_called_mended(evening: Commands) -> None:
    for size in (4096, 8192, 16384):
        file = file_of(evening, "Lundi")
        whole = file.read_bytes()
        file.write_bytes(whole[:size])
        _status, _out, err = evening.run("status", "--tournament", file.stem)
        assert "perdu" not in err
        assert "sauvegarde" in err
        file.write_bytes(whole)


def test_one_begun_since_is_the_one_in_use(evening: Commands) -> None:
    cut(file_of(evening, "Mardi"))
    evening.run("status")
    evening.says("new", "Mercredi")
    assert evening.answers("status")["name"] == "Mercredi"


def test_a_backup_of_all_tells_what_it_cannot_copy(
    evening: Commands, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = file_of(evening, "Mardi")
    cut(file)
    assert main(["backup", str(tmp_path / "all"), "--all", "--data", str(tmp_path / "data")]) == 1
    out, err = capsys.readouterr()
    assert "Lundi" in out
    assert file.name in err
    assert len(list((tmp_path / "all").iterdir())) == 1


def test_damage_that_can_be_mended_is_told_as_such(evening: Commands) -> None:
    file = file_of(evening, "Mardi")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE events SET seq = 900 WHERE n = 1")
        connection.commit()
    status, out, err = evening.run("status")
    assert (status, "1 joueur" in out) == (0, True)
    assert "aucun de ses 2 enregistrements n’est perdu" in err
    assert evening.says("status") == out


def test_a_copy_of_a_damaged_file_under_a_name_of_its_own_is_no_tournament(evening: Commands) -> None:
    (evening.folder / "tournaments" / "a copy.db.damaged-1").write_bytes(b"")
    assert evening.answers("status")["name"] == "Mardi"
    assert len(evening.answers("list")["tournaments"]) == 2


def test_a_damaged_lock_is_no_reason_to_stop(evening: Commands) -> None:
    (evening.folder / "lock.db").write_bytes(bytes(range(256)) * 2)
    assert evening.answers("status")["name"] == "Mardi"


def test_a_damaged_list_of_tablets_is_told_once_and_the_evening_goes_on(evening: Commands) -> None:
    evening.says("devices")
    noise = bytes(range(256)) * 40
    (evening.folder / "devices.db").write_bytes(noise)
    status, out, err = evening.run("status")
    assert (status, "1 joueur" in out) == (0, True)
    assert "devices.db.damaged-1" in err
    assert "tournoi devices code" in err
    assert err.count("\n") == 1
    assert (evening.folder / "devices.db.damaged-1").read_bytes() == noise
    assert [one["role"] for one in evening.answers("devices")["devices"]] == ["desk"]
    evening.says("players", "add", "PETIT")


def test_what_the_machine_keeps_of_itself_is_made_anew_where_it_is_needed(evening: Commands) -> None:
    root = evening.folder.parent
    (root / "device.db").write_bytes(bytes(range(256)) * 40)
    evening.says("players", "add", "PETIT")
    status, out, err = evening.run("new", "Jeudi")
    assert (status, "Jeudi" in out) == (0, True)
    assert "device.db.damaged-1" in err
    assert err.count("\n") == 1
    evening.says("players", "add", "ROUX")
    assert evening.answers("status")["name"] == "Jeudi"


def test_commands_at_the_same_time_wait_for_each_other(evening: Commands) -> None:
    root = Path(__file__).parents[3]
    command = [sys.executable, "main.py", "tournoi", "--data", str(evening.folder.parent), "players", "add"]
    names = ["LEROY", "MOREAU", "SIMON", "LAURENT"]
    started = [subprocess.Popen([*command, name], cwd=root, stdout=subprocess.DEVNULL) for name in names]
    assert [one.wait(timeout=60) for one in started] == [0] * len(names)
    assert evening.answers("status")["players"] == 1 + len(names)


def test_a_desk_does_not_serve_another_in_its_place(
    evening: Commands, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = file_of(evening, "Mardi")
    cut(file)
    words = ["desk", "--headless", "--data", str(tmp_path / "data"), "--port", "0", "--tablet-port", "0"]
    assert main(words) == 1
    assert f"{file.name}.damaged-1" in capsys.readouterr().err
    assert evening.answers("status", "--tournament", "Lundi")["name"] == "Lundi"
