"""`export` on a tournament that is being played, and what it says of a file afterwards."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.tournoi.desk import Commands


def test_every_table_is_written_and_still_says_what_the_journal_says(playing: Commands, tmp_path: Path) -> None:
    playing.says("sheets", "record", "1", "--dealer", "N", "--send", "E garde 2 49 petit:attaque", "S prise 1 40")
    playing.says("penalty", "give", "DURAND", "100", "--reason", '=retard;"tard"')
    folder, whole = tmp_path / "export", tmp_path / "soiree.json"
    playing.says("export", "--what", "all", "-o", str(folder))
    names = {path.stem for path in folder.iterdir()}
    assert names == {"ranking", "players", "sheets", "donnes", "penalties", "history"}
    for name in names:
        assert "même chose" in playing.says("export", "--what", name, "--check", str(folder / f"{name}.csv"))
    playing.says("export", "--format", "json", "--what", "all", "-o", str(whole))
    assert playing.answers("export", "--format", "json", "--what", "all", "--check", str(whole))["equal"] is True
    tables = json.loads(whole.read_bytes())["tables"]
    assert {name: len(rows) for name, rows in tables.items() if name != "history"} == {
        "ranking": 20,
        "players": 20,
        "sheets": 20,
        "donnes": 2,
        "penalties": 1,
    }
    assert tables["donnes"][0]["total"] == 86
    playing.says("penalty", "give", "MARTIN", "100", "--reason", "retard")
    status, out, err = playing.run("export", "--what", "ranking", "--check", str(folder / "ranking.csv"))
    assert (status, err.count("\n")) == (1, 1)
    assert "total" in out


def test_the_list_of_players_can_be_imported_into_another_tournament(playing: Commands, tmp_path: Path) -> None:
    file = tmp_path / "joueurs.csv"
    playing.says(
        "players", "amend", "DURAND", "--club", "=Lille", "--serie", "2", "--born", "1956-03-21", "--fee", "12,5"
    )
    playing.says("export", "--what", "players", "-o", str(file))
    before = playing.answers("players")["players"]
    playing.says("new", "Jeudi", "--while-playing")
    playing.says("players", "import", str(file), "--accept")
    after = playing.answers("players")["players"]
    kept = [name for name in before[0] if name not in ("id", "place")]
    assert [[one[name] for name in kept] for one in after] == [[one[name] for name in kept] for one in before]


def test_a_table_goes_to_the_standard_output_unless_a_file_is_named(playing: Commands) -> None:
    assert playing.says("export", "--what", "players").startswith("\ufeffPlace;Nom;Prénom;Licence;Club;")
    assert playing.says("export", "--what", "players", "--lang", "en").startswith("\ufeffPlace;Name;First name;")
    assert "-o" in playing.refuses("export", "--what", "all")
    assert "absent" in playing.refuses("export", "--check", "absent.csv")
