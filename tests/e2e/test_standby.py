"""A second machine copies the desk, and takes over when the desk is lost; the old desk is not listened to any more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.tournoi.desk import Commands
from tests.e2e.joining import join, seat
from tests.sync.desk_process import Desk, nord, running_desk

SECOND = ("S", "prise", "1", "51")


def free_port() -> int:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def test_a_standby_takes_over_and_the_tables_go_on_by_themselves(
    commands: Commands, desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    second = Commands(tmp_path / "second", capsys)
    port = str(free_port())
    with join(commands, desk, tmp_path / "tablet") as tablet:
        seat(commands, tablet, 3)
        code = commands.answers("devices", "code", "desk")["code"]
        words = ("desk", "--standby", f"127.0.0.1:{desk.tablet_port}", "--code", code, "--host", "127.0.0.1")
        with nord(*words, "--tablet-port", port, data=tmp_path / "second") as standby:
            try:
                assert standby.stdout is not None
                assert "confirmer" in standby.stdout.readline()
                waiting = next(one for one in commands.answers("devices")["devices"] if not one["confirmed"])
                commands.says("devices", "approve", waiting["id"])
                tablet.does("sheets", "record", "3", "--dealer", "N", "E", "garde", "2", "49")
                tablet.does("wait", "sent")
                total = len(commands.answers("history")["history"])
                while str(total) not in standby.stdout.readline():
                    pass
                while not tablet.does("link")["is_mirrored"]:
                    tablet.does("wait", "news")
                desk.process.kill()
                desk.process.wait()
                tablet.does("sheets", "record", "3", *SECOND)
            finally:
                standby.terminate()
                standby.wait(10)
        assert second.answers("promote")["term"] > 1000
        with running_desk(tmp_path / "second", "--tablet-port", port):
            tablet.does("wait", "sent")
            assert len(second.answers("sheets", "show", "3")["donnes"]) == 2
            with running_desk(tmp_path / "desk", "--tablet-port", str(desk.tablet_port)):
                tablet.does("sheets", "visa", "3")
                tablet.does("sheets", "send", "3")
                tablet.does("wait", "sent")
                assert second.answers("sheets", "show", "3")["state"] == "sent"
                assert len(commands.answers("sheets", "show", "3")["donnes"]) == 1


def test_a_folder_into_which_nothing_was_copied_cannot_take_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "rien copié" in Commands(tmp_path, capsys).refuses("promote")
