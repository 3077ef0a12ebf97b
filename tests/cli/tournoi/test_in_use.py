"""Which tournament commands write in: never another one than a person believes."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap import main
from tests.cli.tournoi.desk import Commands


@pytest.fixture
def two(desk: Commands) -> Commands:
    """Two tournaments under way, “Jeudi” in use."""
    desk.says("new", "Mardi")
    desk.says("new", "Jeudi")
    return desk


def closed(desk: Commands) -> list[str]:
    return [one["name"] for one in desk.answers("list")["tournaments"] if one["closed"]]


def test_end_typed_twice_closes_no_other_tournament(two: Commands) -> None:
    two.says("end", "--early")
    why = two.refuses("end", "--early")
    assert "Jeudi" in why
    assert "use" in why
    assert "new" in why
    assert closed(two) == ["Jeudi"]
    two.says("end", "--early", "--tournament", "Mardi")
    assert closed(two) == ["Mardi", "Jeudi"]


@pytest.mark.parametrize("words", [("players", "add", "DURAND"), ("end",)])
def test_after_the_end_nothing_is_written_until_another_tournament_is_taken_up(
    two: Commands, words: tuple[str, ...]
) -> None:
    two.batch("players add MARTIN", "end --early")
    assert "«\xa0Jeudi\xa0» est terminé" in two.refuses(*words)
    assert two.answers("players", "--tournament", "Mardi")["players"] == []
    two.says("use", "Mardi")
    two.says("players", "add", "DURAND")
    assert len(two.answers("players", "--tournament", "Mardi")["players"]) == 1


def test_a_tournament_that_has_ended_is_still_looked_at(two: Commands) -> None:
    two.says("end", "--early")
    assert two.answers("status")["name"] == "Jeudi"
    assert two.answers("status")["closed"] is True


def test_the_end_says_that_none_is_in_use_and_which_are_not_closed(two: Commands) -> None:
    assert two.answers("end", "--early", "--tournament", "Mardi")["in_use"]["name"] == "Jeudi"
    two.says("new", "Samedi")
    said = two.says("end", "--early")
    assert "«\xa0Samedi\xa0» est terminé" in said
    assert "Aucun tournoi" in said
    assert "Jeudi" in said
    assert "Mardi" not in said
    assert two.answers("end", "--early", "--tournament", "Jeudi")["in_use"] is None


def test_the_end_of_another_tournament_says_which_one_stays_in_use(two: Commands) -> None:
    assert "«\xa0Jeudi\xa0» est le tournoi en cours" in two.says("end", "--early", "--tournament", "Mardi")


def test_a_tournament_with_positions_left_is_ended_early_only_on_purpose(playing: Commands) -> None:
    sheet = ["E", "garde", "2", "49", "/", "O", "prise", "1", "51"]
    for words in (["end"], ["end", "--early"]):
        assert "position 1" in playing.refuses(*words).lower()
    for table in "12345":
        playing.says("sheets", "record", table, "--dealer", "N", "--send", *sheet)
    playing.says("close")
    why = playing.refuses("end")
    assert "1" in why
    assert "3" in why
    assert "--early" in why
    assert playing.answers("status")["closed"] is False
    assert playing.answers("end", "--early")["closed"] is True


def test_a_batch_comes_back_from_a_tournament_that_one_line_named(two: Commands) -> None:
    two.batch("players add MARTIN --tournament Mardi", "players add DURAND", "players add PETIT")
    assert two.answers("status")["players"] == 2
    assert two.answers("status", "--tournament", "Mardi")["players"] == 1


def test_a_whole_batch_works_on_the_tournament_that_is_named(two: Commands, tmp_path: Path) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("players add MARTIN\nplayers add DURAND --tournament Jeudi\nplayers add PETIT", "utf-8")
    two.says("batch", str(lines), "--tournament", "Mardi")
    assert two.answers("status")["players"] == 1
    assert two.answers("status", "--tournament", "Mardi")["players"] == 2


def test_a_closed_tournament_that_is_brought_back_does_not_take_the_place_of_the_one_in_use(
    two: Commands, tmp_path: Path
) -> None:
    two.says("end", "--early", "--tournament", "Mardi")
    data = ["--data", str(tmp_path / "data")]
    assert main(["backup", str(tmp_path / "stick"), "--tournament", "Mardi", *data]) == 0
    (copy,) = (tmp_path / "stick").iterdir()
    assert main(["restore", str(copy), *data]) == 0
    two.run()
    assert two.answers("status")["name"] == "Jeudi"


def in_use(desk: Commands) -> Path:
    return desk.folder / "tournaments" / f"{desk.answers('status')['id']}.db"


@pytest.mark.parametrize("words", [("status",), ("players", "add", "DURAND"), ("open",)])
def test_nothing_is_done_in_an_older_tournament_where_the_file_of_the_one_in_use_is_gone(
    two: Commands, tmp_path: Path, words: tuple[str, ...]
) -> None:
    file = in_use(two)
    file.rename(tmp_path / "elsewhere")
    why = two.refuses(*words)
    assert file.name in why
    assert "use" in why
    assert file.name in two.says("list")
    assert two.answers("players", "--tournament", "Mardi")["players"] == []
    (tmp_path / "elsewhere").rename(file)
    assert two.answers("status")["name"] == "Jeudi"


@pytest.mark.parametrize("words", [("use", "Mardi"), ("new", "Samedi")])
def test_another_one_is_taken_up_in_place_of_one_that_is_gone(two: Commands, words: tuple[str, ...]) -> None:
    in_use(two).unlink()
    two.says(*words)
    assert two.answers("status")["name"] == words[1]
    assert "Jeudi" not in two.says("list")


@pytest.mark.parametrize("left", [b"x", b"", b'{"a": 1}', b'["', None])
def test_where_nothing_tells_which_is_in_use_a_person_says_it(two: Commands, left: bytes | None) -> None:
    file = two.folder / "in-use.json"
    file.unlink() if left is None else file.write_bytes(left)
    for words in (["status"], ["players", "add", "DURAND"]):
        why = two.refuses(*words)
        assert "in-use.json" in why
        assert "use" in why
    assert {"Mardi", "Jeudi"} <= {one["name"] for one in two.answers("list")["tournaments"]}
    assert two.answers("status", "--tournament", "Mardi")["players"] == 0
    two.says("use", "Mardi")
    assert two.answers("status")["name"] == "Mardi"
    assert [one["name"] for one in two.answers("list")["tournaments"]] == ["Jeudi", "Mardi"]


def test_a_desk_does_not_serve_an_older_tournament_either(
    two: Commands, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = in_use(two)
    file.unlink()
    words = ["desk", "--headless", "--data", str(tmp_path / "data"), "--port", "0", "--tablet-port", "0"]
    assert main(words) == 1
    assert file.name in capsys.readouterr().err


def test_verify_says_that_the_tournament_in_use_is_gone_or_not_known(
    two: Commands, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, file = str(tmp_path / "data"), in_use(two)
    assert main(["verify", data]) == 0
    file.rename(tmp_path / "elsewhere")
    capsys.readouterr()
    assert main(["verify", data]) == 1
    assert f"desk/tournaments/{file.name}" in capsys.readouterr().out
    (tmp_path / "elsewhere").rename(file)
    (two.folder / "in-use.json").write_bytes(b"x")
    assert main(["verify", data]) == 1
    assert "desk/in-use.json" in capsys.readouterr().out


def test_one_tournament_that_was_put_there_by_hand_is_the_one_in_use(two: Commands, tmp_path: Path) -> None:
    in_use(two).unlink()
    (two.folder / "in-use.json").unlink()
    assert two.answers("status")["name"] == "Mardi"


def test_an_order_that_names_what_can_be_no_file_is_told_too(two: Commands) -> None:
    (two.folder / "in-use.json").write_bytes(b'["../x y"]')
    assert "../x y.db" in two.refuses("status")
    two.says("use", "Jeudi")
    assert two.answers("status")["name"] == "Jeudi"
