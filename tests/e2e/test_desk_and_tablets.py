"""A real desk and real tablets, each a program of its own, over TLS on the loopback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.tournoi.desk import Commands
from tests.e2e.joining import join, known, seat
from tests.sync.desk_process import Desk, running_desk
from tests.sync.poste_process import running_poste

DONNE = ("E", "garde", "2", "49")


def test_a_tablet_is_paired_confirmed_given_its_table_and_its_sheet_arrives(
    commands: Commands, desk: Desk, tmp_path: Path
) -> None:
    with join(commands, desk, tmp_path / "tablet") as tablet:
        assert tablet.does("wait", "unconfirmed")["trouble"] == "sync.not_confirmed"
        assert known(commands, tablet.device)["confirmed"] is False
        commands.says("devices", "approve", tablet.device)
        tablet.does("wait", "no_table")
        commands.says("devices", "assign", "3", tablet.device)
        assert tablet.does("wait", "seated", "1")["table"] == 3
        tablet.does("sheets", "record", "3", "--dealer", "N", *DONNE, "/", "S", "prise", "1", "51", "--send")
        tablet.does("wait", "sent")
        sheet = commands.answers("sheets", "show", "3")
        assert (sheet["state"], sum(sheet["bilans"].values())) == ("sent", 0)
        assert known(commands, tablet.device)["connected"] is True
        assert "errors" in tablet("players", "add", "INTRUS", "Un")


def test_a_killed_tablet_goes_on_without_a_code_and_without_its_desk(
    commands: Commands, desk: Desk, tmp_path: Path
) -> None:
    with join(commands, desk, tmp_path / "tablet") as tablet:
        seat(commands, tablet, 3)
        tablet.does("sheets", "record", "3", "--dealer", "N", *DONNE)
    desk.process.kill()
    desk.process.wait()
    with running_poste(desk, tmp_path / "tablet") as tablet:
        assert len(tablet.does("sheets", "show", "3")["donnes"]) == 1
        tablet.does("sheets", "record", "3", "S", "prise", "1", "51")
        assert tablet.does("link")["waiting"] >= 1
        with running_desk(tmp_path / "desk", "--tablet-port", str(desk.tablet_port)):
            tablet.does("wait", "sent")
            assert len(commands.answers("sheets", "show", "3")["donnes"]) == 2


def test_another_tablet_takes_over_at_the_same_donne_and_the_first_one_counts_no_more(
    commands: Commands, desk: Desk, tmp_path: Path
) -> None:
    with join(commands, desk, tmp_path / "first") as first, join(commands, desk, tmp_path / "second") as second:
        seat(commands, first, 3)
        first.does("sheets", "record", "3", "--dealer", "N", *DONNE)
        first.does("wait", "sent")
        seat(commands, second, 3)
        assert len(second.does("sheets", "show", "3")["donnes"]) == 1
        first.does("wait", "no_table")
        assert "errors" in first("sheets", "record", "3", "S", "prise", "1", "51")
        second.does("sheets", "record", "3", "S", "prise", "1", "51", "--send")
        second.does("wait", "sent")
        assert commands.answers("sheets", "show", "3")["state"] == "sent"


def test_what_the_arbiter_grants_reaches_the_table(commands: Commands, desk: Desk, tmp_path: Path) -> None:
    with (
        join(commands, desk, tmp_path / "tablet") as tablet,
        join(commands, desk, tmp_path / "arbitre", "arbitre") as arbiter,
    ):
        seat(commands, tablet, 3)
        commands.says("devices", "approve", arbiter.device)
        tablet.does("sheets", "record", "3", "--dealer", "N", "passe")
        tablet.does("sheets", "ask", "3", "E", "garde_sans")
        tablet.does("wait", "sent")
        arbiter.does("wait", "no_position")
        arbiter.does("sheets", "grant", "3")
        arbiter.does("wait", "sent")
        while tablet.does("sheets", "show", "3")["asked"]:
            tablet.does("wait", "news")
        tablet.does("sheets", "record", "3", "E", "garde_sans", "2", "49")
        assert "errors" in tablet("sheets", "grant", "3", "1")


def test_a_revoked_tablet_is_turned_away(commands: Commands, desk: Desk, tmp_path: Path) -> None:
    with join(commands, desk, tmp_path / "tablet") as tablet:
        seat(commands, tablet, 3)
        commands.says("devices", "revoke", tablet.device)
        tablet.does("sheets", "record", "3", "--dealer", "N", *DONNE)
        while not (link := tablet.does("link"))["trouble"]:
            tablet.does("wait", "news")
        assert (link["trouble"], link["waiting"]) == ("sync.unknown_device", 2)
        assert commands.answers("sheets", "show", "3")["donnes"] == []


def test_a_device_stays_paired_for_the_next_evening(commands: Commands, desk: Desk, tmp_path: Path) -> None:
    with join(commands, desk, tmp_path / "tablet") as tablet:
        seat(commands, tablet, 3)
        commands.says("new", "Jeudi", "--while-playing")
        state = tablet.does("wait", "no_table")
        assert state["tournament"] == "Jeudi"


def test_what_is_owed_to_an_earlier_tournament_arrives_by_itself_when_the_desk_has_begun_another(
    commands: Commands, desk: Desk, tmp_path: Path
) -> None:
    with join(commands, desk, tmp_path / "tablet") as tablet:
        seat(commands, tablet, 3)
        tablet.does("sheets", "record", "3", "--dealer", "N", *DONNE)
        tablet.does("wait", "sent")
        desk.process.kill()
        desk.process.wait()
        tablet.does("sheets", "record", "3", "S", "prise", "1", "51")
        assert tablet.does("link")["waiting"] == 1
    commands.says("new", "Jeudi", "--while-playing")
    with (
        running_desk(tmp_path / "desk", "--tablet-port", str(desk.tablet_port)),
        running_poste(desk, tmp_path / "tablet") as tablet,
    ):
        while (link := tablet.does("link"))["tournament"] != "Jeudi" or link["owed_earlier"]:
            tablet.does("wait", "news")
        assert len(commands.answers("sheets", "show", "3", "--tournament", "Soirée")["donnes"]) == 2
        assert commands.answers("status")["name"] == "Jeudi"


def test_what_an_earlier_tournament_is_owed_is_told_and_goes_by_file_where_its_desk_has_it_not(
    commands: Commands, desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheets, later = str(tmp_path / "table3.nord"), tmp_path / "later"
    with join(commands, desk, tmp_path / "tablet") as tablet:
        seat(commands, tablet, 3)
        desk.process.kill()
        desk.process.wait()
        tablet.does("sheets", "record", "3", "--dealer", "N", *DONNE)
    with running_desk(later) as other, running_poste(other, tmp_path / "tablet") as tablet:
        others = Commands(later, capsys)
        others.says("new", "Jeudi")
        tablet.does("join", others.answers("devices", "code")["code"])
        others.says("devices", "approve", tablet.device)
        link = tablet.does("wait", "no_table")
        assert (link["tournament"], link["waiting"], link["owed_earlier"]) == ("Jeudi", 0, 2)
        for words in ((), ("--tournament", "soirée")):
            assert tablet.does("sheets", "carry-out", sheets, *words) == {"file": sheets, "tournament": "Soirée"}
        assert tablet("sheets", "carry-out", sheets, "--tournament", "Lundi")["errors"][0]["code"] == (
            "tournament.unknown"
        )
        (brought,) = commands.answers("sheets", "carry-in", sheets)["files"]
        assert (brought["new"], brought["aside"]) == (2, [])
        assert tablet.does("sheets", "carry-out", sheets, "--tournament", "Jeudi") == {"file": sheets}


def test_commands_and_tablets_are_on_the_same_tournament_when_one_has_ended(
    commands: Commands, desk: Desk, tmp_path: Path
) -> None:
    with join(commands, desk, tmp_path / "tablet") as tablet:
        seat(commands, tablet, 3)
        commands.says("new", "Jeudi", "--while-playing")
        tablet.does("wait", "no_table")
        commands.says("end", "--early")
        assert tablet.does("link")["tournament"] == commands.answers("status")["name"] == "Jeudi"
        commands.says("use", "Soirée")
        assert tablet.does("wait", "seated", "1")["tournament"] == commands.answers("status")["name"] == "Soirée"


def test_without_the_desk_sheets_go_by_file_and_its_answer_comes_by_file(
    commands: Commands, desk: Desk, tmp_path: Path
) -> None:
    sheets, room = str(tmp_path / "table3.nord"), str(tmp_path / "salle.nord")
    with join(commands, desk, tmp_path / "tablet") as tablet:
        seat(commands, tablet, 3)
        for table in (1, 2, 4, 5):
            commands.says("sheets", "record", str(table), "--dealer", "N", *DONNE, "/", *DONNE, "--send")
        desk.process.kill()
        desk.process.wait()
        tablet.does("sheets", "record", "3", "--dealer", "N", *DONNE, "/", *DONNE, "--send")
        assert tablet.does("sheets", "carry-out", sheets) == {"file": sheets}
        (brought,) = commands.answers("sheets", "carry-in", sheets)["files"]
        assert (brought["new"], brought["aside"]) == (8, [])
        commands.batch("close", "open", f"sheets carry-out {room}")
        tablet.does("sheets", "carry-in", room)
        assert tablet.does("wait", "seated", "2")["waiting"] == 0
        tablet.does("sheets", "record", "3", "--dealer", "N", *DONNE)
        assert tablet("sheets", "carry-in", sheets)["errors"][0]["code"] == "carry.from_sheets"
        assert tablet("sheets", "carry-in", str(tmp_path / "absent.nord"))["errors"][0]["code"] == "file"
        assert tablet("sheets", "carry-in", sheets, room)["errors"][0]["code"] == "poste.command"
        with running_desk(tmp_path / "desk", "--tablet-port", str(desk.tablet_port)):
            tablet.does("wait", "sent")
            assert len(commands.answers("sheets", "show", "3")["donnes"]) == 1


def test_a_tablet_that_was_paired_and_nothing_more_begins_from_the_file(
    commands: Commands, desk: Desk, tmp_path: Path
) -> None:
    room = str(tmp_path / "salle.nord")
    with join(commands, desk, tmp_path / "tablet") as tablet:
        tablet.does("wait", "unconfirmed")
    commands.batch(f"devices approve {tablet.device} --table 3", f"sheets carry-out {room}")
    desk.process.kill()
    desk.process.wait()
    with running_poste(desk, tmp_path / "tablet") as tablet:
        tablet.does("sheets", "carry-in", room)
        assert tablet.does("wait", "seated", "1")["table"] == 3


def test_without_network_the_arbiter_decides_by_a_code_of_their_own_tablet(
    commands: Commands, desk: Desk, tmp_path: Path
) -> None:
    with (
        join(commands, desk, tmp_path / "tablet") as tablet,
        join(commands, desk, tmp_path / "arbitre", "arbitre") as arbiter,
    ):
        seat(commands, tablet, 3)
        commands.says("devices", "approve", arbiter.device)
        arbiter.does("wait", "no_position")
        desk.process.kill()
        desk.process.wait()
        tablet.does("sheets", "record", "3", "--dealer", "N", "passe")
        tablet.does("sheets", "ask", "3", "E", "garde_sans")
        deal = tablet.does("sheets", "show", "3")["deal"]
        code = arbiter.does("decision-code", "3", str(deal), "grant", "garde_sans", "E")["code"]
        assert "errors" in tablet("decision-code", "3", str(deal), "grant", "garde_sans", "E")
        tablet.does("sheets", "grant", "3", "--code", code)
        tablet.does("sheets", "record", "3", "E", "garde_sans", "2", "49")
        assert tablet.does("sheets", "show", "3")["unvisaed"] == []
        with running_desk(tmp_path / "desk", "--tablet-port", str(desk.tablet_port)):
            tablet.does("wait", "sent")
            assert commands.answers("sheets", "show", "3")["unvisaed"] == []
            assert commands.answers("quarantine")["held"] == []
            assert arbiter.device in commands.says("history")


def test_the_arbiter_dismisses_from_their_own_tablet_what_waits_in_quarantine(
    commands: Commands, desk: Desk, tmp_path: Path
) -> None:
    with (
        join(commands, desk, tmp_path / "tablet") as tablet,
        join(commands, desk, tmp_path / "arbitre", "arbitre") as arbiter,
    ):
        seat(commands, tablet, 3)
        commands.says("devices", "approve", arbiter.device)
        tablet.does("sheets", "record", "3", "--dealer", "N", "passe")
        tablet.does("sheets", "ask", "3", "E", "garde_sans")
        tablet.does("sheets", "grant", "3", "--code", "000000")  # nobody's
        tablet.does("wait", "sent")
        arbiter.does("wait", "no_position")
        while not (held := arbiter.does("quarantine")["held"]):
            arbiter.does("wait", "news")
        (number,) = (str(one["number"]) for one in held)
        for poste, action in ((arbiter, "release"), (tablet, "dismiss")):
            (error,) = poste("quarantine", action, number, "--reason", "vu")["errors"]
            assert error["code"] == "poste.command"
        arbiter.does("quarantine", "dismiss", number, "--reason", "faux code")
        arbiter.does("wait", "sent")
        assert arbiter.does("quarantine", "list")["held"] == []
        assert commands.answers("quarantine")["held"] == []
