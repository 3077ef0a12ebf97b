"""A poste without a window, as a script drives it: real programs over TLS on the loopback."""

from __future__ import annotations

import signal
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from app.storage.readers import open_read_only
from tests.cli.tournoi.desk import Commands
from tests.e2e.joining import join, seat
from tests.sync.desk_process import Desk
from tests.sync.poste_process import running_poste

DONNE = ("E", "garde", "2", "49")


def test_a_poste_that_runs_already_joins_by_a_line(commands: Commands, desk: Desk, tmp_path: Path) -> None:
    with running_poste(desk, tmp_path / "tablet") as tablet:
        assert tablet.does("link")["stage"] == "alone"
        (reason,) = tablet("join", "00000000")["errors"]
        assert reason["code"] == "pairing.no_code"
        digits = commands.answers("devices", "code")["code"]
        assert tablet.does("join", digits[:4], digits[4:])["stage"] == "unconfirmed"
        seat(commands, tablet, 3)
    assert not any("HTTP" in file.read_text("utf-8") for file in (tmp_path / "tablet").glob("**/nord.log*"))


def test_a_line_that_makes_no_sense_is_answered_and_the_next_one_too(
    commands: Commands, desk: Desk, tmp_path: Path
) -> None:
    with join(commands, desk, tmp_path / "tablet") as tablet:
        seat(commands, tablet, 3)
        tablet.process.stdin.write('sheets show "3\n')  # type: ignore[union-attr]
        assert tablet("wait", "for Godot")["errors"][0]["code"] == "usage"
        assert "errors" in tablet._read()
        for words in (("wait",), ("wait", "sent", "1", "2"), ("wait", "seated", "soon")):
            assert tablet(*words)["errors"][0]["code"] == "usage", words
        assert tablet.does("sheets", "show", "3")["wrote"] == []


def test_what_a_command_wrote_is_told_and_is_what_the_desk_gets(commands: Commands, desk: Desk, tmp_path: Path) -> None:
    with join(commands, desk, tmp_path / "tablet") as tablet:
        seat(commands, tablet, 3)
        first = tablet.does("sheets", "record", "3", "--dealer", "N", "passe")
        assert (first["deal"], first["dealer"], len(first["wrote"])) == (2, "O", 2)
        tablet.does("wait", "sent")  # the desk rules on what it has heard of
        commands.says("rule", "fausse_donne.dealing", "--table", "3", "--player", "O")
        while not (sheet := tablet.does("sheets", "show", "3"))["rulings"]:
            tablet.does("wait", "news")
        assert (sheet["deal"], sheet["barred"], sheet["rulings"]) == (3, ["O"], ["fausse_donne.dealing"])
        second = tablet.does("sheets", "record", "3", *DONNE)
        tablet.does("wait", "sent")
        (file,) = (tmp_path / "desk" / "desk" / "tournaments").glob("*.db")
        with closing(open_read_only(file)) as connection:
            stored = {sha256(payload).hexdigest() for (payload,) in connection.execute("SELECT payload FROM events")}
        assert {*first["wrote"], *second["wrote"]} <= stored


def test_a_desk_with_tablets_stops_without_a_word(commands: Commands, desk: Desk, tmp_path: Path) -> None:
    with join(commands, desk, tmp_path / "tablet") as tablet:
        seat(commands, tablet, 3)
        desk.process.send_signal(signal.SIGTERM)
        out, err = desk.process.communicate(timeout=30)
    assert (desk.process.returncode, out, err) == (0, "", "")


def test_an_arbiter_tells_and_takes_back_whatever_anybody_decided(
    commands: Commands, desk: Desk, tmp_path: Path
) -> None:
    with (
        join(commands, desk, tmp_path / "tablet") as tablet,
        join(commands, desk, tmp_path / "arbitre", "arbitre") as arbiter,
    ):
        seat(commands, tablet, 3)
        commands.says("devices", "approve", arbiter.device)
        arbiter.does("wait", "no_position")
        player = commands.answers("sheets", "show", "3")["players"]["S"]
        commands.says("penalty", "give", player, "50", "--reason", "retard")
        tablet.does("sheets", "record", "3", "--dealer", "N", *DONNE)
        tablet.does("wait", "sent")
        commands.says("rule", "renonce.consumed", "--table", "3", "--player", "S", "--preneur", "E", "--choice", "drop")
        while (
            len(arbiter.does("penalty", "list")["penalties"]) < 1 or not arbiter.does("sheets", "show", "3")["rulings"]
        ):
            arbiter.does("wait", "news")
        given = arbiter.does("penalty", "give", player, "30", "--reason", "lenteur")
        assert (given["number"][:1], given["points"], len(given["wrote"])) == ("+", 30, 1)
        arbiter.does("wait", "sent")
        told = commands.answers("penalty", "list")["penalties"]
        assert [fine["points"] for fine in told] == [50, 30]
        while arbiter.does("penalty", "list")["penalties"] != told:
            arbiter.does("wait", "news")
        arbiter.does("penalty", "cancel", told[0]["number"], "--reason", "à l'heure")
        arbiter.does("wait", "sent")
        assert [fine["stands"] for fine in commands.answers("penalty", "list")["penalties"]] == [False, True]
        while arbiter.does("ranking")["ranking"] != commands.answers("ranking")["ranking"]:
            arbiter.does("wait", "news")
        explained, here = commands.answers("explain", player), arbiter.does("explain", player)
        here.pop("wrote")
        assert here == explained
        assert [len(position["decisions"]) for position in here["positions"]] == [1]
        history, seen = commands.answers("history")["history"], arbiter.does("history")["history"]
        assert seen == history
        assert {one["by"] for one in tablet.does("history")["history"]} >= {"desk", "table"}
        for verb in ("ranking", "explain"):  # a table sees its own sheets alone
            (reason,) = tablet(verb, *((player,) if verb == "explain" else ()))["errors"]
            assert reason["code"] == "poste.command"


def test_a_hand_that_stops_a_poste_is_told_nothing(commands: Commands, desk: Desk, tmp_path: Path) -> None:
    with join(commands, desk, tmp_path / "tablet") as tablet:
        tablet.process.send_signal(signal.SIGINT)
        assert tablet.process.wait(30) == 130
        assert tablet.process.stderr is None or tablet.process.stderr.read() == ""
