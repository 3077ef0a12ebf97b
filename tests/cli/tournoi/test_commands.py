"""The desk's work without a window: what commands do, say and refuse."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.bootstrap import main
from app.cli.tournoi import COMMANDS
from app.storage.machine import MachineClock
from tests.cli.tournoi.desk import Commands

SHEET = ["E", "garde", "2", "49", "poignee:E10", "petit:attaque", "/", "O", "garde_sans", "2", "45", "petit:defense"]


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS), ["players", "add"], ["sheets", "record"]])
def test_every_command_has_help_in_both_languages(desk: Commands, lang: str, command: list[str]) -> None:
    status, out, err = desk.run(*command, "--lang", lang, "--help")
    assert (status, err) == (0, "")
    assert ("montrer cette aide" if lang == "fr" else "show this help message") in out


@pytest.mark.parametrize("words", [(), ("nonsense",), ("new",), ("sheets", "record", "zero"), ("close", "--foo")])
def test_wrong_usage_is_told_in_one_line_with_status_2(desk: Commands, words: tuple[str, ...]) -> None:
    assert "--help" in desk.refuses(*words, status=2)


def test_without_a_tournament_commands_say_how_to_begin(desk: Commands) -> None:
    assert "new" in desk.refuses("ranking")
    assert "new" in desk.says("list")


def test_a_tournament_that_is_refused_leaves_nothing_behind(desk: Commands) -> None:
    assert "nom" in desk.refuses("new", "  ")
    assert desk.answers("list") == {"tournaments": []}


def test_of_several_tournaments_the_one_named_or_the_latest_is_meant(desk: Commands) -> None:
    first = desk.answers("new", "Mardi")["id"]
    desk.answers("new", "Jeudi")
    assert desk.answers("status")["name"] == "Jeudi"
    assert desk.answers("status", "--tournament", "mardi")["id"] == first
    assert desk.answers("--tournament", first, "status")["name"] == "Mardi"
    assert "Samedi" in desk.refuses("status", "--tournament", "Samedi")
    desk.answers("new", "Mardi")
    assert first in desk.refuses("status", "--tournament", "Mardi")


def test_the_tournament_begun_last_is_meant_whatever_the_clocks_say(
    desk: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.says("new", "Mardi")
    with monkeypatch.context() as broken:
        broken.setattr(MachineClock, "now", lambda _clock: datetime(1970, 1, 1, tzinfo=UTC))
        desk.says("new", "Jeudi")
    assert desk.answers("status")["name"] == "Jeudi"
    assert [one["name"] for one in desk.answers("list")["tournaments"]] == ["Mardi", "Jeudi"]
    assert "nom" in desk.refuses("new", "  ")
    assert desk.answers("status")["name"] == "Jeudi"


def test_a_tournament_that_is_brought_back_is_the_one_in_use(desk: Commands, tmp_path: Path) -> None:
    desk.says("new", "Mardi")
    assert main(["backup", str(tmp_path / "stick"), "--data", str(tmp_path / "data")]) == 0
    desk.says("new", "Jeudi")
    (copy,) = (tmp_path / "stick").iterdir()
    assert main(["restore", str(copy), "--data", str(tmp_path / "data")]) == 0
    desk.run()
    assert desk.answers("status")["name"] == "Mardi"


def test_files_of_a_desk_that_kept_no_order_are_still_found(desk: Commands) -> None:
    desk.says("new", "Mardi")
    (desk.folder / "in-use.json").write_text("{", "utf-8")
    assert desk.answers("status")["name"] == "Mardi"
    desk.says("new", "Jeudi")
    assert [one["name"] for one in desk.answers("list")["tournaments"]] == ["Mardi", "Jeudi"]


@pytest.mark.parametrize("words", [("new", "Jeudi"), ("use", "Avant")])
def test_an_open_position_is_not_left_for_another_tournament_by_mistake(
    desk: Commands, request: pytest.FixtureRequest, words: tuple[str, ...]
) -> None:
    desk.says("new", "Avant")
    request.getfixturevalue("playing")
    assert "--while-playing" in desk.refuses(*words)
    assert desk.answers("status")["name"] == "Mardi"
    assert [one["name"] for one in desk.answers("list")["tournaments"]] == ["Avant", "Mardi"]
    desk.says(*words, "--while-playing")
    assert desk.answers("status")["name"] == words[1]
    desk.says("new", "Encore")


def test_another_tournament_is_taken_into_use_unless_it_is_closed(desk: Commands) -> None:
    for name in ("Mardi", "Jeudi", "Samedi"):
        desk.says("new", name)
    desk.says("end", "--early", "--tournament", "Jeudi")
    assert desk.answers("use", "mardi")["name"] == "Mardi"
    assert desk.answers("status")["name"] == "Mardi"
    assert "Jeudi" in desk.refuses("use", "Jeudi")
    assert "Lundi" in desk.refuses("use", "Lundi")
    desk.says("end", "--early")
    assert desk.answers("status")["name"] == "Mardi"


def test_the_desk_is_one_device_from_one_tournament_to_the_next(desk: Commands) -> None:
    devices = []
    for name in ("Mardi", "Jeudi"):
        desk.says("new", name)
        devices.append(desk.answers("devices")["devices"][0]["id"])
    assert devices[0] == devices[1]


def test_a_player_is_meant_by_name_licence_place_or_id(playing: Commands) -> None:
    told = [playing.answers("explain", said)["player"] for said in ("durand", "Jo Durand", "0001", "n1", "DURA")]
    assert set(told) == {playing.answers("explain", told[0])["player"]}
    assert "DURAND" in playing.refuses("explain", "Durant")
    assert "personne" in playing.refuses("explain", "zzz").lower()
    assert "MARTIN Jo (0002)" in playing.refuses("explain", "m")


def test_a_sheet_is_recorded_shown_signed_and_sent(playing: Commands) -> None:
    shown = playing.answers("sheets", "record", "1", "--dealer", "N", *SHEET)
    assert shown["bilans"] == {"N": -182, "S": -182, "E": 242, "O": 122}
    assert shown["unvisaed"] == []  # the desk writes with the arbiter's hand
    page = playing.says("sheets", "show", "1")
    assert "25 + 8 = 33, × 2 garde = 66, poignée 20, petit au bout 20 → 106, preneur × 3 = 318" in page
    assert "signée" in playing.refuses("sheets", "send", "1")
    playing.says("sheets", "visa", "1", "N", "S")
    playing.says("sheets", "visa", "1")
    assert playing.answers("sheets", "send", "1")["state"] == "sent"


def test_a_sheet_that_cannot_be_signed_or_sent_at_once_is_not_recorded_either(playing: Commands) -> None:
    for word in ("--sign", "--send"):
        why = playing.refuses("sheets", "record", "1", "--dealer", "N", word, "E", "garde", "2", "49")
        assert "1 sur 2" in why
        assert playing.answers("sheets", "show", "1")["state"] == "blank"
    sent = playing.answers("sheets", "record", "1", "--dealer", "N", "--send", *SHEET)
    assert (sent["state"], sent["visas"]) == ("sent", ["N", "S", "E", "O"])


@pytest.mark.parametrize("command", ["seats", "sheets"])
def test_a_position_is_named_with_or_without_an_action(playing: Commands, command: str) -> None:
    for table in "12345":
        playing.says("sheets", "record", table, "--dealer", "N", "--send", *SHEET)
    playing.batch("close", "open")
    action = {"seats": "show", "sheets": "list"}[command]
    first = playing.answers(command, action, "--position", "1")
    assert first["position"] == 1
    assert playing.answers(command, "--position", "1") == first
    assert playing.answers(command, "--position", "1", action) == first
    assert playing.answers(command)["position"] == 2
    assert playing.answers(command, action)["position"] == 2
    assert "--help" in playing.refuses(command, "--position", "x", status=2)
    assert playing.answers("sheets", "--position", "1", "show", "3")["position"] == 1


def test_signing_a_sheet_that_everybody_signed_is_refused(playing: Commands) -> None:
    playing.says("sheets", "record", "1", "--dealer", "N", "--sign", *SHEET)
    assert "sheets send" in playing.refuses("sheets", "visa", "1")


def test_a_sur_contrat_is_asked_for_and_answered(playing: Commands) -> None:
    playing.says("sheets", "record", "1", "--dealer", "N", "E prise 1 51")
    playing.says("sheets", "ask", "1", "E", "garde_sans")
    assert "E demande" in playing.says("sheets")
    playing.says("sheets", "refuse", "1")
    assert "E demande" not in playing.says("sheets")
    playing.says("sheets", "ask", "1", "S", "chelem")
    playing.says("sheets", "grant", "1")
    assert "demand" in playing.refuses("sheets", "grant", "1")


def test_a_donne_can_be_replaced_undone_struck_and_typed_as_json(playing: Commands) -> None:
    playing.says("sheets", "record", "1", "--dealer", "N", "E prise 1 51")
    replaced = playing.answers("sheets", "replace", "1", "1", "E garde 1 51")
    assert replaced["bilans"]["E"] == 150
    json = '{"preneur":"O","contract":"prise","bouts":1,"points":51}'
    assert len(playing.answers("sheets", "record", "1", json)["donnes"]) == 2
    assert len(playing.answers("sheets", "undo", "1")["donnes"]) == 1
    struck = playing.answers("sheets", "strike", "1", "1", "--reason", "fausse donne")
    assert (struck["donnes"], struck["due"]) == ([], 2)


def test_what_cannot_be_played_is_refused_with_every_reason(playing: Commands) -> None:
    why = playing.refuses("sheets", "record", "1", "--dealer", "N", "E prise 1 51", "X gard 2 49")
    assert "«\xa0x\xa0»" in why
    assert "gard" in why
    assert playing.answers("sheets", "show", "1")["donnes"] == []
    assert "91" in playing.refuses("sheets", "record", "1", "--dealer", "N", "E prise 1 95")


def test_a_paper_and_marks_alone_are_typed(playing: Commands) -> None:
    typed = playing.answers(
        "sheets", "type", "2", "--reason", "papier", "marques N-50 S-50 E150 O-50 fait:E/prise", "S prise 1 51"
    )
    assert playing.answers("status")["missing_sheets"] == [1, 3, 4, 5]
    assert typed["bilans"] == {"N": -75, "S": 25, "E": 125, "O": -75}
    assert "papier" in playing.refuses("sheets", "record", "3", "--dealer", "N", "marques N-50 S-50 E150 O-50").lower()


def test_a_misdeal_of_a_recorded_donne_is_answered_for_by_who_dealt_it(playing: Commands) -> None:
    playing.says("sheets", "record", "1", "--dealer", "N", *SHEET)
    for donne, dealer in (("1", "N"), ("2", "O")):
        ruled = playing.answers(
            "rule", "fausse_donne.during_play", "--table", "1", "--donne", donne, "--player", dealer, "--dry-run"
        )
        assert ruled["penalties"] == [{"player": dealer, "points": 100}]


def test_a_ruling_is_seen_before_it_is_given(playing: Commands) -> None:
    playing.says("sheets", "record", "1", "--dealer", "N", "E prise 1 51")
    foreseen = playing.answers("rule", "toucher_cartes", "--table", "1", "--player", "S", "--dry-run")
    assert (foreseen["given"], foreseen["warnings"]) == (False, ["S"])
    assert playing.answers("rule", "toucher_cartes", "--table", "1", "--player", "S")["warnings"] == ["S"]
    again = playing.answers("rule", "toucher_cartes", "--table", "1", "--player", "S")
    assert again["penalties"] == [{"player": "S", "points": 100}]
    assert [fine["points"] for fine in playing.answers("penalty")["penalties"]] == [100]
    assert "renonce.consumed" in playing.answers("rule")["codes"]


def test_lateness_costs_before_the_first_card(playing: Commands) -> None:
    late = playing.answers("rule", "retard", "--table", "1", "--player", "N", "--minutes-late", "7")
    assert late["penalties"] == [{"player": "N", "points": 200}]
    assert playing.answers("explain", "DURAND")["total"] == -200


def test_a_penalty_is_given_listed_and_cancelled_by_its_number(playing: Commands) -> None:
    number = playing.answers("penalty", "give", "DURAND", "100", "--reason", "retard")["number"]
    assert playing.answers("explain", "DURAND")["total"] == -100
    assert "999" in playing.refuses("penalty", "cancel", "999", "--reason", "x")
    playing.says("penalty", "cancel", number, "--reason", "erreur")
    assert playing.answers("explain", "DURAND")["total"] == 0
    assert playing.answers("penalty")["penalties"][0]["stands"] is False


def test_a_position_closes_only_with_every_sheet_and_opens_again_for_a_reason(playing: Commands) -> None:
    assert "1, 2, 3, 4, 5" in playing.refuses("close")
    for table in range(1, 6):
        playing.says("sheets", "record", str(table), "--dealer", "S", "--send", "E prise 1 51", "E garde 2 41")
    closed = playing.answers("close")
    assert (closed["sum"], closed["running"], closed["balanced"]) == (0, 0, True)
    playing.says("reopen", "1", "--reason", "donne 2 mal notée")
    corrected = playing.answers("correct", "1", "--donne", "2", "--reason", "mal notée", "E garde 2 49")
    assert corrected["bilans"]["E"] == 75 + 3 * 66
    assert playing.answers("close")["position"] == 1
    assert playing.answers("open")["position"] == 2


def test_someone_leaves_and_someone_comes(playing: Commands) -> None:
    newcomer = playing.answers("substitute", "MARTIN", "NOUVEAU", "Max", "--reason", "malaise")["id"]
    tables = playing.answers("seats")["tables"]
    assert newcomer in {player for table in tables for player in table.values()}
    playing.says("withdraw", "LEROY", "--reason", "parti")
    last = playing.answers("ranking")["ranking"][-2:]
    assert {line["name"] for line in last} == {"MARTIN Jo", "LEROY Jo"}
    assert all(line["abandoned"] for line in last)


def test_after_a_late_entry_the_cards_are_handed_out_again(desk: Commands) -> None:
    desk.batch("new Mardi --shape 3x2", *(f"players add J{n:02}" for n in range(20)))
    assert "movement" in desk.says("status")
    desk.says("movement", "fft")
    drawn = desk.answers("seats", "draw", "--seed", "1")["cards"]
    desk.batch(*(f"players add J{n:02}" for n in range(20, 23)))
    assert "seats again" in desk.refuses("open")
    again = desk.answers("seats", "again")
    kept = {card for card, player in drawn.items() if again["cards"].get(card) == player}
    assert len(again["cards"]) == 23
    assert len(kept) >= 19
    desk.says("withdraw", "J21", "--reason", "grippe")
    assert "seats again" in desk.refuses("open")
    desk.says("seats", "again")
    assert len(desk.answers("open")["tables"]) == 6


def test_a_movement_is_compared_and_chosen_with_its_proof(desk: Commands) -> None:
    desk.batch('new "Dix tables" --shape 7x4', *(f"players add J{n:02}" for n in range(40)))
    kinds = {plan["kind"]: plan["repeats"] for plan in desk.answers("movement")["movements"]}
    assert kinds["fft"] > kinds["repaired"] == 0
    assert "repaired" in desk.says("movement", "fft", "--dry-run")
    assert desk.answers("movement")["chosen"] is None
    assert desk.answers("movement", "repaired")["chosen"] is True


def test_a_batch_stops_at_the_first_failure_with_its_line(desk: Commands, tmp_path: Path) -> None:
    file = tmp_path / "lot.txt"
    file.write_text('# une soirée\nnew "Mardi gras"\n\nplayers add DURAND\nclose\nplayers add MARTIN\n', "utf-8")
    status, out, err = desk.run("batch", str(file))
    assert status == 1
    assert "DURAND" in out
    assert err.startswith("Ligne 5\xa0: ")
    assert err.endswith("Les lignes précédentes sont faites\xa0: reprenez à partir de celle-ci.\n")
    assert desk.answers("status")["players"] == 1
    file.write_text("players ad X\n", "utf-8")
    assert desk.refuses("batch", str(file)).startswith("Ligne 1\xa0: ")
    file.write_text('players add "X\n', "utf-8")
    assert desk.refuses("batch", str(file)).startswith("Ligne 1\xa0: ")
    assert "absent" in desk.refuses("batch", str(tmp_path / "absent"))


def test_wishes_that_cannot_all_be_met_are_refused(desk: Commands) -> None:
    desk.batch("new Mardi --shape 3x2", *(f"players add J{n:02}" for n in range(20)), "movement fft")
    draw = ("seats", "draw", "--wish", "J01=N1", "--wish")
    assert "N99" in desk.refuses("seats", "draw", "--wish", "J01=N99")
    assert "N1" in desk.refuses(*draw, "J02=N1")
    assert "J01" in desk.refuses(*draw, "J01=S")
    assert "JOUEUR=S4" in desk.refuses(*draw, "J02")
    assert desk.answers("seats", "draw", "--wish", "J01=N1", "--wish", "J02=S")["cards"]["N1"] != ""
    assert "--help" in desk.refuses("seats", "draw", "--seed", "-1", status=2)


def test_what_is_asked_too_early_is_told_plainly(desk: Commands) -> None:
    desk.says("new", "Mardi")
    assert "première" in desk.refuses("sheets")
    assert "mouvement" in desk.refuses("seats", "draw")
    assert "place" in desk.refuses("open").lower()


def test_files_that_are_not_there_are_told_in_french(playing: Commands, tmp_path: Path) -> None:
    assert "n’existe pas" in playing.refuses("sheets", "record", "1", "--from", str(tmp_path / "absent"))
    assert "dossier" in playing.refuses("batch", str(tmp_path))
    (tmp_path / "latin.txt").write_bytes("players add Ève".encode("cp1252"))
    assert "La ligne 1" in playing.refuses("batch", str(tmp_path / "latin.txt"))
