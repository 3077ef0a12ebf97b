"""`players import` as somebody with a file meets it: shown first, entered when accepted, nothing changed otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.tournoi.desk import Commands

GOOD = "Nom;Prénom;Licence\nDURAND;Anaïs;101\nPETIT;Luc;102\n"


@pytest.fixture
def desk_with(desk: Commands, tmp_path: Path) -> tuple[Commands, Path]:
    desk.says("new", "Mardi")
    return desk, tmp_path / "liste.csv"


def test_a_list_is_shown_then_entered_when_it_is_accepted(desk_with: tuple[Commands, Path]) -> None:
    desk, file = desk_with
    file.write_bytes(GOOD.encode("cp1252"))
    shown = desk.says("players", "import", str(file))
    assert "DURAND Anaïs" in shown
    assert "--accept" in shown
    assert desk.answers("status")["players"] == 0
    assert "2 joueurs inscrits." in desk.says("players", "import", str(file), "--accept")
    assert desk.answers("status")["players"] == 2


def test_problems_are_all_reported_and_nothing_is_changed(desk_with: tuple[Commands, Path]) -> None:
    desk, file = desk_with
    file.write_text(GOOD + "ROUX;;101\n=A1;;103\n", "utf-8")
    status, out, err = desk.run("players", "import", str(file), "--accept")
    assert status == 1
    assert "Ligne 4, colonne 3 (Licence)\xa0: la licence 101 figure déjà à la ligne 2." in out
    assert "Ligne 5, colonne 1 (Nom)\xa0: «\xa0=A1\xa0» est une formule\xa0: écrivez la valeur elle-même." in out
    assert err == "2 problèmes\xa0: personne n’est inscrit.\n"
    assert desk.answers("status")["players"] == 0


def test_a_list_that_is_too_long_is_told_with_the_first_of_its_faults(desk_with: tuple[Commands, Path]) -> None:
    desk, file = desk_with
    file.write_text("Nom\n" + "JOUEUR\n" * 10_000, "utf-8")
    status, out, err = desk.run("players", "import", str(file), "--accept")
    assert status == 1
    told = [line for line in out.splitlines() if line.startswith("Ligne")]
    assert len(told) == 50
    assert told[0].startswith("Ligne 1202\xa0: ")
    assert "1200" in told[0]
    assert told[1].startswith("Ligne 3, colonne 1 (Nom)\xa0: ")
    assert "9950 autres problèmes" in out
    assert err.startswith("10000 problèmes")
    assert desk.answers("status")["players"] == 0


def test_the_same_list_twice_is_refused(desk_with: tuple[Commands, Path]) -> None:
    desk, file = desk_with
    file.write_text(GOOD, "utf-8")
    desk.says("players", "import", str(file), "--accept")
    assert desk.run("players", "import", str(file), "--accept")[0] == 1
    assert desk.answers("status")["players"] == 2


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "vide"),
        (b"PK\x03\x04", "CSV UTF-8"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "CSV UTF-8"),
        (b"Licence\n101\n", "--column"),
        (b'Nom\n"DURAND\n', "Ligne 2"),
    ],
)
def test_what_is_no_list_is_refused_in_one_line(desk_with: tuple[Commands, Path], data: bytes, said: str) -> None:
    desk, file = desk_with
    file.write_bytes(data)
    assert said in desk.refuses("players", "import", str(file), "--accept")
    assert "absent" in desk.refuses("players", "import", str(file.with_name("absent.csv")))


def test_however_long_the_cells_a_line_can_be_read(desk_with: tuple[Commands, Path]) -> None:
    desk, file = desk_with
    file.write_text(f"Nom;{'H' * 5000}\n{'X' * 5000};{'Y' * 5000}\n", "utf-8")
    _, out, _ = desk.run("players", "import", str(file))
    assert "Ligne 2, colonne 1 (Nom)" in out
    assert max(map(len, out.splitlines())) < 200
    file.write_text(";".join("H" * 500 for _ in range(500)), "utf-8")
    assert len(desk.refuses("players", "import", str(file))) < 600


def test_nothing_that_is_written_can_move_the_cursor(desk_with: tuple[Commands, Path]) -> None:
    desk, _ = desk_with
    desk.says("new", "\x1b[2JJeudi\nsoir")
    desk.says("players", "add", "\u202eDURAND", "Luc")
    for shown in (desk.says("players"), desk.says("list")):
        assert "\x1b" not in shown
        assert "\u202e" not in shown
        assert len(shown.splitlines()) == 2
    assert "\x1b" not in desk.refuses("explain", "\x1bX")
