"""A restore that is killed at any step is taken up again, or has changed nothing: no tournament is lost by it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.domain.tournoi.identity import Identity
from app.services.create_tournament import PRESETS, create_tournament
from app.services.players import enter_player
from app.storage.tournaments import DeskTournaments
from app.storage.verify import verify
from tests.storage.test_known import desk_of

ROOT = Path(__file__).parents[2]
BEFORE, SINCE = 3, 8  # players, in the backup and when it is brought back


def begin(tournaments: DeskTournaments, name: str) -> str:
    with tournaments.begin() as opened:
        create_tournament(opened.book, PRESETS["club"], name=name)
        return opened.journal.id


def enter(tournaments: DeskTournaments, tournament: str, numbers: range) -> None:
    with tournaments.open(tournament) as opened:
        for n in numbers:
            enter_player(opened.book, Identity(name=f"JOUEUR {n}"))


@pytest.mark.parametrize("then", ["in use", "another in use", "gone"])
def test_a_restore_that_is_killed_at_any_step_is_taken_up_again_or_undone(tmp_path: Path, then: str) -> None:
    tournaments = desk_of(tmp_path / "desk")
    older = begin(tournaments, "Lundi")
    meant = begin(tournaments, "Mardi")
    enter(tournaments, meant, range(BEFORE))
    backup = tournaments.back_up(meant, tmp_path / "stick", progress=lambda _done, _total: None)
    enter(tournaments, meant, range(BEFORE, SINCE - 1))
    with tournaments.open(meant) as opened:  # copied as a crash leaves it, the latest commit in its WAL alone
        enter_player(opened.book, Identity(name="JOUEUR DU WAL"))
        shutil.copytree(tmp_path / "desk", tmp_path / "good")
    tournaments.close()
    good = desk_of(tmp_path / "good")
    file = tmp_path / "good" / "desk" / "tournaments" / f"{meant}.db"
    if then == "another in use":
        good.use(older)
    elif then == "gone":
        for left in file.parent.glob(f"{meant}*"):
            left.unlink()
    good.close()
    command = [sys.executable, "-m", "tests.storage.kills.restoring", tmp_path / "good", backup, tmp_path / "left"]
    subprocess.run(command, cwd=ROOT, check=True, timeout=120)
    undone = 0
    folders = sorted((tmp_path / "left").iterdir())
    for root in folders:
        is_settled = verify(root).ok
        tournaments = desk_of(root)
        known = {one.id: one for one in tournaments.known()}
        in_use = tournaments.known()[-1].id
        assert set(known) == {older, meant}, root
        if then == "gone" and known[meant].lost is not None:
            undone += 1
            continue
        assert not any(one.lost for one in known.values()), root
        with tournaments.open(meant) as opened:
            players = len(opened.book.state.identities)
            assert opened.meta.term() == (1 if players == SINCE else 2), root
        tournaments.close()
        assert players in (BEFORE, SINCE), root
        undone += players == SINCE
        assert in_use == (meant if players == BEFORE or then == "in use" else older), root
        if players == BEFORE and then != "gone":
            kept = root / "desk" / "tournaments" / "before-restore-1"
            before = {path.name: path.read_bytes() for path in file.parent.glob(f"{meant}*")}
            assert {path.name: path.read_bytes() for path in kept.iterdir()} == before, root
        assert is_settled or players == BEFORE or then == "gone", root
        assert verify(root).ok, root
    assert 0 < undone < len(folders) - 4
