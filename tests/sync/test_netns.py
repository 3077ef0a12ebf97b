"""A desk and a tablet on two machines, and the network between them taken away; `make netns` does it longer."""

import os
import subprocess
import sys
from pathlib import Path

from tests.sync.desk_process import ROOT
from tests.sync.netns.air import air, why_not
from tests.sync.netns.evening import evening


def asked_for(**environ: str) -> subprocess.CompletedProcess[str]:
    verb = [sys.executable, "-m", "tests.sync.netns", "--rounds", "0"]
    return subprocess.run(verb, cwd=ROOT, env={**os.environ, **environ}, capture_output=True, text=True)


def test_where_two_networks_cannot_be_made_the_verb_says_what_is_missing() -> None:
    refused = asked_for(PATH="")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "Two networks need the command ip: install iproute2.\n"


def test_what_is_written_at_both_ends_while_the_network_is_away_arrives_once(tmp_path: Path) -> None:
    if reason := why_not():
        refused = asked_for()
        assert (refused.returncode, refused.stderr) == (2, f"{reason}\n")
        return
    with air() as between, evening(between, tmp_path) as playing:
        playing.play_through("the desk's network down")
        assert playing.written == 2
