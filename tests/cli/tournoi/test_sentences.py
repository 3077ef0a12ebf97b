"""What the desk says so that whoever reads it knows which thing is meant, and what to do about it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from tests.cli.tournoi.desk import Commands

SHEET = ["E", "garde", "2", "49", "/", "O", "prise", "1", "51"]
RENONCE = ["rule", "renonce.consumed", "--table", "1", "--player", "N", "--donne", "1", "--choice", "drop"]


def sent(playing: Commands, table: str = "1") -> None:
    playing.says("sheets", "record", table, "--dealer", "N", "--send", *SHEET)


def test_a_paper_that_lacks_donnes_needs_to_say_so(playing: Commands) -> None:
    typed = ["sheets", "type", "2", "--reason", "papier"]
    why = playing.refuses(*typed, "E", "garde", "2", "49")
    assert "1 sur 2" in why
    assert "--played 1" in why
    assert "--played 2" in playing.refuses(*typed, "--played", "2", "E", "garde", "2", "49")
    assert playing.answers("sheets", "show", "2")["state"] == "blank"
    assert "1 donne sur 2" in playing.says(*typed, "--played", "1", "E", "garde", "2", "49")
    assert "1/2" in playing.says("sheets")


def test_bilans_typed_for_several_donnes_are_shown_as_so_many(playing: Commands) -> None:
    bilans = ["marques", "N-132", "S-132", "E396", "O-132"]
    typed = playing.answers("sheets", "type", "3", "--reason", "papier", "--played", "2", *bilans)
    assert (typed["state"], typed["played"], len(typed["donnes"])) == ("corrected", 2, 1)
    assert "2 donnes sur 2" in playing.says("sheets", "show", "3")
    assert "2/2" in playing.says("sheets")


def test_a_paper_typed_twice_is_told_so_whatever_is_typed(playing: Commands) -> None:
    bilans = ["marques", "N-132", "S-132", "E396", "O-132"]
    typed = ["sheets", "type", "3", "--reason", "papier"]
    playing.says(*typed, "--played", "2", *bilans)
    for again in (["--played", "2", *bilans], bilans, SHEET):
        why = playing.refuses(*typed, *again)
        assert "corrigée" in why
        assert "--played" not in why


def test_a_correction_that_lacks_donnes_needs_to_say_so(playing: Commands) -> None:
    sent(playing)
    correct = ["correct", "1", "--reason", "relue"]
    why = playing.refuses(*correct, "E", "garde", "2", "45")
    assert "1 sur 2" in why
    assert "--donne" in why
    assert "--played 1" in why
    marks = ["marques", "N-132", "S-132", "E396", "O-132"]
    assert "--played 2" in playing.refuses(*correct, *marks)
    assert "--played" in playing.refuses(*correct, "--donne", "1", "--played", "1", "E", "garde", "2", "45")
    assert len(playing.answers("sheets", "show", "1")["donnes"]) == 2
    playing.says(*correct, "--donne", "1", "E", "garde", "2", "45")
    assert "2 donnes sur 2" in playing.says(*correct, "--played", "2", *marks)
    playing.says(*correct, *marks, "--donne", "1")
    assert playing.answers("sheets", "show", "1")["played"] == 2
    assert "2 sur 2" not in playing.refuses(*correct, "E", "garde", "2", "49")
    assert "1 donne sur 2" in playing.says(*correct, "--played", "1", "E", "garde", "2", "45")
    assert "1 donne sur 2" in playing.says(*correct, "E", "garde", "2", "49")


def test_a_sheet_that_nobody_signed_is_not_told_that_its_correction_is_short(playing: Commands) -> None:
    assert "--played" not in playing.refuses("correct", "1", "--reason", "relue", "E", "garde", "2", "45")


def test_a_list_without_headings_is_asked_where_the_names_are(desk: Commands, tmp_path: Path) -> None:
    desk.says("new", "Mardi")
    file = tmp_path / "nohead.csv"
    file.write_text("DURAND;Anne;101\nPETIT;Luc;102\n", "utf-8")
    why = desk.refuses("players", "import", str(file), "--no-header")
    assert "--column nom=" in why
    assert "de 1 à 3" in why
    assert "--no-header" not in why
    assert ": ." not in why.replace("\xa0", " ")


@pytest.mark.parametrize(
    ("line", "told"), [("new Mardi d'hiver", "apostrophe"), ('new "Mardi', "guillemet"), ("new \\", "\\")]
)
def test_a_line_of_a_batch_that_does_not_end_is_told_in_french(
    desk: Commands, tmp_path: Path, line: str, told: str
) -> None:
    file = tmp_path / "lines.txt"
    file.write_text(f"list\n{line}", "utf-8")
    status, _out, err = desk.run("batch", str(file))
    assert status == 1
    assert err.startswith("Ligne 2\xa0: ")
    assert told in err
    assert "quotation" not in err
    assert err.endswith(".\n")


def test_a_line_of_a_batch_that_makes_no_sense_is_told_in_whole_sentences(desk: Commands, tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("list\nnew", "utf-8")
    assert "--help). Les lignes" in desk.run("batch", str(file))[2]


def test_a_folder_that_is_not_there_is_named_as_such(playing: Commands, tmp_path: Path) -> None:
    why = playing.refuses("export", "-o", str(tmp_path / "absent/x.csv"))
    assert "dossier" in why
    assert str(tmp_path / "absent") in why
    assert "x.csv" not in why


def test_a_donne_annulled_on_a_signed_sheet_is_not_said_to_be_played_again(playing: Commands) -> None:
    sent(playing)
    ruled = playing.says(*RENONCE)
    assert "elle ne compte plus" in ruled
    assert "doit encore" not in ruled
    assert "donneur" not in ruled
    assert "doit encore" not in playing.says("history", "--last", "1")


def test_a_donne_annulled_on_an_open_sheet_is_owed_again(playing: Commands) -> None:
    playing.says("sheets", "record", "1", "--dealer", "N", *SHEET)
    assert "doit encore" in playing.says(*RENONCE)
    assert "doit encore" in playing.says("history", "--last", "1")


def test_undo_says_what_it_takes_back(playing: Commands) -> None:
    playing.says("sheets", "record", "1", "--dealer", "N", "passe", "/", *SHEET)
    playing.says("rule", "toucher_cartes", "--table", "1", "--player", "N")
    assert "décision «" in playing.says("sheets", "undo", "1").splitlines()[0]
    assert "donne 2, O prise, 1 bout, 51 points" in playing.says("sheets", "undo", "1")
    assert playing.answers("sheets", "undo", "1")["undone"] == {"donne": 1, "again": None}
    assert "personne" in playing.says("sheets", "undo", "1").splitlines()[0]
    assert "donneur" in playing.says("sheets", "undo", "1").splitlines()[0]
    playing.says("sheets", "time", "1")
    assert "décision de l’arbitre" in playing.says("sheets", "undo", "1").splitlines()[0]
    playing.refuses("sheets", "undo", "1")


def test_undo_takes_back_a_replacement_before_any_donne(playing: Commands) -> None:
    playing.says("sheets", "record", "1", "--dealer", "N", *SHEET)
    for points in ("45", "41"):
        playing.says("sheets", "replace", "1", "1", "E", "garde", "2", points)
    said = playing.says("sheets", "undo", "1").splitlines()[0]
    assert "donne 1" in said.lower()
    assert "45 points" in said
    assert "41 points" in said
    undone = playing.answers("sheets", "undo", "1")
    assert undone["undone"] == {"donne": 1, "again": "E garde 2 49"}
    assert [one["typed"] for one in undone["donnes"]] == ["E garde 2 49", "O prise 1 51"]
    assert playing.answers("sheets", "undo", "1")["undone"] == {"donne": 2, "again": None}
    assert playing.answers("sheets", "undo", "1")["undone"] == {"donne": 1, "again": None}


def test_undo_goes_back_through_replacements_of_several_donnes(playing: Commands) -> None:
    playing.says("sheets", "record", "1", "--dealer", "N", *SHEET)
    playing.says("sheets", "replace", "1", "1", "E", "garde", "2", "45")
    playing.says("sheets", "replace", "1", "1", "E", "garde", "2", "41")
    playing.says("sheets", "undo", "1")
    playing.says("sheets", "replace", "1", "2", "O", "prise", "1", "53")
    taken = [playing.answers("sheets", "undo", "1")["undone"] for _ in range(4)]
    assert taken == [
        {"donne": 2, "again": "O prise 1 51"},
        {"donne": 1, "again": "E garde 2 49"},
        {"donne": 2, "again": None},
        {"donne": 1, "again": None},
    ]


def test_undo_on_a_signed_sheet_is_refused_whatever_was_replaced(playing: Commands) -> None:
    playing.says("sheets", "record", "1", "--dealer", "N", *SHEET)
    playing.says("sheets", "replace", "1", "1", "E", "garde", "2", "45")
    playing.says("sheets", "visa", "1")
    assert "signée" in playing.refuses("sheets", "undo", "1")


def test_the_history_names_the_donne_that_was_changed(playing: Commands) -> None:
    playing.says("sheets", "record", "1", "--dealer", "N", "E garde 2 49", "O prise 1 51")
    playing.says("sheets", "replace", "1", "2", "O prise 1 53")
    playing.says("sheets", "strike", "1", "1", "--reason", "cartes vues")
    playing.says("sheets", "undo", "1")
    _, *told = playing.says("history", "--last", "3").splitlines()
    assert "donne 2 saisie autrement\xa0: O prise, 1 bout, 53 points, au lieu de O prise, 1 bout, 51 points" in told[0]
    assert "la donne 1 est annulée [E garde, 2 bouts, 49 points]\xa0: cartes vues" in told[1]
    assert "donne 1 reprise\xa0: O prise, 1 bout, 53 points" in told[2]


def test_the_history_names_the_penalty_that_was_cancelled(playing: Commands) -> None:
    number = playing.answers("penalty", "give", "DURAND", "100", "--reason", "retard")["number"]
    playing.says("penalty", "cancel", number, "--reason", "erreur")
    told = playing.says("history", "--last", "1")
    assert "pénalité de 100 à DURAND Jo" in told
    assert "annulée\xa0: erreur" in told
    explained = playing.says("explain", "DURAND")
    assert "pénalité de 100 annulée" in explained
    assert "erreur" in explained


def test_the_history_names_what_the_arbiter_granted(playing: Commands) -> None:
    playing.says("sheets", "dealer", "1", "N")
    playing.says("sheets", "ask", "1", "E", "garde_sans")
    playing.says("sheets", "grant", "1")
    assert "E\xa0: garde sans, accordé par l’arbitre" in playing.says("history", "--last", "1")


def test_an_annulled_donne_stays_in_the_explanation_with_its_number(playing: Commands) -> None:
    playing.says("sheets", "record", "1", "--dealer", "N", "E garde 2 49", "O prise 1 51")
    playing.says("sheets", "strike", "1", "2", "--reason", "cartes vues")
    assert "la donne 2 est annulée [O prise, 1 bout, 51 points]" in playing.says("explain", "DURAND")


def test_the_history_says_the_day_once(playing: Commands) -> None:
    at = playing.answers("history")["history"][0]["at"]
    day = datetime.fromisoformat(at).astimezone().strftime("%d/%m/%Y")
    lines = playing.says("history").splitlines()
    assert lines[0] == day
    assert lines.count(day) == 1


def test_who_leaves_an_open_sheet_is_told_with_what_can_be_done(playing: Commands) -> None:
    told = playing.says("withdraw", "DURAND", "--reason", "malaise")
    assert "table 1" in told
    for way in ("substitute", "sheets shorten 1 2", "sheets time 1"):
        assert way in told
    sent(playing)
    south = playing.answers("seats")["tables"][0]["S"]
    assert "table" not in playing.says("withdraw", south, "--reason", "malaise")


def test_correcting_a_position_behind_a_cut_names_whom_it_would_change(desk: Commands) -> None:
    desk.batch(
        'new Mardi --shape "1x1 keep:8 1x1"',
        *(f"players add J{n:02}" for n in range(20)),
        "movement fft",
        "seats draw --seed 1",
        "open",
        *(f"sheets record {table} --dealer N --send E garde 2 {37 + 4 * table}" for table in range(1, 6)),
        "close",
        "open",
        'reopen 1 --reason "mal notée"',
    )
    assert "sélection" not in desk.says("close", "1")
    desk.says("reopen", "1", "--reason", "mal notée")
    seats = {one["table"]: one for one in desk.answers("seats", "show", "--position", "1")["tables"]}
    names = {one["id"]: one["name"] for one in desk.answers("players")["players"]}
    desk.says("correct", "1", "--position", "1", "--donne", "1", "--reason", "mal notée", "E garde 2 61")
    told = desk.says("close", "1")
    kept, gone = told.split("maintenant")[1].split("resterait")
    assert all(names[seats[2][seat]] in kept for seat in "NSO")
    assert all(names[seats[1][seat]] in gone for seat in "NSO")


def test_players_tied_at_a_cut_are_named_with_the_option_that_settles_it(desk: Commands) -> None:
    desk.batch(
        'new Mardi --shape "1x1 keep:8 1x1"',
        *(f"players add J{n:02}" for n in range(20)),
        "movement fft",
        "seats draw --seed 1",
        "open",
        *(f"sheets record {table} --dealer N --send E garde 2 49" for table in range(1, 6)),
        "close",
    )
    assert "--drawn" in desk.refuses("open")


def test_fields_are_called_by_their_names(playing: Commands) -> None:
    assert "«\xa0nom\xa0»" in playing.refuses("players", "amend", "DURAND", "--name", " ")
    assert "«\xa0motif\xa0»" in playing.refuses("withdraw", "DURAND", "--reason", " ")
    assert "«\xa0--minutes-late\xa0»" in playing.refuses("rule", "retard", "--table", "1", "--player", "S")


def test_a_correction_by_a_ruling_is_told_in_words(playing: Commands, tmp_path: Path) -> None:
    sent(playing)
    playing.says(*RENONCE)
    shown = playing.says("sheets", "show", "1")
    assert "renonce.consumed" not in shown
    assert "Corrigée\xa0: Renonce" in shown
    playing.says("rule", "feuille.not_zero", "--table", "1")
    for what, code in (("sheets", "corrected"), ("penalties", "feuille.not_zero"), ("donnes", "prise")):
        file = tmp_path / f"{what}.csv"
        playing.says("export", "--what", what, "-o", str(file))
        assert "même chose" in playing.says("export", "--what", what, "--check", str(file))
        written = file.read_text("utf-8-sig")
        assert f'"{code}"' not in written or what == "donnes"
        assert code in playing.says("export", "--what", what, "--format", "json")


def test_the_dealer_who_was_drawn_is_the_one_named(playing: Commands) -> None:
    playing.says("sheets", "record", "1", "--dealer", "N", "E garde 2 49")
    assert playing.refuses("sheets", "dealer", "1", "S").startswith("N ")


def test_a_late_entry_is_called_by_name(playing: Commands) -> None:
    assert "NOUVEAU Max" in playing.refuses("players", "add", "NOUVEAU", "Max")


def test_a_preset_and_a_shape_are_not_both_given(desk: Commands) -> None:
    assert "--preset" in desk.refuses("new", "Mardi", "--preset", "5x5", "--shape", "3x8", status=2)
    assert desk.answers("new", "Mardi")["positions"] == [4] * 5


def test_without_players_there_is_no_movement(desk: Commands) -> None:
    desk.says("new", "Mardi")
    for words in (("movement",), ("movement", "fft")):
        assert "Personne n’est inscrit" in desk.refuses(*words)


def test_one_position_is_said_in_the_singular(desk: Commands) -> None:
    desk.batch("new Mardi --shape 1x1", *(f"players add J{n:02}" for n in range(20)))
    assert "1 positions" not in desk.says("movement", "fft")


@pytest.mark.parametrize("points", ["1000001", str(10**30)])
def test_a_penalty_that_is_too_large_is_told(playing: Commands, points: str) -> None:
    assert "au plus" in playing.refuses("penalty", "give", "DURAND", points, "--reason", "retard")


@pytest.mark.parametrize("bad", ["E gard 2 49", "E garde 2 95"])
def test_a_bad_donne_of_a_file_is_told_with_its_line(playing: Commands, tmp_path: Path, bad: str) -> None:
    file = tmp_path / "table1.txt"
    file.write_text(f"E prise 1 51\n\n{bad}\n", "utf-8")
    assert playing.refuses("sheets", "record", "1", "--dealer", "N", "--from", str(file)).startswith("Ligne 3\xa0: ")


def test_strange_words_point_to_the_help_of_their_own_command(desk: Commands) -> None:
    assert "tournoi close --help" in desk.refuses("close", "--foo", status=2)
    assert "tournoi sheets visa --help" in desk.refuses("sheets", "visa", "1", "--foo", status=2)


def test_a_ranking_of_teams_where_there_are_none_is_refused(playing: Commands, desk: Commands) -> None:
    assert "équipe" in playing.refuses("ranking", "--teams")
    desk.says("new", "Duo", "--event", "duo", "--while-playing")
    assert "players team" in desk.refuses("ranking", "--teams")
