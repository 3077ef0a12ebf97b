"""A tournament whose file is lost is told until it is brought back; no other takes its place unasked."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap import main
from tests.cli.tournoi.desk import Commands


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
