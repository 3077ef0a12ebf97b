"""The data folder is one poste's, one program's and one user's."""

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.domain.errors import Refused
from app.storage.folder import data_root, open_folder
from app.texts.catalogue import texts
from app.texts.refusals import refusal

HOLD = """
import sys
from pathlib import Path
from app.storage.folder import open_folder
with open_folder("desk", Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_the_folder_asked_for_wins_over_the_environment(tmp_path: Path) -> None:
    assert data_root(tmp_path / "asked", environ={"NORD_DATA": "/elsewhere"}) == tmp_path / "asked"


def test_the_environment_wins_over_the_platform(tmp_path: Path) -> None:
    assert data_root(environ={"NORD_DATA": str(tmp_path)}) == tmp_path


def test_without_a_wish_the_users_data_folder_is_taken() -> None:
    assert data_root(environ={}).name == "nord"
    assert data_root(environ={"NORD_DATA": ""}).is_absolute()


def test_choosing_a_root_creates_nothing(tmp_path: Path) -> None:
    data_root(tmp_path / "later")
    assert not (tmp_path / "later").exists()


def test_each_poste_has_its_own_folder(tmp_path: Path) -> None:
    with open_folder("desk", tmp_path) as desk, open_folder("table", tmp_path) as table:
        assert (desk.path, table.path) == (tmp_path / "desk", tmp_path / "table")


def test_a_new_folder_is_closed_to_other_users(tmp_path: Path) -> None:
    with open_folder("desk", tmp_path / "deep" / "down") as folder:
        assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700


def test_a_folder_left_open_to_others_is_closed_again(tmp_path: Path) -> None:
    (tmp_path / "desk").mkdir(mode=0o755)
    with open_folder("desk", tmp_path) as folder:
        assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700


def test_a_second_holder_is_refused_until_the_first_lets_go(tmp_path: Path) -> None:
    with open_folder("desk", tmp_path):
        with pytest.raises(Refused) as refused:
            open_folder("desk", tmp_path)
        assert [v.key for v in refused.value.violations] == ["folder.in_use"]
    open_folder("desk", tmp_path).close()


@contextmanager
def held_elsewhere(root: Path) -> Iterator[subprocess.Popen[str]]:
    """Another program that holds the desk's folder."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(root)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield holder
        holder.kill()


def test_a_killed_program_leaves_the_folder_free(tmp_path: Path) -> None:
    with held_elsewhere(tmp_path), pytest.raises(Refused):
        open_folder("desk", tmp_path)
    open_folder("desk", tmp_path).close()


def test_a_file_in_the_way_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "desk").write_text("in the way")
    with pytest.raises(Refused) as refused:
        open_folder("desk", tmp_path)
    (why,) = refused.value.violations
    assert why.key == "folder.unusable"
    assert str(tmp_path / "desk") in refusal(why, texts("en"))


def test_the_lock_holds_no_data(tmp_path: Path) -> None:
    with open_folder("desk", tmp_path) as folder:
        assert [(f.name, f.stat().st_size) for f in os.scandir(folder.path)] == [("lock.db", 0)]


@pytest.mark.parametrize("left", [bytes(range(256)) * 2, b"SQLite format 3\0" + bytes(600), b"x"])
def test_a_damaged_lock_holds_again(tmp_path: Path, left: bytes) -> None:
    open_folder("desk", tmp_path).close()
    (tmp_path / "desk" / "lock.db").write_bytes(left)
    with open_folder("desk", tmp_path), pytest.raises(Refused):
        open_folder("desk", tmp_path)


def test_a_lock_that_is_damaged_while_it_is_held_still_holds(tmp_path: Path) -> None:
    with held_elsewhere(tmp_path):
        (tmp_path / "desk" / "lock.db").write_bytes(bytes(range(256)) * 2)
        with pytest.raises(Refused) as refused:
            open_folder("desk", tmp_path)
        assert [v.key for v in refused.value.violations] == ["folder.in_use"]


def test_one_who_waits_has_the_folder_when_the_other_lets_go(tmp_path: Path) -> None:
    held = open_folder("desk", tmp_path)
    letting_go = threading.Timer(0.3, held.close)
    letting_go.start()
    open_folder("desk", tmp_path, patience_seconds=20).close()
    letting_go.join()


def test_one_who_waits_is_refused_in_the_end(tmp_path: Path) -> None:
    with open_folder("desk", tmp_path), pytest.raises(Refused) as refused:
        open_folder("desk", tmp_path, patience_seconds=0.1)
    assert [v.key for v in refused.value.violations] == ["folder.in_use"]
