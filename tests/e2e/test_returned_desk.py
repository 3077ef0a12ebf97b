"""A desk that was replaced comes back: it copies the new one, and can take its place in turn."""

from __future__ import annotations

from pathlib import Path
from subprocess import Popen

import pytest

from tests.cli.tournoi.desk import Commands
from tests.e2e.test_standby import free_port
from tests.sync.desk_process import Desk, nord, running_desk


def copies(standby: Popen[str], of: Commands) -> None:
    """Let the desk confirm a standby, wait until it has copied everything, and switch it off."""
    assert standby.stdout is not None
    assert "confirmer" in standby.stdout.readline()
    waiting = next(one for one in of.answers("devices")["devices"] if not one["confirmed"])
    of.says("devices", "approve", waiting["id"])
    total = len(of.answers("history")["history"])
    while str(total) not in standby.stdout.readline():
        pass
    standby.terminate()
    standby.wait(10)


def test_a_desk_that_was_replaced_copies_the_new_one_and_serves_no_order_of_its_own(
    commands: Commands, desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    second = Commands(tmp_path / "second", capsys)
    ports = {"desk": str(desk.tablet_port), "second": str(free_port())}

    def standby(name: str, place: str, of: Commands) -> Popen[str]:
        code = of.answers("devices", "code", "desk")["code"]
        words = ("desk", "--standby", place, "--code", code, "--host", "127.0.0.1")
        return nord(*words, "--tablet-port", ports[name], data=tmp_path / name)

    with standby("second", f"127.0.0.1:{desk.tablet_port}", commands) as copy:
        copies(copy, commands)
    commands.says("sheets", "time", "3")  # nobody has copied this
    desk.process.kill()
    desk.process.wait()
    second.answers("promote")
    with running_desk(tmp_path / "second", "--tablet-port", ports["second"]) as newer:
        with standby("desk", f"127.0.0.1:{newer.tablet_port}", second) as returned:
            copies(returned, second)
        held = second.answers("quarantine")["held"]
    assert [one["reason"] for one in held] == ["sync.forgotten"]
    assert commands.answers("promote")["term"] > 2000
    assert commands.answers("history")["history"] == second.answers("history")["history"]
