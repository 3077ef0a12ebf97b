"""`players add`, `amend` and `substitute`: a card that is typed keeps to the rules of one in a list."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.tournoi.desk import Commands


@pytest.fixture
def entering(desk: Commands) -> Commands:
    desk.batch("new Mardi --shape 3x2", "players add DURAND Anne", "players add PETIT Luc --club Lille")
    return desk


def names(desk: Commands) -> list[str]:
    return [f"{one['name']} {one['first_name']}" for one in desk.answers("players")["players"]]


def imported(desk: Commands, folder: Path, *rows: str) -> str:
    """Return what a list is refused for that says the same."""
    file = folder / "liste.csv"
    file.write_text("\n".join(("Nom;Prénom;Licence;Club;Né le", *rows)), "utf-8")
    status, out, _err = desk.run("players", "import", str(file), "--accept")
    assert status == 1
    return out


def test_the_same_name_twice_is_refused_as_in_a_list(entering: Commands, tmp_path: Path) -> None:
    why = entering.refuses("players", "add", "Durand", "ANNE")
    assert "licence" in why
    assert why in imported(entering, tmp_path, "Durand;ANNE;;;")
    assert "licence" in entering.refuses("players", "add", "DURAND", "Anne", "--licence", "7")
    entering.says("players", "add", "PETIT", "Luc", "--club", "Arras")
    assert "PETIT" in entering.refuses("players", "add", "PETIT", "Luc", "--club", "lille")
    entering.says("players", "amend", "DURAND", "--licence", "6")
    entering.says("players", "add", "DURAND", "Anne", "--licence", "7")
    assert names(entering).count("DURAND Anne") == 2


def test_a_licence_that_is_anothers_is_refused_as_in_a_list(entering: Commands, tmp_path: Path) -> None:
    entering.says("players", "amend", "DURAND", "--licence", "0 1")
    why = entering.refuses("players", "add", "MARTIN", "--licence", "01")
    assert "DURAND Anne" in why
    assert why in imported(entering, tmp_path, "MARTIN;;01;;")


def test_line_ends_and_tabs_are_spaces_and_other_controls_are_refused(entering: Commands) -> None:
    entering.says("players", "add", " LE\nGOFF\t", "Jean \n Marie")
    assert names(entering)[-1] == "LE GOFF Jean Marie"
    for words in (["MO\x1bREL"], ["MOREL", "Jo", "--club", "A\x00B"]):
        assert "U+00" in entering.refuses("players", "add", *words)
    assert "nom" in entering.refuses("players", "add", "\n").lower()
    assert len(names(entering)) == 3


@pytest.mark.parametrize("born", ["18/11/2999", "01/01/1800"])
def test_a_day_of_birth_that_cannot_be_is_refused_as_in_a_list(entering: Commands, tmp_path: Path, born: str) -> None:
    day, month, year = born.split("/")
    told = imported(entering, tmp_path, f"MOREL;Jo;;;{born}")
    why = entering.refuses("players", "add", "MOREL", "--born", born)
    assert why.replace(f"{year}-{month}-{day}", born) in told
    assert why == entering.refuses("players", "amend", "DURAND", "--born", born)


def test_a_card_is_amended_although_a_namesake_is_there(entering: Commands) -> None:
    assert "DURAND" in entering.refuses("players", "amend", "PETIT", "--name", "DURAND", "--first-name", "Anne")
    entering.says("players", "amend", "PETIT", "--first-name", "Lucien")
    assert names(entering) == ["DURAND Anne", "PETIT Lucien"]


def test_a_substitute_is_somebody_who_is_not_there_yet(playing: Commands) -> None:
    reason = ["--reason", "malaise"]
    assert "MARTIN Jo" in playing.refuses("substitute", "DURAND", "MARTIN", "Jo", *reason)
    playing.says("substitute", "DURAND", "MARTIN", "Jo", "--licence", "9999", *reason)


def test_what_is_typed_is_what_a_list_can_bring_back(entering: Commands, tmp_path: Path) -> None:
    lines = tmp_path / "lines.txt"
    for nothing in ("-", "\u2013", "\u200b"):
        lines.write_text(f"players add {nothing} x", "utf-8")
        assert "nom" in entering.refuses("batch", str(lines)).lower()
    assert "1,23E+08" in entering.refuses("players", "add", "MOREL", "--licence", "1,23E+08")
    entering.says("players", "add", "MO\u202eREL", "\u2013", "--club", "\u00ad-")
    assert names(entering)[-1].strip() == "MOREL"
    entering.says("export", "--what", "players", "-o", str(tmp_path / "list.csv"))
    entering.says("new", "Jeudi")
    entering.says("players", "import", str(tmp_path / "list.csv"), "--accept")
    assert [name.strip() for name in names(entering)] == ["DURAND Anne", "PETIT Luc", "MOREL"]
